import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import sharp from 'sharp';
import { type Paint, renderLocal } from '../../../../../../workers/renderer/compose/renderer.ts';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import type { Person } from '../../../../../../workers/renderer/people/body/read-person.ts';
import {
  type BottomShape,
  bottomShape,
} from '../../../../../../workers/renderer/people/garments/bottom-shape.ts';
import { drawGarment } from '../../../../../../workers/renderer/people/garments/draw-garment.ts';
import { dress } from '../../../../../../workers/renderer/people/garments/dress.ts';
import {
  findOldClothes,
  type OldClothes,
} from '../../../../../../workers/renderer/people/garments/old-clothes.ts';
import { wearBottom } from '../../../../../../workers/renderer/people/garments/wear-bottom.ts';
import type { Layer } from '../../../../../../workers/renderer/pixels/layer.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { rgb } from '../../synthetic.ts';
import { drawnPerson, teeCutout } from '../figure.ts';
import { boxCutout, shortsCutout, skirtCutout, trousersCutout } from './bottoms.ts';

const opacity = ({ rect, pixels }: Layer, x: number, y: number): number => {
  const inside = x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
  return inside ? pixels.data[((y - rect.y) * pixels.width + x - rect.x) * 4 + 3]! : 0;
};

describe('the outline of a garment for the legs', () => {
  const middles = (leg: BottomShape['body']) => leg.map(({ left, right }) => (left + right) / 2);

  it('shows waistband, crotch and both legs of trousers', async () => {
    const shape = bottomShape(await trousersCutout())!;
    expect(shape.body[0]!.y).to.be.closeTo(20, 6);
    expect(shape.body.at(-1)!.y).to.be.closeTo(290, 16);
    expect(shape.seam[1]).to.be.closeTo(200, 3);
    const [left, right] = shape.legs!;
    expect(left.at(-1)!.y).to.be.closeTo(882, 6);
    expect(middles(left).at(-1)).to.be.closeTo(81, 5);
    expect(middles(right).at(-1)).to.be.closeTo(319, 5);
  });

  it('shows short legs of shorts and none of a skirt', async () => {
    const shorts = bottomShape(await shortsCutout())!;
    expect(shorts.body.at(-1)!.y).to.be.closeTo(262, 8);
    expect(shorts.legs![1].at(-1)!.y).to.be.closeTo(400, 6);
    const skirt = bottomShape(await skirtCutout())!;
    expect(skirt.legs).to.equal(undefined);
    expect(skirt.body.at(-1)!.right - skirt.body.at(-1)!.left).to.be.closeTo(348, 16);
  });

  it('is divided along the middle where legs are side by side and the words say trousers', async () => {
    const leggings = await trousersCutout();
    const { data, width } = leggings;
    for (let y = 292; y < 880; y++) {
      for (let x = 120; x < 280; x++) data.set([40, 40, 60, 255], (y * width + x) * 4);
    }
    const { legs, body } = bottomShape(leggings, true)!;
    expect(legs![0][8]!.right).to.be.closeTo(200, 6);
    expect(legs![1][8]!.left).to.be.closeTo(200, 6);
    expect(body.at(-1)!.y).to.be.within(110, 330);
  });

  it('is not found in a box', async () => {
    expect(bottomShape(await boxCutout())).to.equal(undefined);
    expect(bottomShape(await boxCutout(), true)).to.equal(undefined);
  });
});

