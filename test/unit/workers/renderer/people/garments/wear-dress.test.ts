import { expect } from 'chai';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import type { Pose } from '../../../../../../workers/renderer/people/body/pose.ts';
import type { Person } from '../../../../../../workers/renderer/people/body/read-person.ts';
import { drawGarment } from '../../../../../../workers/renderer/people/garments/draw-garment.ts';
import { findOldClothes } from '../../../../../../workers/renderer/people/garments/old-clothes.ts';
import { wearDress } from '../../../../../../workers/renderer/people/garments/wear-dress.ts';
import { wornShape } from '../../../../../../workers/renderer/people/garments/worn-shape.ts';
import type { Layer } from '../../../../../../workers/renderer/pixels/layer.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { drawing } from '../../drawing-sharp.ts';
import { drawnPerson } from '../figure.ts';

/** A dress on the drawn figure's own joints, 600 × 800: strapless with a wide skirt, or with long sleeves. */
async function drawnDress(sleeves: boolean): Promise<Pixels> {
  const arms = sleeves
    ? '<g stroke="#802040" stroke-width="44" stroke-linecap="round" fill="none"><path d="M212 262 L178 400 L172 500"/><path d="M388 262 L422 400 L350 440"/></g>'
    : '';
  const upper = sleeves ? 'M215 236 L385 236' : 'M214 300 L386 300';
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

describe('the seams of a dress in the photo of its wearer', () => {
  let pose: Pose;
  before(async () => {
    pose = (await drawnPerson()).person.pose;
  });

  it('follow the joints: bare shoulders have seams as well, bare arms no sleeves', async () => {
    const { seams, hips, hem } = wornShape(await drawnDress(false), pose)!;
    expect(seams.shoulders[0].x).to.be.closeTo(201, 6);
    expect(seams.shoulders[0].y).to.be.closeTo(245, 12);
    expect(seams.sleeves).to.deep.equal([undefined, undefined]);
    expect(hips).to.deep.equal({ x: 300, y: 520 });
    expect(hem).to.be.closeTo(699, 3);
  });

  it('separate sleeves from the body down to their cuffs', async () => {
    const { seams, edgesAt } = wornShape(await drawnDress(true), pose)!;
    const [left, right] = seams.sleeves;
    expect(left!.length).to.be.closeTo(236, 30);
    expect(left!.slices.at(-1)!.centre.y).to.be.closeTo(505, 25);
    expect(right!.slices[5]!.half).to.be.closeTo(22, 8);
    expect(edgesAt(420).left).to.be.within(195, 232);
    expect(edgesAt(650).right - edgesAt(650).left).to.be.closeTo(261, 14);
  });

  it('are undefined without shoulders and hips', async () => {
    const unseen = { ...pose, leftShoulder: { ...pose.leftShoulder, score: 0.1 } };
    expect(wornShape(await drawnDress(false), unseen)).to.equal(undefined);
  });
});

describe('a jumpsuit in the photo of its wearer', () => {
  it('is not fitted like a skirt', async () => {
    const { pose } = (await drawnPerson()).person;
    const { data, info } = await drawing(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">
      <path d="M215 236 L385 236 L372 430 L380 780 L320 780 L300 580 L280 780 L220 780 L228 430Z" fill="#802040"/></svg>`,
    )
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(wornShape({ data, width: info.width, height: info.height }, pose)).to.equal(undefined);
  });
});

describe('a dress on a drawn person', () => {
  let scene: Pixels;
  let person: Person;
  const worn = async (sleeves: boolean): Promise<Layer> => {
    const frame = getFrame(person);
    const old = await findOldClothes(person, frame, 'top');
    const drawing = await wearDress(await drawnDress(sleeves), person.pose, scene, person, frame, old);
    return drawGarment(drawing!);
  };

  before(async () => {
    ({ scene, person } = await drawnPerson());
  });

  it('hangs in one piece over both legs and extends beyond them', async () => {
    const layer = await worn(false);
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
    const layer = await worn(false);
    for (const [x, y] of [
      [255, 760],
      [345, 760],
      [300, 250],
      [240, 260],
    ] as const) {
      expect(opacity(layer, x, y), `${x}, ${y}`).to.equal(0);
    }
  });

  it('stays behind the hand and off the face', async () => {
    const layer = await worn(false);
    expect(opacity(layer, 318, 456)).to.be.below(20);
    for (let y = 70; y < 200; y += 5) {
      for (let x = 240; x < 360; x += 5) expect(opacity(layer, x, y), `${x}, ${y}`).to.equal(0);
    }
  });

  it('has sleeves along the arms of its new wearer', async () => {
    const layer = await worn(true);
    for (const [x, y] of [
      [185, 370],
      [173, 460],
    ] as const) {
      expect(opacity(layer, x, y), `${x}, ${y}`).to.be.above(200);
    }
  });

  it('is the same every time', async () => {
    const [first, second] = [await worn(true), await worn(true)];
    expect(Buffer.from(first.pixels.data).equals(Buffer.from(second.pixels.data))).to.equal(true);
  });
});
