import { expect } from 'chai';
import type { Network } from '../../../../../../workers/networks/network.ts';
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
});
