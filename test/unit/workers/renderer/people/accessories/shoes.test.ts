import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { changedOutside } from '../../../../../../scripts/bench/local-quality/measures.ts';
import { type Paint, renderLocal } from '../../../../../../workers/renderer/compose/renderer.ts';
import { wearAccessory } from '../../../../../../workers/renderer/people/accessories/accessories.ts';
import { shoesIn } from '../../../../../../workers/renderer/people/accessories/shoe-shape.ts';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
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
    const { kind, shoes } = await shoesIn(await shoePicture('laced'));
    expect(kind).to.equal('single');
    const [shoe] = shoes;
    expect(shoe!.length).to.be.closeTo(284, 12);
    expect(shoe!.height).to.be.closeTo(112, 14);
    const heel = shoe!.at(0, 0);
    const toe = shoe!.at(1, 0);
    expect(Math.atan2(toe.y - heel.y, heel.x - toe.x)).to.be.closeTo((18 * Math.PI) / 180, 0.06);
    const { data, width } = shoe!.cutout;
    let aloft = 0;
    for (let i = 3; i < width * 130 * 4; i += 4) if (data[i]! > 60) aloft++;
    expect(aloft).to.be.below(30);
  });

  it('has the toe on the correct side', async () => {
    const { shoes } = await shoesIn(await shoePicture('right'));
    expect(shoes[0]!.at(1, 0).x).to.be.above(shoes[0]!.at(0, 0).x + 200);
    expect(shoes[0]!.collar.u).to.be.within(0.08, 0.4);
  });

  it('keeps the straps and the thin heel of a sandal', async () => {
    const picture = await shoePicture('sandal');
    const { shoes } = await shoesIn(picture);
    const solid = ({ data }: Pixels): number => data.filter((value, i) => i % 4 === 3 && value > 127).length;
    expect(solid(shoes[0]!.cutout)).to.be.above(solid(picture) * 0.97);
  });

  it('does not cut a boot into a low shoe', async () => {
    expect(await shoesIn(await shoePicture('boot'))).to.have.property('kind', 'together');
  });

  it('contains two shoes where they are separate, and says when they overlap', async () => {
    expect(await shoesIn(await shoePicture('apart'))).to.have.property('kind', 'two');
    expect(await shoesIn(await shoePicture('overlapping'))).to.have.property('kind', 'together');
  });
});

describe('shoes', () => {
  const worn = async (picture: Parameters<typeof shoePicture>[0]) => {
    const { scene, person } = await personInShoes();
    const thing = { cutout: await shoePicture(picture), widthCm: 29, zone: 'feet' as const };
    return { scene, layer: await wearAccessory(thing, scene, person, getFrame(person)) };
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
      expect(after.data[(y * 740 + x) * 3]).to.be.below(120);
    }
  });
});
