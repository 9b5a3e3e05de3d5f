import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { ImageRejected, inspectImage } from '../../../../shared/images/inspect.ts';
import { type NormalisedImage, normaliseImage } from '../../../../shared/images/normalise.ts';
import * as make from './make-images.ts';

const photo = make.pattern(320, 240);
const cutOut = make.pattern(320, 240, 4);

const normalise = async (bytes: Buffer): Promise<NormalisedImage> =>
  normaliseImage(bytes, await inspectImage(bytes));

/** Largest difference of a pixel between two images of one size. */
async function difference(a: Buffer, b: Buffer): Promise<number> {
  const [left, right] = await Promise.all([a, b].map((image) => sharp(image).removeAlpha().raw().toBuffer()));
  return left!.reduce((most, level, at) => Math.max(most, Math.abs(level - right![at]!)), 0);
}

async function expectNoMetadata(image: Buffer): Promise<void> {
  const { exif, xmp, iptc, icc, orientation, comments } = await sharp(image).metadata();
  expect([exif, xmp, iptc, icc, orientation, comments]).to.deep.equal(Array(6).fill(undefined));
}

const uprightCorners: Record<number, string> = {
  1: 'red green blue white',
  2: 'green red white blue',
  3: 'white blue green red',
  4: 'blue white red green',
  5: 'red blue green white',
  6: 'blue red white green',
  7: 'white green blue red',
  8: 'green white red blue',
};

const gps = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } };

const kept: Record<string, Sharp> = {
  JPEG: photo.clone().jpeg(),
  'progressive JPEG': photo.clone().jpeg({ progressive: true }),
  PNG: photo.clone().png(),
  'palette PNG': photo.clone().png({ palette: true }),
  'PNG with alpha': cutOut.clone().png(),
  WebP: photo.clone().webp(),
  'WebP with alpha': cutOut.clone().webp(),
  'lossless WebP with alpha': cutOut.clone().webp({ lossless: true }),
};

/** Converted to 8-bit sRGB, the pixels look like the photo's; `within` levels for what the way there costs. */
const converted: Record<string, { image: Sharp; within: number }> = {
  '16-bit PNG': { image: photo.clone().toColourspace('rgb16').png(), within: 12 },
  'Display P3 JPEG': {
    image: photo.clone().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).withIccProfile('p3'),
    within: 24,
  },
};

