import { expect } from 'chai';
import fc from 'fast-check';
import { boxBlur } from '../../../../../../workers/renderer/pixels/box-blur.ts';
import { labelComponents } from '../../../../../../workers/renderer/pixels/components.ts';
import { distanceTo } from '../../../../../../workers/renderer/pixels/distance.ts';

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
