import { expect } from 'chai';
import sharp from 'sharp';
import { makeLookImages } from '../../../../shared/try-on/look-images.ts';

/** A PNG whose quarters are red, green, blue and white. */
function quarters(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  const colors = [0xe03030, 0x30c030, 0x3030e0, 0xffffff];
  for (let at = 0; at < width * height; at += 1) {
    const [right, low] = [at % width >= width / 2, Math.floor(at / width) >= height / 2];
    pixels.writeUIntBE(colors[(low ? 2 : 0) + (right ? 1 : 0)]!, at * 3, 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

describe('Images of a shared look', () => {
  for (const [form, width, height] of [
    ['upright', 600, 900],
    ['wide', 1600, 500],
    ['small', 256, 256],
  ] as const) {
    it(`shows all of an ${form} image, large and undistorted, in a preview of 1200 × 630`, async () => {
      const { picture, preview } = await makeLookImages(await quarters(width, height), {});
      expect(picture).to.include({ width, height });
      expect(await sharp(picture.data).metadata()).to.include({ format: 'jpeg', width, height });
      expect(await sharp(preview.data).metadata()).to.include({ format: 'jpeg', width: 1200, height: 630 });

      const scale = Math.min(1140 / width, 570 / height);
      const { data, info } = await sharp(preview.data).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => {
        const start = (Math.round(y) * info.width + Math.round(x)) * info.channels;
        return [...data.subarray(start, start + 3)];
      };
      const [dx, dy] = [(width * scale) / 2 - 8, (height * scale) / 2 - 8];
      const corners = [at(600 - dx, 315 - dy), at(600 + dx, 315 - dy), at(600 - dx, 315 + dy)];
      for (const [index, corner] of corners.entries()) {
        expect(corner.indexOf(Math.max(...corner)), `corner ${index}`).to.equal(index);
      }
      expect(Math.min(...at(600 + dx, 315 + dy)), 'the white corner').to.be.greaterThan(240);
      // The backdrop is darker than the picture before it.
      expect(Math.max(...at(1190, 620))).to.be.lessThan(200);
    });
  }
});
