import { expect } from 'chai';
import { cardAspect, drawCard } from '../../../../../workers/renderer/compose/product-card.ts';
import type { Pixels } from '../../../../../workers/renderer/pixels/pixels.ts';

const block = (red: number, green: number, blue: number): Pixels => {
  const data = new Uint8Array(60 * 40 * 4);
  for (let i = 0; i < 60 * 40; i++) data.set([red, green, blue, 255], i * 4);
  return { data, width: 60, height: 40 };
};
const size = { width: 300, height: 240 };
const at = ({ data, width }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

describe('the framed picture of a product', () => {
  it('is an opaque picture of the requested size: frame, paper, and the product in its own colours', async () => {
    const card = await drawCard(block(176, 48, 48), size, 'floor');
    expect([card.width, card.height]).to.deep.equal([300, 240]);
    expect(at(card, 150, 120)).to.deep.equal([176, 48, 48, 255]);
    expect(at(card, 1, 120)[0]).to.be.below(80);
    expect(at(card, 20, 20)[0]).to.be.above(220);
    for (let i = 3; i < card.data.length; i += 4) expect(card.data[i]).to.equal(255);
  });

  it('gives pale products a darker background', async () => {
    const pale = at(await drawCard(block(240, 238, 230), size, 'wall'), 20, 20);
    const strong = at(await drawCard(block(60, 60, 120), size, 'wall'), 20, 20);
    expect(pale[0]).to.be.below(strong[0]! - 25);
  });

  it('is neither a strip nor a column', () => {
    expect(cardAspect(0.1)).to.be.within(0.5, 1);
    expect(cardAspect(6)).to.be.within(1, 1.6);
  });
});
