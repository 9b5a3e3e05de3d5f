import { expect } from 'chai';
import sharp from 'sharp';
import {
  type Chosen,
  chooseCutout,
  isUncut,
} from '../../../../../workers/renderer/products/choose-cutout.ts';
import { thingFinder } from '../../../../../workers/renderer/products/find-thing.ts';
import type { LocalProduct } from '../../../../../workers/renderer/request.ts';
import type { Detect } from '../../../../../workers/renderer/scene/things/detector.ts';
import type { ThingKind } from '../../../../../workers/renderer/scene/things/thing.ts';
import { drawing } from '../drawing-sharp.ts';
import { draw, overlap } from './cutout/cutout-drawings.ts';

/** A chair, 200 × 300 at (200, 480), with a balloon on a string, on white. */
const balloonChair = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#ffffff"/>
  <circle cx="300" cy="110" r="70" fill="#d04080"/><rect x="297" y="170" width="6" height="330" fill="#602020"/>
  <rect x="200" y="480" width="200" height="170" fill="#805020"/>
  <rect x="200" y="640" width="30" height="140" fill="#805020"/><rect x="370" y="640" width="30" height="140" fill="#805020"/></svg>`;

const seeing =
  (kind: ThingKind, rect = { x: 200, y: 480, width: 200, height: 290 }): Detect =>
  () =>
    Promise.resolve([{ kind, score: 0.6, rect }]);

describe('the cut-out of a piece of furniture', () => {
  let product: LocalProduct;
  let whole: Chosen;

  before(async () => {
    product = { category: 'Chairs', tags: [], images: [await drawing(balloonChair).png().toBuffer()] };
    whole = await chooseCutout(product, {});
  });

  it('ends with the furniture that the detector sees, down to its feet, and has its size', async () => {
    expect(whole.cutout.height).to.be.above(700);
    const { cutout, plan } = await chooseCutout(product, { detect: seeing('chair') });
    expect(cutout.height).to.be.within(295, 330);
    expect(cutout.width).to.be.within(196, 216);
    expect(plan.heightCm).to.equal(whole.plan.heightCm);
    expect(plan.widthCm / plan.heightCm).to.be.closeTo(cutout.width / cutout.height, 0.001);
  });

  it('stays whole where the detector sees something else or nothing', async () => {
    for (const detect of [seeing('potted plant'), () => Promise.resolve([])])
      expect((await chooseCutout(product, { detect })).cutout).to.deep.equal(whole.cutout);
  });
});

/** Patches of six colors, as in a room. */
const patches = Array.from({ length: 150 }, (_, i) => {
  const [x, y, color] = [(i % 15) * 40, Math.floor(i / 15) * 60, (i * 7 + (i >> 2)) % 6];
  return `<rect x="${x}" y="${y}" width="40" height="60" fill="hsl(${color * 22}, 35%, ${15 + color * 14}%)"/>`;
}).join('');

describe('a product in a room', () => {
  const chair = { x: 180, y: 150, width: 240, height: 360 };
  const isChair = (x: number, y: number) =>
    x >= chair.x && x < 420 && y >= chair.y && y < 510 && (y < 350 || x < 220 || x >= 380);
  const shape = `<path d="M180 150 H420 V510 H380 V350 H220 V510 H180 Z" fill="#7a1fa8"/>`;
  let images: Buffer[];
  const cutInRoom = (category: string, detect: Detect) =>
    chooseCutout({ category, tags: [], images }, { detect });

  before(async () => {
    images = [(await draw(600, 600, patches + shape, isChair)).image];
  });

  it('is cut out of the box that the detector sees, with the gap between its legs', async () => {
    const chosen = await cutInRoom('Chairs', seeing('chair', chair));
    expect(chosen.cutout.kind).to.equal('cut');
    expect(overlap(chosen.cutout, { width: 600, height: 600, inside: isChair })).to.be.above(0.95);
    expect(isUncut(chosen)).to.equal(false);
  });

  it('is not cut out where its box holds nothing that differs from the room', async () => {
    const room = [(await draw(600, 600, patches, () => false)).image];
    const chosen = await chooseCutout(
      { category: 'Chairs', tags: [], images: room },
      { detect: seeing('chair', chair) },
    );
    expect(isUncut(chosen)).to.equal(true);
  });

  it('is found in the box of all things that are about as large as the largest', async () => {
    const photo = { data: await sharp(images[0]).raw().toBuffer(), width: 600, height: 600 };
    const rects = [
      { x: 50, y: 200, width: 200, height: 300 },
      { x: 300, y: 180, width: 200, height: 300 },
      { x: 10, y: 10, width: 30, height: 30 },
    ];
    const detect = () => Promise.resolve(rects.map((rect) => ({ kind: 'chair' as const, score: 0.5, rect })));
    const found = await thingFinder('chair', detect)(photo);
    expect(found).to.deep.equal({ x: 50, y: 180, width: 450, height: 320 });
    expect(await thingFinder('rug', detect)(photo)).to.equal(undefined);
  });
});
