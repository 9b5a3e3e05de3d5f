import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { changedOutside } from '../../../../../../scripts/bench/local-quality/measures.ts';
import { type Paint, renderLocal } from '../../../../../../workers/renderer/compose/renderer.ts';
import { wearAccessory } from '../../../../../../workers/renderer/people/accessories/accessories.ts';
import { readShoe, type Shoe } from '../../../../../../workers/renderer/people/accessories/shoe-shape.ts';
import {
  getSole,
  placeShoe,
  soleShadow,
} from '../../../../../../workers/renderer/people/accessories/shoes.ts';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import type { Foot } from '../../../../../../workers/renderer/people/body/feet.ts';
import type { Layer } from '../../../../../../workers/renderer/pixels/layer.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { rgb } from '../../synthetic.ts';
import { personInShoes, shoePicture } from './shoe-drawings.ts';

/** Straight RGBA over the scene, as the renderer paints. */
function painted(scene: Pixels, layers: (Layer | undefined)[]): Uint8Array {
  const out = new Uint8Array(scene.data);
  for (const layer of layers) {
    if (!layer) continue;
    const { rect, pixels } = layer;
    for (let i = 0; i < rect.width * rect.height; i++) {
      const to = ((rect.y + Math.floor(i / rect.width)) * scene.width + rect.x + (i % rect.width)) * 3;
      const share = pixels.data[i * 4 + 3]! / 255;
      for (let c = 0; c < 3; c++)
        out[to + c] = Math.round(pixels.data[i * 4 + c]! * share + out[to + c]! * (1 - share));
    }
  }
  return out;
}

describe('the photo of a shoe', () => {
  it('is one level shoe without its loose lace', async () => {
    const shoe = (await readShoe(await shoePicture('laced')))!;
    expect(shoe.length).to.be.closeTo(284, 12);
    expect(shoe.height).to.be.closeTo(112, 14);
    const heel = shoe.at(0, 0);
    const toe = shoe.at(1, 0);
    expect(Math.atan2(toe.y - heel.y, heel.x - toe.x)).to.be.closeTo((18 * Math.PI) / 180, 0.06);
    const { data, width } = shoe.cutout;
    let aloft = 0;
    for (let i = 3; i < width * 130 * 4; i += 4) if (data[i]! > 60) aloft++;
    expect(aloft).to.be.below(30);
  });

  it('has the toe on the correct side', async () => {
    const shoe = (await readShoe(await shoePicture('right')))!;
    expect(shoe.at(1, 0).x).to.be.above(shoe.at(0, 0).x + 200);
  });

  it('is one of two separate shoes', async () => {
    const shoe = (await readShoe(await shoePicture('apart')))!;
    expect(shoe.length).to.be.closeTo(284, 12);
    expect(shoe.height).to.be.closeTo(112, 14);
  });

  for (const picture of ['boot', 'sandal', 'overlapping'] as const) {
    it(`is not used where it would look wrong on a foot (${picture})`, async () => {
      expect(await readShoe(await shoePicture(picture))).to.equal(undefined);
    });
  }
});

/** A foot below an ankle at (150, 100), seen from the front or side; `u` is 100. */
const getFoot = (left: number, right: number, bottom: number): Foot => ({
  end: { x: 150, y: 100 },
  width: 28,
  lean: 0,
  cells: new Uint8Array(0),
  left,
  right,
  bottom,
});

describe('a shoe on a foot', () => {
  const shoe = { length: 280, height: 110, collar: 0.7 } as Shoe;
  const toe = (foot: Foot, outward: -1 | 1): number => {
    const [heel, end] = placeShoe(foot, shoe, 100, outward);
    return Math.sign(end.x - heel.x);
  };

  it('points outwards on a foot seen from the front that leans in a little', () => {
    expect(toe(getFoot(120, 154, 160), 1)).to.equal(1);
    expect(toe(getFoot(146, 180, 160), -1)).to.equal(-1);
  });

  it('points in the direction of a foot seen from the side', () => {
    expect(toe(getFoot(85, 157, 138), 1)).to.equal(-1);
    expect(toe(getFoot(143, 215, 138), -1)).to.equal(1);
  });

  it('is as long as the foot, within the size of shoes', () => {
    const [heel, end] = placeShoe(getFoot(85, 157, 138), shoe, 100, 1);
    expect(Math.abs(end.x - heel.x)).to.be.within(72, 86);
    const [narrow, tip] = placeShoe(getFoot(140, 160, 150), shoe, 100, 1);
    expect(Math.abs(tip.x - narrow.x)).to.be.within(50, 60);
  });
});

