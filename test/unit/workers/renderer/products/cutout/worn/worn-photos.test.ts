import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import sharp from 'sharp';
import { renderLocal } from '../../../../../../../workers/renderer/compose/renderer.ts';
import { type PersonModels, personModels } from '../../../../../../../workers/renderer/people/body/models.ts';
import { bestWornCutout } from '../../../../../../../workers/renderer/products/cutout/cutout.ts';
import { trousersCutout } from '../../../people/garments/bottoms.ts';
import { rgb } from '../../../synthetic.ts';

const photos = new URL('../../../../../../../../shared/photos/', import.meta.url);
const read = (path: string): Buffer => readFileSync(new URL(path, photos));
const dress = { zone: 'full', legged: false } as const;
const top = { zone: 'torso', legged: false } as const;
const trousers = { zone: 'legs', legged: true } as const;
const hat = { zone: 'head', legged: false } as const;

async function loaded(): Promise<PersonModels> {
  const models = await personModels();
  if (models instanceof Error) throw models;
  return models;
}

describe('a product photo', () => {
  it('without a person is not one of a worn garment', async () => {
    const { data, width, height } = await trousersCutout();
    const flat = await sharp(data, { raw: { width, height, channels: 4 } })
      .flatten({ background: '#ffffff' })
      .png()
      .toBuffer();
    expect(await bestWornCutout([flat], trousers, await loaded())).to.equal(undefined);
  });

  it('that cannot be decoded is rejected', async () => {
    let reason: unknown;
    await bestWornCutout([Buffer.from('no picture')], top, await loaded()).catch((error) => {
      reason = error;
    });
    expect(reason).to.be.instanceOf(Error);
  });
});

describe('garments worn in real product photos', () => {
  before(function () {
    if (existsSync(photos)) return;
    console.log('      skipped: the folder of test photos is not there');
    this.skip();
  });

  for (const [file, kind] of [
    ['jeans_blue_worn.jpg', trousers],
    ['dress_red_worn.jpg', dress],
    ['dress_white_worn.jpg', dress],
    ['dress_grey_worn.jpg', dress],
    ['knit_hat_white_worn.jpg', hat],
  ] as const) {
    it(`are cut off the person in ${file}, without skin`, async () => {
      const { cutout } = (await bestWornCutout([read(`products/${file}`)], kind, await loaded()))!;
      expect(cutout).to.include({ kind: 'worn', trust: 'high' });
      expect(cutout.joints).to.not.equal(undefined);
      expect(skinShare(cutout.rgba)).to.be.below(0.03);
    });
  }

  for (const [file, kind, why] of [
    ['person_grey_sweatshirt_blue.jpg', top, 'hands before the chest'],
    ['person_woman_red_top_ochre.jpg', top, 'a person turned away'],
    ['person_woman_striped_outfit_teal.jpg', dress, 'a dress cut off by the photo'],
    ['person_woman_full_body_orange_tee.jpg', top, 'a shirt too small to show'],
    ['person_man_white_tee_street.jpg', top, 'arms that a blue light leaves little skin of'],
  ] as const) {
    it(`stay whole photos where they cannot be cut out: ${why}`, async () => {
      const { cutout } = (await bestWornCutout([read(`scenes/${file}`)], kind, await loaded()))!;
      expect(cutout).to.include({ kind: 'whole', trust: 'low' });
    });
  }

  it('are not used if there is a photo of the garment alone', async () => {
    const images = [read('products/knit_hat_white_worn.jpg'), read('products/beanie_blue_rgba.png')];
    const { cutout, index } = (await bestWornCutout(images, hat, await loaded()))!;
    expect(index).to.equal(1);
    expect(cutout.kind).to.equal('alpha');
  });

  it('are not found in photos of garments alone', async () => {
    const alone = readdirSync(new URL('products/', photos)).filter((name) =>
      /^(tee|polo|hoodie|top|beanie|cap)/.test(name),
    );
    for (const name of alone) {
      const kind = /^(beanie|cap)/.test(name) ? hat : top;
      expect(await bestWornCutout([read(`products/${name}`)], kind, await loaded()), name).to.equal(
        undefined,
      );
    }
  });

  it('are not found in a skin-colored hoodie', async () => {
    const grey = sharp(read('products/hoodie_grey_rgba.png')).resize(900).ensureAlpha();
    const { data, info } = await grey.raw().toBuffer({ resolveWithObject: true });
    const dyed = data.map((value, i) =>
      i % 4 === 3 ? value : Math.min(255, value * [1.5, 1.1, 0.9][i % 4]!),
    );
    const { width, height } = info;
    const image = await sharp(dyed, { raw: { width, height, channels: 4 } })
      .flatten({ background: '#d8d8d8' })
      .png()
      .toBuffer();
    expect(await bestWornCutout([image], top, await loaded())).to.equal(undefined);
  });

  it('are put on the customer, whose face keeps its bytes: a dress over both legs', async () => {
    const output = { width: 1024, height: 1434 };
    const scene = read('scenes/person_woman_full_body_orange_tee.jpg');
    const images = [read('products/dress_white_worn.jpg')];
    const { png, report } = await renderLocal({
      scene,
      products: [{ category: 'Dresses', tags: [], images }],
      output,
    });
    expect(report.cutout).to.deep.equal(['high']);
    expect(report.placements[0]).to.include({ surface: 'person', zone: 'full' });
    const [before, after] = [
      await rgb(scene, output.width, output.height),
      await rgb(png, output.width, output.height),
    ];
    for (let y = 320; y < 400; y += 2) {
      for (let x = 530; x < 580; x += 2) {
        const i = (y * output.width + x) * 3;
        expect(after.subarray(i, i + 3).equals(before.subarray(i, i + 3)), `${x}, ${y}`).to.equal(true);
      }
    }
    // Between the thighs, where the background is visible between her jeans.
    const skirt = (930 * output.width + 535) * 3;
    expect(Math.min(...after.subarray(skirt, skirt + 3))).to.be.above(150);
  });
});

/** Share of the opaque pixels that look like light skin. */
function skinShare(rgba: Buffer): number {
  let [all, bare] = [0, 0];
  for (let i = 0; i < rgba.length; i += 4) {
    if (rgba[i + 3]! < 200) continue;
    all++;
    const [r, g, b] = [rgba[i]!, rgba[i + 1]!, rgba[i + 2]!];
    if (r > g + 25 && g > b + 8 && r < g * 1.7 && r > 90) bare++;
  }
  return bare / all;
}
