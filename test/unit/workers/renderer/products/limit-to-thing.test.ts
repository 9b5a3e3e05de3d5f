import { expect } from 'chai';
import { type Chosen, chooseCutout } from '../../../../../workers/renderer/products/choose-cutout.ts';
import { limitToThing } from '../../../../../workers/renderer/products/limit-to-thing.ts';
import type { LocalProduct } from '../../../../../workers/renderer/request.ts';
import type { Detect } from '../../../../../workers/renderer/scene/things/detector.ts';
import type { ThingKind } from '../../../../../workers/renderer/scene/things/thing.ts';
import { drawing } from '../drawing-sharp.ts';

/** A chair, 200 × 300 at (200, 480), with a balloon on a string, on white. */
const balloonChair = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#ffffff"/>
  <circle cx="300" cy="110" r="70" fill="#d04080"/><rect x="297" y="170" width="6" height="330" fill="#602020"/>
  <rect x="200" y="480" width="200" height="170" fill="#805020"/>
  <rect x="200" y="640" width="30" height="140" fill="#805020"/><rect x="370" y="640" width="30" height="140" fill="#805020"/></svg>`;

const seeing =
  (kind: ThingKind): Detect =>
  () =>
    Promise.resolve([{ kind, score: 0.6, rect: { x: 200, y: 480, width: 200, height: 290 } }]);

describe('the cut-out of a piece of furniture', () => {
  let product: LocalProduct;
  let chosen: Chosen;

  before(async () => {
    product = { category: 'Chairs', tags: [], images: [await drawing(balloonChair).png().toBuffer()] };
    chosen = await chooseCutout(product, {});
  });

  it('ends with the furniture that the detector sees, down to its feet, and has its size', async () => {
    expect(chosen.cutout.height).to.be.above(700);
    const { cutout, plan } = await limitToThing(chosen, product, seeing('chair'));
    expect(cutout.height).to.be.within(295, 330);
    expect(cutout.width).to.be.within(196, 216);
    expect(plan.heightCm).to.equal(chosen.plan.heightCm);
    expect(plan.widthCm / plan.heightCm).to.be.closeTo(cutout.width / cutout.height, 0.001);
  });

  it('stays whole where the detector sees something else or nothing', async () => {
    expect(await limitToThing(chosen, product, seeing('potted plant'))).to.equal(chosen);
    expect(await limitToThing(chosen, product, () => Promise.resolve([]))).to.equal(chosen);
  });
});
