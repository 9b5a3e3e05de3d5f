import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { cutOut } from '../../../../../../workers/renderer/products/cutout/cutout.ts';
import { overlap } from './cutout-drawings.ts';

const folder = join(import.meta.dirname, '../../../../../../../shared/photos/products');
const SIDE = 1200;
/** Measured: .986 to 1.000. */
const least = 0.98;

/** The photo flattened on white, and its own alpha as the truth. */
async function flattened(path: string) {
  const source = readFileSync(path);
  const { data, info } = await sharp(source)
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    image: await sharp(source).flatten({ background: '#fff' }).png().toBuffer(),
    width: info.width,
    height: info.height,
    inside: (x: number, y: number) => data[y * info.width + x]! > 127,
  };
}

describe('cutting real product photos', () => {
  const photos = existsSync(folder) ? readdirSync(folder) : [];
  if (photos.length === 0) {
    it('needs the photo collection', function () {
      console.log(`      skipped: no photos at ${folder}`);
      this.skip();
    });
  }
  for (const name of photos.filter((file) => file.endsWith('_rgba.png'))) {
    it(`finds the product of ${name} on white, as its own alpha channel defines it`, async () => {
      const drawing = await flattened(join(folder, name));
      const cutout = await cutOut(drawing.image, { maxSide: SIDE });
      expect(cutout).to.include({ kind: 'cut' });
      expect(overlap(cutout, drawing)).to.be.above(least);
    });
  }
  for (const name of photos.filter((file) => /^(jeans|knit|dress_white)/.test(file))) {
    it(`reports low trust for the outline of ${name}`, async () => {
      const cutout = await cutOut(readFileSync(join(folder, name)));
      expect(cutout.trust).to.equal('low');
    });
  }
});