describe('shoes', () => {
  const worn = async (picture: Parameters<typeof shoePicture>[0]) => {
    const { scene, person } = await personInShoes();
    const thing = { cutout: await shoePicture(picture), widthCm: 29, zone: 'feet' as const };
    return { scene, layer: await wearAccessory(thing, { scene, person, frame: getFrame(person) }) };
  };

  for (const picture of ['laced', 'right'] as const) {
    it(`are put on both feet and hide the old ones completely (${picture})`, async () => {
      const { scene, layer } = await worn(picture);
      const after = painted(scene, [layer?.under, layer]);
      const at = (x: number, y: number) => [...after.subarray((y * 600 + x) * 3, (y * 600 + x) * 3 + 3)];
      for (const x of [190, 350]) expect(at(x, 738)[0], `new at ${x}`).to.be.above(150);
      let green = 0;
      for (let i = 0; i < after.length; i += 3)
        if (after[i + 1]! > after[i]! + 40 && after[i + 1]! > after[i + 2]! + 40) green++;
      expect(green).to.equal(0);
    });

    it(`point where the feet point and stay behind the trousers (${picture})`, async () => {
      const { scene, layer } = await worn(picture);
      const red = (x: number, y: number): boolean => {
        const i = ((y - layer!.rect.y) * layer!.rect.width + x - layer!.rect.x) * 4;
        return layer!.pixels.data[i + 3]! > 200;
      };
      // The toe's end is low: nothing of the shoe is above it, the whole heel is under the leg.
      expect(red(150, 745)).to.equal(true);
      expect(red(140, 705)).to.equal(false);
      const after = painted(scene, [layer?.under, layer]);
      for (const x of [210, 220, 230, 370, 380, 390]) {
        const i = (690 * 600 + x) * 3;
        expect([...after.subarray(i, i + 3)]).to.deep.equal([0x2b, 0x4a, 0x9a]);
      }
    });
  }

  it('of a pair in one piece of one color are not put on', async () => {
    const { layer } = await worn('overlapping');
    expect(layer).to.equal(undefined);
  });
});

describe('the shadow of a shoe', () => {
  it('lies along its visible lower edge', () => {
    // Opaque above a lower edge that rises from its left to its right end.
    const [width, height] = [100, 60];
    const data = new Uint8Array(width * height * 4);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) if (y < 60 - x * 0.4) data[(y * width + x) * 4 + 3] = 255;
    }
    const sole = getSole({ rect: { x: 200, y: 300, width, height }, pixels: { data, width, height } });
    expect(sole[0]!.y).to.be.closeTo(360 - 12 * 0.4, 2);
    expect(sole[1]!.y).to.be.closeTo(360 - 85 * 0.4, 2);
    const { rect, plane } = soleShadow([sole], 100);
    const lost = (x: number, y: number): number =>
      plane.data[
        Math.floor(((y - rect.y) / rect.height) * plane.height) * plane.width +
          Math.floor(((x - rect.x) / rect.width) * plane.width)
      ]!;
    expect(lost(250, 342)).to.be.above(0.3);
    expect(lost(285, 362)).to.be.below(0.05);
  });
});

const photos = new URL('../../../../../../../shared/photos/', import.meta.url);

describe('shoes on a photo', () => {
  before(function () {
    if (existsSync(photos)) return;
    console.log('      skipped: the folder of test photos is not there');
    this.skip();
  });

  it('change nothing but the shoes and their shadow', async () => {
    const scene = readFileSync(new URL('scenes/person_woman_full_body_orange_tee.jpg', photos));
    const product = readFileSync(new URL('products/shoe_black_sneaker.jpg', photos));
    const output = { width: 740, height: 1024 };
    const paints: Paint[] = [];
    const { png, report } = await renderLocal(
      { scene, products: [{ category: 'Sneakers', tags: [], images: [product] }], output },
      { onPaint: (paint) => paints.push(paint) },
    );
    expect(report.placements[0]).to.include({ surface: 'person', zone: 'feet' });
    const before = { data: await rgb(scene, 740, 1024), ...output };
    const after = { data: await rgb(png, 740, 1024), ...output };
    expect(changedOutside(before, after, paints, [])).to.equal(0);
    // Both old shoes are white; black ones are in their places.
    for (const [x, y] of [
      [240, 920],
      [395, 935],
    ] as const) {
      expect(after.data[(y * 740 + x) * 3]).to.be.below(before.data[(y * 740 + x) * 3]! - 60);
    }
  });
});
