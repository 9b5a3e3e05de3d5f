import { expect } from 'chai';
import fc from 'fast-check';
import { boxBlur } from '../../../../../../workers/renderer/pixels/box-blur.ts';
import { labelComponents } from '../../../../../../workers/renderer/pixels/components.ts';
import { distanceTo } from '../../../../../../workers/renderer/pixels/distance.ts';
import { barrierFromBorder } from '../../../../../../workers/renderer/products/cutout/barrier.ts';

const sizes = fc.record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 7 }) });
const planes = (most: number) =>
  sizes.chain(({ width, height }) =>
    fc
      .array(fc.nat(most), { minLength: width * height, maxLength: width * height })
      .map((values) => ({ width, height, values })),
  );

describe('planes of a picture', () => {
  it('measure the distance to a mask in steps of 1 and 4/3', () => {
    fc.assert(
      fc.property(planes(1), ({ width, height, values }) => {
        const found = distanceTo(Uint8Array.from(values), width, height);
        for (let i = 0; i < values.length; i++) {
          let least = width + height;
          for (let j = 0; j < values.length; j++) {
            if (!values[j]) continue;
            const dx = Math.abs((i % width) - (j % width));
            const dy = Math.abs(Math.floor(i / width) - Math.floor(j / width));
            least = Math.min(least, (4 * Math.min(dx, dy) + 3 * Math.abs(dx - dy)) / 3);
          }
          expect(found[i]).to.be.closeTo(least, 1e-5);
        }
      }),
    );
  });

  it('have the minimum barrier on any path to the border', () => {
    fc.assert(
      fc.property(planes(255), ({ width, height, values }) => {
        // 255 among the heights makes the 256 levels of the flood exact.
        const heights = Float32Array.from(values, (value, i) => (i === 0 ? 255 : value));
        const found = barrierFromBorder(heights, width, height);
        const truth = slowBarrier(heights, width, height);
        for (let i = 0; i < truth.length; i++) expect(found[i]).to.be.closeTo(truth[i]!, 1e-3);
      }),
    );
  });

  it('join parts at corners only on request', () => {
    const corner = Uint8Array.of(1, 0, 0, 1);
    expect(labelComponents(corner, 2, 2, true).count).to.equal(1);
    expect(labelComponents(corner, 2, 2, false).size).to.deep.equal([0, 1, 1]);
  });

  it('stay flat under a blur up to the very border', () => {
    const flat = boxBlur(new Float32Array(35).fill(7), 7, 5, 3);
    for (const value of flat) expect(value).to.be.closeTo(7, 1e-5);
  });
});

/** Relaxes every pixel from its neighbours until nothing changes. */
function slowBarrier(heights: Float32Array, width: number, height: number): Float32Array {
  const out = heights.map((value, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const border = x === 0 || y === 0 || x === width - 1 || y === height - 1;
    return border ? value : Number.POSITIVE_INFINITY;
  });
  for (let changed = true; changed; ) {
    changed = false;
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const i = y * width + x;
        const way = Math.min(out[i - 1]!, out[i + 1]!, out[i - width]!, out[i + width]!);
        const value = Math.max(heights[i]!, way);
        if (value >= out[i]!) continue;
        out[i] = value;
        changed = true;
      }
    }
  }
  return out;
}
