import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { ImageRejected, inspectImage } from '../../../../shared/images/inspect.ts';
import * as make from './make-images.ts';

const pattern = make.pattern(160, 120);
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false })
    .png({ compressionLevel: 1, palette: false })
    .toBuffer();

async function rejection(source: Buffer | string): Promise<ImageRejected> {
  const error = await inspectImage(source).then(
    () => expect.fail('it should have been rejected'),
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(ImageRejected);
  return error as ImageRejected;
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="9" height="9"/></svg>';
const box = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(99)]);

const refusedTypes: Record<string, () => Promise<Buffer> | Buffer> = {
  SVG: () => Buffer.from(svg),
  'SVG behind an XML declaration': () => Buffer.from(`<?xml version="1.0"?>\n${svg}`),
  'SVG behind a byte order mark': () => Buffer.from(`\ufeff${svg}`),
  GIF: () => pattern.clone().gif().toBuffer(),
  TIFF: () => pattern.clone().tiff().toBuffer(),
  HEIC: () => box('heic'),
  BMP: () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]),
  HTML: () => Buffer.from('<!doctype html><p>404'),
  'one byte': () => Buffer.from([0x89]),
  'GIF that is also JavaScript': () => Buffer.from('GIF89a/*\0\0\0\0*/=1;alert(1)'),
  'RIFF that is no WebP': () => Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(99)]),
};

describe('inspectImage', () => {
  it('detects the type by content for bytes and for a file of any name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'images-'));
    const path = join(folder, 'photo.gif');
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await pattern.clone().toFormat(format).toBuffer();
      await writeFile(path, bytes);
      const expected = {
        mime: `image/${format}`,
        width: 160,
        height: 120,
        orientation: 1,
        hasAlpha: false,
        bytes: bytes.length,
        plainColor: true,
        depth: 'uchar',
      };
      expect(await inspectImage(bytes)).to.deep.equal(expected);
      expect(await inspectImage(path)).to.deep.equal(expected);
    }
    await rm(folder, { recursive: true });
  });

  for (const [name, bytes] of Object.entries(refusedTypes)) {
    it(`refuses ${name} by its content and says what to send`, async () => {
      const { reason, message } = await rejection(await bytes());
      expect(reason).to.equal('type');
      expect(message).to.match(/send JPEG, PNG, WebP or AVIF\.$/);
    });
  }

  it('reports the upright size for every EXIF orientation', async () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const bytes = await pattern.clone().jpeg().withMetadata({ orientation }).toBuffer();
      const facts = await inspectImage(bytes);
      const upright = orientation < 5 ? [160, 120] : [120, 160];
      expect([facts.width, facts.height, facts.orientation]).to.deep.equal([...upright, orientation]);
    }
  });

  it('distinguishes 16 bit, CMYK and grey from plain color', async () => {
    const odd = [
      pattern.clone().toColourspace('rgb16').png(),
      pattern.clone().toColourspace('cmyk').jpeg(),
      pattern.clone().toColourspace('b-w').jpeg(),
      pattern.clone().jpeg().withIccProfile('p3'),
    ];
    for (const image of odd) {
      expect((await inspectImage(await image.toBuffer())).plainColor).to.equal(false);
    }
    const grey = await inspectImage(await pattern.clone().toColourspace('rgb16').png().toBuffer());
    expect(grey.depth).to.equal('ushort');
  });

  it('refuses an empty file', async () => {
    expect((await rejection(Buffer.alloc(0))).reason).to.equal('empty');
  });

  it('refuses more than 8 MiB before it reads the image', async () => {
    expect((await rejection(Buffer.alloc(8 * 1024 * 1024 + 1))).reason).to.equal('too-large');
  });

  it('refuses headers that claim too many pixels, whatever the data', async () => {
    for (const [width, height] of [
      [60_000, 60_000],
      [2_147_483_647, 2_147_483_647],
      [50_000_001, 1],
      [7072, 7071],
    ] as const) {
      expect((await rejection(make.pngClaiming(width, height))).reason, `${width}`).to.equal(
        'too-many-pixels',
      );
    }
  });

  it('takes 49 megapixels and refuses 51, and says how many there are', async () => {
    expect((await inspectImage(await flat(7000, 7000))).width).to.equal(7000);
    const { reason, message } = await rejection(await flat(7200, 7084));
    expect(reason).to.equal('too-many-pixels');
    expect(message).to.contain('51.0 megapixels');
  });

  it('gives up on a PNG that hides its pixels behind endless chunks', async () => {
    const png = await pattern.clone().png().toBuffer();
    const empty = Array.from({ length: 300 }, () => make.pngChunk('teSt'));
    expect((await rejection(make.afterPngHeader(png, ...empty))).reason).to.equal('corrupt');
  });

  it('refuses what is too small or too thin', async () => {
    expect((await rejection(await flat(31, 400))).reason).to.equal('too-small');
    expect((await inspectImage(await flat(32, 640))).height).to.equal(640);
    expect((await rejection(await flat(32, 641))).reason).to.equal('too-thin');
    expect((await rejection(await flat(3, 4000))).reason).to.equal('too-thin');
  });

  it('passes on that a file is not there', async () => {
    const error = await inspectImage('/nonexistent/image.png').then(
      () => expect.fail('it should have been refused'),
      (reason: unknown) => reason,
    );
    expect(error).to.have.property('code', 'ENOENT');
  });
});
