import { expect } from 'chai';
import type { Network } from '../../../../../../workers/renderer/networks/network.ts';
import { findMask, maskSide } from '../../../../../../workers/renderer/people/body/mask.ts';

const inTheMiddle: Network = {
  side: 64,
  run: async () => Float32Array.from({ length: 64 * 64 }, (_, i) => (Math.abs((i % 64) - 31.5) < 16 ? 1 : 0)),
};

describe('the outline of a person', () => {
  for (const [width, height] of [
    [200, 300],
    [1200, 1800],
  ] as const) {
    it(`is computed at one size, whatever the scene’s (${width} × ${height})`, async () => {
      const data = new Uint8Array(width * height * 3).map((_, i) =>
        Math.abs((Math.floor(i / 3) % width) + 0.5 - width / 2) < width / 4 ? 200 : 40,
      );
      const found = (await findMask(inTheMiddle, { data, width, height }))!;
      expect(found.mask.height).to.equal(maskSide);
      expect(found.small.height).to.equal(maskSide);
      expect(found.scale).to.be.closeTo(maskSide / height, 1e-9);
      expect(found.box.width).to.be.within(width * 0.4, width * 0.75);
      expect(found.box.y + found.box.height).to.be.closeTo(height, 1);
    });
  }

  it('has no holes where a print has the colors of the background, but keeps the space beside an arm', async () => {
    const isIn = (i: number, [left, top, right, bottom]: readonly [number, number, number, number]) =>
      i % 64 >= left && i % 64 < right && Math.floor(i / 64) >= top && Math.floor(i / 64) < bottom;
    const [inside, notch, beside] = [
      [30, 30, 32, 32],
      [16, 40, 18, 42],
      [42, 20, 44, 40],
    ] as const;
    const printed: Network = {
      side: 64,
      run: async (input) =>
        (await inTheMiddle.run(input)).map((value, i) =>
          [inside, notch, beside].some((gap) => isIn(i, gap)) ? 0 : value,
        ),
    };
    const data = new Uint8Array(maskSide * maskSide * 3).fill(200);
    const { mask } = (await findMask(printed, { data, width: maskSide, height: maskSide }))!;
    const at = ([left, top, right, bottom]: readonly [number, number, number, number]) => {
      const cell = maskSide / 64;
      const [x, y] = [((left + right) / 2) * cell, ((top + bottom) / 2) * cell];
      return mask.data[Math.round(y) * maskSide + Math.round(x)];
    };
    expect(at(inside)).to.equal(1);
    expect(at(notch)).to.equal(1);
    expect(at(beside)).to.be.below(0.2);
  });
});