describe('a garment for the legs on a drawn person', () => {
  let scene: Pixels;
  let person: Person;
  let old: OldClothes;
  let trousers: Layer;

  const worn = async (cutout: Pixels, who = person): Promise<Layer | undefined> => {
    const drawing = await wearBottom(cutout, { scene, person: who, frame: getFrame(who) }, old, false);
    return drawing && drawGarment(drawing);
  };
  const share = (x: number, y: number) =>
    old.plane.data[Math.round(y * person.scale) * person.mask.width + Math.round(x * person.scale)]!;
  const isOld = (x: number, y: number): boolean => {
    const i = (y * 600 + x) * 3;
    return scene.data[i] === 0x30 && scene.data[i + 1] === 0x3a && scene.data[i + 2] === 0x60;
  };

  before(async () => {
    ({ scene, person } = await drawnPerson());
    old = await findOldClothes(person, getFrame(person), 'legs');
    trousers = (await worn(await trousersCutout()))!;
  });

  it('replaces only the trousers, not top, skin and ground', () => {
    for (const [x, y] of [
      [300, 560],
      [255, 700],
      [345, 700],
    ] as const) {
      expect(share(x, y), `${x}, ${y}`).to.be.above(0.9);
    }
    for (const [x, y] of [
      [300, 140],
      [300, 350],
      [300, 470],
      [318, 456],
      [60, 700],
      [300, 760],
    ] as const) {
      expect(share(x, y), `${x}, ${y}`).to.be.below(0.2);
    }
  });

  it('covers the old trousers down to the ankles', () => {
    let [cloth, open] = [0, 0];
    for (let y = 524; y < 776; y += 3) {
      for (let x = 210; x < 390; x += 3) {
        if (!isOld(x, y)) continue;
        cloth++;
        if (opacity(trousers, x, y) < 200) open++;
      }
    }
    expect(cloth).to.be.above(1500);
    expect(open / cloth).to.be.below(0.03);
  });

  it('follows the legs and leaves the gap between them', () => {
    for (const y of [640, 700, 760]) {
      expect(opacity(trousers, 255, y), `left leg at ${y}`).to.be.above(240);
      expect(opacity(trousers, 345, y), `right leg at ${y}`).to.be.above(240);
    }
    for (const y of [750, 770]) expect(opacity(trousers, 300, y), `gap at ${y}`).to.equal(0);
    for (const x of [150, 450]) expect(opacity(trousers, x, 700), `beside at ${x}`).to.equal(0);
  });

  it('stays behind hands and below the hem of the top, and off the face', () => {
    for (let y = 0; y < 800; y += 2) {
      for (let x = 0; x < 600; x += 2) {
        const i = (y * 600 + x) * 3;
        const [r, g] = [scene.data[i], scene.data[i + 1]];
        const kept = (r === 0xd0 && g === 0x9a) || (r === 0x3a && g === 0x7a);
        if (kept) expect(opacity(trousers, x, y), `${x}, ${y}`).to.equal(0);
      }
    }
  });

  it('has the product’s color, within a few shades', () => {
    const { rect, pixels } = trousers;
    const i = ((700 - rect.y) * pixels.width + 255 - rect.x) * 4;
    expect(pixels.data[i]).to.be.within(0x8a * 0.75, 0x8a * 1.25);
    expect(pixels.data[i + 1]).to.be.within(0x2f * 0.75, 0x2f * 1.3);
  });

  it('ends at its own length, above the old trousers as a lower layer', async () => {
    const shorts = (await worn(await shortsCutout()))!;
    expect(opacity(shorts, 255, 600)).to.be.above(240);
    expect(opacity(shorts, 255, 720)).to.equal(0);
    expect(opacity(shorts, 345, 720)).to.equal(0);
  });

  it('hangs in one piece over both legs when it is a skirt', async () => {
    const skirt = (await worn(await skirtCutout()))!;
    for (const x of [250, 300, 350]) expect(opacity(skirt, x, 640), `at ${x}`).to.be.above(240);
    expect(opacity(skirt, 300, 780)).to.equal(0);
    expect(opacity(skirt, 318, 456)).to.equal(0);
  });

  it('extends to the edge of a picture that ends below the hips', async () => {
    const cut = await cutAt(640);
    const drawing = await wearBottom(
      await trousersCutout(),
      { ...cut, frame: getFrame(cut.person) },
      old,
      false,
    );
    const layer = await drawGarment(drawing!);
    expect(layer.rect.y + layer.rect.height).to.equal(640);
    expect(opacity(layer, 255, 636)).to.be.above(240);
  });

  it('is not put on where the picture ends at the hips, nor with a shape unlike a garment', async () => {
    const cut = await cutAt(524);
    const layer = await wearBottom(
      await trousersCutout(),
      { ...cut, frame: getFrame(cut.person) },
      old,
      false,
    );
    expect(layer).to.equal(undefined);
    expect(await worn(await boxCutout())).to.equal(undefined);
  });

  it('is the same every time', async () => {
    const again = (await worn(await trousersCutout()))!;
    expect(Buffer.compare(Buffer.from(again.pixels.data), Buffer.from(trousers.pixels.data))).to.equal(0);
  });

  it('is put on before the top of the same request', async () => {
    const wearer = {
      view: { pixels: scene, x: 40, y: 30 },
      person,
      frame: getFrame(person),
      box: person.box,
      body: { centre: 300, head: 120, crown: 70, shoulders: 220 },
      clothes: new Map(),
    };
    const plan = { surface: 'person', widthCm: 50, heightCm: 70, sizeStated: false } as const;
    const layers = await dress(wearer, [
      { index: 0, plan: { ...plan, kind: 'top', zone: 'torso' }, cutout: await teeCutout() },
      { index: 1, plan: { ...plan, kind: 'trousers', zone: 'legs' }, cutout: await trousersCutout() },
    ]);
    expect([...layers.keys()]).to.deep.equal([1, 0]);
  });

  /** The same picture, cut off below a row: knees and ankles are outside and not visible. */
  async function cutAt(height: number): Promise<{ scene: Pixels; person: Person }> {
    const { pose } = person;
    const unseen = { score: 0.05 };
    const data = await sharp(scene.data, { raw: { width: 600, height: 800, channels: 3 } })
      .extract({ left: 0, top: 0, width: 600, height })
      .raw()
      .toBuffer();
    return {
      scene: { data, width: 600, height },
      person: {
        ...person,
        pose: {
          ...pose,
          leftKnee: { ...pose.leftKnee, ...unseen },
          rightKnee: { ...pose.rightKnee, ...unseen },
          leftAnkle: { ...pose.leftAnkle, ...unseen },
          rightAnkle: { ...pose.rightAnkle, ...unseen },
        },
      },
    };
  }
});

