import { expect } from 'chai';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import type { Person } from '../../../../../../workers/renderer/people/body/read-person.ts';
import { drawGarment } from '../../../../../../workers/renderer/people/garments/draw-garment.ts';
import { findOldClothes } from '../../../../../../workers/renderer/people/garments/old-clothes.ts';
import { wearTop } from '../../../../../../workers/renderer/people/garments/wear-top.ts';
import { wornShape } from '../../../../../../workers/renderer/people/garments/worn-shape.ts';
import type { Layer } from '../../../../../../workers/renderer/pixels/layer.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { drawing } from '../../drawing-sharp.ts';
import { drawnPerson } from '../figure.ts';

type Sleeves = 'none' | 'along the arms' | 'spread';
const sleevePaths: Record<Sleeves, string> = {
  none: '',
  'along the arms': '<path d="M212 262 L178 400 L172 500"/><path d="M388 262 L422 400 L350 440"/>',
  spread: '<path d="M212 262 L100 400 L80 480"/><path d="M388 262 L500 400 L520 480"/>',
};

/** A dress on the drawn figure's own joints, 600 × 800: strapless with a wide skirt, or with long sleeves. */
async function drawnDress(sleeves: Sleeves): Promise<Pixels> {
  const arms = `<g stroke="#802040" stroke-width="44" stroke-linecap="round" fill="none">${sleevePaths[sleeves]}</g>`;
  const upper = sleeves !== 'none' ? 'M215 236 L385 236' : 'M214 300 L386 300';
  const { data, info } = await drawing(
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">
    <path d="${upper} L372 430 L380 520 L450 700 L150 700 L220 520 L228 430Z" fill="#802040"/>${arms}</svg>`,
  )
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const opacity = ({ rect, pixels }: Layer, x: number, y: number): number => {
  const inside = x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
  return inside ? pixels.data[((y - rect.y) * pixels.width + x - rect.x) * 4 + 3]! : 0;
};

describe('a dress whose photo shows neither shoulders nor hips', () => {
  it('is not put on', async () => {
    const { person } = await drawnPerson();
    const { pose } = person;
    const unseen = { ...pose, leftShoulder: { ...pose.leftShoulder, score: 0.1 } };
    const cutout = await drawnDress('none');
    expect(wornShape(cutout, pose)).to.not.equal(undefined);
    expect(wornShape(cutout, unseen)).to.equal(undefined);
  });
});

describe('a jumpsuit in the photo of its wearer', () => {
  it('is not fitted like a skirt', async () => {
    const { person } = await drawnPerson();
    const { data, info } = await drawing(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">
      <path d="M215 236 L385 236 L372 430 L380 780 L320 780 L300 580 L280 780 L220 780 L228 430Z" fill="#802040"/></svg>`,
    )
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(wornShape({ data, width: info.width, height: info.height }, person.pose)).to.equal(undefined);
  });
});

describe('a dress on a drawn person', () => {
  let scene: Pixels;
  let person: Person;
  const worn = async (sleeves: Sleeves): Promise<Layer> => {
    const frame = getFrame(person);
    const old = await findOldClothes(person, frame, 'top');
    const cutout = await drawnDress(sleeves);
    return drawGarment((await wearTop(cutout, { scene, person, frame }, old, true, person.pose))!);
  };

  before(async () => {
    ({ scene, person } = await drawnPerson());
  });

  it('hangs in one piece over both legs and extends beyond them', async () => {
    const layer = await worn('none');
    for (const [x, y] of [
      [255, 640],
      [300, 680],
      [345, 640],
      [190, 670],
      [410, 670],
    ] as const) {
      expect(opacity(layer, x, y), `${x}, ${y}`).to.be.above(240);
    }
  });

  it('keeps the legs below its hem and the old top above its edge', async () => {
    const layer = await worn('none');
    for (const [x, y] of [
      [255, 760],
      [345, 760],
      [300, 250],
      [240, 260],
    ] as const) {
      expect(opacity(layer, x, y), `${x}, ${y}`).to.equal(0);
    }
  });

  it('is close to the body above the hips, however its sleeves hang in the photo', async () => {
    const layer = await worn('spread');
    expect(opacity(layer, 300, 400)).to.be.above(240);
    for (const [x, y] of [
      [100, 400],
      [90, 460],
      [500, 400],
      [510, 460],
    ] as const) {
      expect(opacity(layer, x, y), `${x}, ${y}`).to.equal(0);
    }
  });

  it('stays behind the hand and off the face', async () => {
    const layer = await worn('none');
    expect(opacity(layer, 318, 456)).to.be.below(20);
    for (let y = 70; y < 200; y += 5) {
      for (let x = 240; x < 360; x += 5) expect(opacity(layer, x, y), `${x}, ${y}`).to.equal(0);
    }
  });

  it('is the same every time', async () => {
    const [first, second] = [await worn('along the arms'), await worn('along the arms')];
    expect(Buffer.from(first.pixels.data).equals(Buffer.from(second.pixels.data))).to.equal(true);
  });
});
