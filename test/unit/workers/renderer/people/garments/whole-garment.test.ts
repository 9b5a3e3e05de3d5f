import { expect } from 'chai';
import { inOnePiece, isWhole } from '../../../../../../workers/renderer/people/garments/whole-garment.ts';
import type { Layer } from '../../../../../../workers/renderer/pixels/layer.ts';

const [width, height] = [900, 600];

/** A garment that is opaque where the test holds. */
function garment(isOpaque: (x: number, y: number) => boolean): Layer {
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++)
    data[i * 4 + 3] = isOpaque(i % width, Math.floor(i / width)) ? 255 : 0;
  return { rect: { x: 40, y: 30, width, height }, pixels: { data, width, height } };
}

const opacity = ({ pixels }: Layer, x: number, y: number) => pixels.data[(y * width + x) * 4 + 3];

describe('a garment', () => {
  it('is whole with a notch and a scrap beside it', () => {
    const notched = garment((x, y) => (x < 600 && !(x > 280 && x < 320 && y < 100)) || (x > 850 && y < 50));
    expect(isWhole(notched)).to.equal(true);
  });

  it('is torn in pieces or with a hole, and in one piece without the smaller ones', () => {
    const torn = garment((x) => x < 500 || x > 600);
    expect(isWhole(torn)).to.equal(false);
    expect(isWhole(garment((x, y) => Math.hypot(x - 450, y - 300) > 120))).to.equal(false);
    const one = inOnePiece(torn);
    expect(isWhole(one)).to.equal(true);
    expect([opacity(one, 300, 300), opacity(one, 700, 300)]).to.deep.equal([255, 0]);
  });
});