describe('normaliseImage', () => {
  for (const [name, image] of Object.entries(kept)) {
    it(`leaves a fit ${name} as it is, byte by byte`, async () => {
      const bytes = await image.clone().toBuffer();
      const { mime } = await inspectImage(bytes);
      expect(await normalise(bytes)).to.deep.equal({
        changed: false,
        mime,
        width: 320,
        height: 240,
        bytes: bytes.length,
      });
    });

    it(`drops EXIF, GPS and XMP of a ${name} without touching its pixels`, async () => {
      const bytes = await image
        .clone()
        .withExif(gps)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
        .toBuffer();
      const { data, mime } = await normalise(bytes);
      await expectNoMetadata(data!);
      expect(data!.includes('Camera')).to.equal(false);
      expect((await inspectImage(data!)).mime).to.equal(mime);
      expect(await difference(bytes, data!)).to.equal(0);
      expect((await sharp(data!).metadata()).hasAlpha).to.equal((await sharp(bytes).metadata()).hasAlpha);
    });
  }

  for (const [orientation, expected] of Object.entries(uprightCorners)) {
    it(`turns EXIF orientation ${orientation} upright`, async () => {
      for (const format of ['jpeg', 'webp', 'png'] as const) {
        const image = make
          .quadrants()
          .toFormat(format)
          .withMetadata({ orientation: Number(orientation) });
        const { data, width, height } = await normalise(await image.toBuffer());
        expect((await make.getCorners(data!)).join(' '), format).to.equal(expected);
        expect([width, height]).to.deep.equal(Number(orientation) < 5 ? [120, 80] : [80, 120]);
        await expectNoMetadata(data!);
      }
    });
  }

  for (const [name, { image, within }] of Object.entries(converted)) {
    it(`brings a ${name} to 8-bit sRGB`, async () => {
      const { data } = await normalise(await image.clone().toBuffer());
      const { space, depth, hasProfile } = await sharp(data!).metadata();
      expect([space, depth, hasProfile]).to.deep.equal(['srgb', 'uchar', false]);
      expect(await difference(data!, await photo.clone().png().toBuffer())).to.be.below(within);
    });
  }

  it('brings CMYK, grey and 1-bit images to three channels of 8-bit sRGB', async () => {
    const images = [
      photo.clone().toColourspace('cmyk').jpeg(),
      photo.clone().toColourspace('b-w').jpeg(),
      photo.clone().toColourspace('b-w').threshold(90).png({ colours: 2, palette: true }),
    ];
    for (const image of images) {
      const bytes = await image.toBuffer();
      const { data = bytes } = await normalise(bytes);
      const { space, depth, channels } = await sharp(data).metadata();
      expect([space, depth, channels]).to.deep.equal(['srgb', 'uchar', 3]);
    }
  });

  it('drops the sRGB profile that cameras write and keeps the pixels', async () => {
    const bytes = await photo.clone().jpeg().toBuffer();
    const profile = Buffer.concat([
      Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'),
      Buffer.from('…sRGB IEC61966-2.1'),
    ]);
    const tagged = make.withJpegSegment(bytes, 0xe2, profile);
    const { data } = await normalise(tagged);
    expect(data!.equals(bytes)).to.equal(true);
  });

  it('scales the long side down to 2048 and keeps alpha', async () => {
    const wide = await normalise(await make.pattern(3000, 1000).jpeg().toBuffer());
    expect([wide.mime, wide.width, wide.height]).to.deep.equal(['image/jpeg', 2048, 683]);
    const tall = await normalise(await make.pattern(500, 2500, 4).webp({ effort: 0 }).toBuffer());
    expect([tall.mime, tall.width, tall.height]).to.deep.equal(['image/png', 410, 2048]);
    expect((await sharp(tall.data!).stats()).isOpaque).to.equal(false);
  });

  it('refuses a product that is transparent everywhere, and accepts one that is barely visible', async () => {
    const clear = sharp({ create: { width: 600, height: 400, channels: 4, background: '#f000' } });
    for (const format of ['png', 'webp'] as const) {
      const error = await normalise(await clear.clone().toFormat(format).toBuffer()).catch(
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(ImageRejected).with.property('reason', 'empty');
    }
    const dot = await sharp({ create: { width: 30, height: 30, channels: 4, background: '#000' } })
      .png()
      .toBuffer();
    const visible = await clear
      .clone()
      .composite([{ input: dot, left: 9, top: 9 }])
      .png()
      .toBuffer();
    expect((await normalise(visible)).changed).to.equal(false);
  });

  it('lets nothing hide in comments or behind the end', async () => {
    const script = Buffer.from('<script>alert(1)</script>');
    const jpeg = await photo.clone().jpeg().toBuffer();
    const png = await photo.clone().png().toBuffer();
    const webp = await photo.clone().webp().toBuffer();
    const polyglots: [Buffer, Buffer][] = [
      [make.withJpegSegment(jpeg, 0xfe, script), jpeg],
      [Buffer.concat([jpeg, script]), jpeg],
      [Buffer.concat([jpeg, Buffer.from('PK\x03\x04'), jpeg]), jpeg],
      [make.afterPngHeader(png, make.pngChunk('tEXt', script)), png],
      [Buffer.concat([png, script]), png],
      [Buffer.concat([webp, script]), webp],
    ];
    for (const [polyglot, clean] of polyglots) {
      const { data } = await normalise(polyglot);
      expect(data!.equals(clean)).to.equal(true);
    }
  });

  it('reads from a file and leaves the file alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'images-'));
    const path = join(folder, 'spooled');
    const bytes = await photo.clone().png().toBuffer();
    await writeFile(path, bytes);
    const facts = await inspectImage(path);
    expect(await normaliseImage(path, facts)).to.include({ changed: false, bytes: bytes.length });
    await rm(folder, { recursive: true });
  });

  it('works through more images at once than it decodes at once', async () => {
    const bytes = await photo.clone().jpeg().toBuffer();
    const broken = bytes.subarray(0, bytes.length / 2);
    const work = Array.from({ length: 40 }, (_, i) => normalise(i % 3 === 0 ? broken : bytes));
    const settled = await Promise.allSettled(work);
    expect(settled.filter(({ status }) => status === 'fulfilled')).to.have.length(26);
  });
});