const photo = new URL(
  '../../../../../../../shared/photos/scenes/person_woman_full_body_orange_tee.jpg',
  import.meta.url,
);

describe('trousers on a photo of a whole person', () => {
  it('change only their own area: face, hands, top and ground keep their bytes', async function () {
    if (!existsSync(photo)) {
      console.log('      (the folder of test photos is not there)');
      this.skip();
    }
    const { data, width, height } = await trousersCutout();
    const image = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const scene = readFileSync(photo);
    const output = { width: 600, height: 830 };
    const products = [{ category: 'Trousers', tags: [], images: [image] }];
    const paints: Paint[] = [];
    const { png, report } = await renderLocal(
      { scene, products, output },
      { onPaint: (paint) => paints.push(paint) },
    );
    expect(report.placements[0]).to.include({ surface: 'person', zone: 'legs' });
    const [before, after] = [
      await rgb(scene, output.width, output.height),
      await rgb(png, output.width, output.height),
    ];
    const { rect, pixels } = paints[0]!;
    expect(paints[0]!.shadow).to.equal(undefined);
    const painted = (i: number): boolean => {
      const [x, y] = [(i % output.width) - rect.x, Math.floor(i / output.width) - rect.y];
      if (x < 0 || y < 0 || x >= rect.width || y >= rect.height) return false;
      return pixels.data[(y * rect.width + x) * 4 + 3]! > 0;
    };
    let [changed, outside] = [0, 0];
    for (let i = 0; i < before.length / 3; i++) {
      if ([0, 1, 2].every((c) => before[i * 3 + c] === after[i * 3 + c])) continue;
      changed++;
      if (!painted(i)) outside++;
    }
    expect(outside).to.equal(0);
    expect(changed).to.be.within(15000, 45000);
    // The middles of both hands, the shirt above its hem, the floor between the feet.
    for (const [x, y] of [
      [238, 490],
      [363, 495],
      [300, 400],
      [267, 663],
    ] as const) {
      const i = y * output.width + x;
      expect([...after.subarray(i * 3, i * 3 + 3)], `${x}, ${y}`).to.deep.equal([
        ...before.subarray(i * 3, i * 3 + 3),
      ]);
    }
  });
});
