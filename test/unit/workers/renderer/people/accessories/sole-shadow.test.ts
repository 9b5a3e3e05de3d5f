import { expect } from 'chai';
import { getSole, soleShadow } from '../../../../../../workers/renderer/people/accessories/sole-shadow.ts';

/** A shoe of 100 × 60 at (200, 300), opaque above a lower edge that rises from its left to its right end. */
function risingShoe() {
  const [width, height] = [100, 60];
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (y < 60 - x * 0.4) data[(y * width + x) * 4 + 3] = 255;
  }
  return { rect: { x: 200, y: 300, width, height }, pixels: { data, width, height } };
}

describe('the shadow of a shoe', () => {
  it('lies along its visible lower edge', () => {
    const [left, right] = getSole(risingShoe());
    expect(left.y).to.be.closeTo(360 - 12 * 0.4, 2);
    expect(right.y).to.be.closeTo(360 - 85 * 0.4, 2);
    const { rect, plane } = soleShadow([[left, right]], 100);
    const lost = (x: number, y: number): number =>
      plane.data[
        Math.floor(((y - rect.y) / rect.height) * plane.height) * plane.width +
          Math.floor(((x - rect.x) / rect.width) * plane.width)
      ]!;
    expect(lost(250, 342)).to.be.above(0.3);
    expect(lost(285, 362)).to.be.below(0.05);
  });
});
