import { expect } from 'chai';
import { withoutBakedShadow } from '../../../../../workers/renderer/products/baked-shadow.ts';

/** Opaque block of 20 × 20 at (10, 0), then rows of `shadow` alpha over the whole width from row 25 on. */
function graphic(shadow: number) {
  const width = 40;
  const height = 40;
  const rgba = Buffer.alloc(width * height * 4);
  for (let y = 0; y < 20; y++) for (let x = 10; x < 30; x++) rgba[(y * width + x) * 4 + 3] = 255;
  for (let y = 25; y < 40; y++) for (let x = 0; x < 40; x++) rgba[(y * width + x) * 4 + 3] = shadow;
  return { rgba, width, height };
}

describe("a shop graphic's own shadow", () => {
  it('is cut off, and the sides follow the product', () => {
    const { width, height, rgba } = withoutBakedShadow(graphic(110));
    expect([width, height, rgba.length]).to.deep.equal([22, 20, 22 * 20 * 4]);
    const opacities = rgba.filter((_, i) => i % 4 === 3);
    expect(opacities.filter((alpha) => alpha === 255)).to.have.length(400);
    expect(opacities.every((alpha) => alpha === 0 || alpha === 255)).to.equal(true);
  });

  it('is not mistaken for a solid lower part', () => {
    const whole = graphic(255);
    expect(withoutBakedShadow(whole)).to.equal(whole);
  });

  it('is not searched for in products that are translucent everywhere', () => {
    const width = 10;
    const veil = { rgba: Buffer.alloc(width * width * 4, 120), width, height: width };
    expect(withoutBakedShadow(veil)).to.equal(veil);
  });
});
