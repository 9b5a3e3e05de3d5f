import { expect } from 'chai';
import sharp from 'sharp';
import {
  checkOutput,
  type OutputFault,
  OutputRejected,
  outputSize,
} from '../../../../shared/images/output.ts';
import * as make from './make-images.ts';

const expected = { width: 800, height: 600 };
const room = make.pattern(800, 600, 3, 5);
const scene = () => room.clone().jpeg({ quality: 92 }).toBuffer();

/** The scene with a red box of the given size in it, which is what a render looks like. */
async function rendered(side = 120): Promise<Buffer> {
  const box = await sharp({ create: { width: side, height: side, channels: 3, background: '#c22' } })
    .png()
    .toBuffer();
  return sharp(await scene())
    .composite([{ input: box, left: 300, top: 300 }])
    .removeAlpha()
    .png()
    .toBuffer();
}

const resized = async (width: number, height: number) =>
  sharp(await rendered())
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer();

const check = async (image: Buffer) => checkOutput(image, { scene: await scene(), expected });

async function fault(image: Buffer): Promise<OutputFault> {
  const error = await check(image).then(
    () => expect.fail('it should have been rejected'),
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(OutputRejected);
  return (error as OutputRejected).reason;
}

async function expectResult(image: Buffer): Promise<Buffer> {
  const { png, ...size } = await check(image);
  expect(size).to.deep.equal(expected);
  const facts = await sharp(png).metadata();
  expect(facts).to.include({ format: 'png', ...expected, space: 'srgb', depth: 'uchar', hasAlpha: false });
  expect([facts.exif, facts.icc, facts.xmp, facts.comments]).to.deep.equal(Array(4).fill(undefined));
  return png;
}

const faults: Record<string, [OutputFault, () => Promise<Buffer> | Buffer]> = {
  'nothing at all': ['corrupt', () => Buffer.alloc(0)],
  'an HTML page': ['type', () => Buffer.from('<html>502 Bad Gateway</html>')],
  'a GIF': ['type', () => room.clone().gif().toBuffer()],
  'random bytes behind a PNG signature': [
    'corrupt',
    () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000, 7)]),
  ],
  'a PNG cut off at nine tenths': [
    'corrupt',
    async () => (await rendered()).subarray(0, -(await rendered()).length / 10),
  ],
  'a JPEG cut off in the middle': [
    'corrupt',
    async () => {
      const jpeg = await sharp(await rendered())
        .jpeg()
        .toBuffer();
      return jpeg.subarray(0, jpeg.length / 2);
    },
  ],
  'an image of 51 megapixels': ['too-large', () => make.pngClaiming(8246, 6185)],
  'an image of another shape': ['aspect', () => resized(600, 600)],
  'an image on its side': ['aspect', () => resized(600, 800)],
  'an image stretched by 2.5 %': ['aspect', () => resized(820, 600)],
  'an image squeezed by 2.5 %': ['aspect', () => resized(800, 615)],
  'an icon': ['too-small', () => resized(80, 60)],
  'a black image': [
    'blank',
    () =>
      sharp({ create: { ...expected, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
  ],
  'a grey image with noise': [
    'blank',
    () => {
      const random = make.seededRandom(3);
      const data = Buffer.alloc(800 * 600 * 3, 0).map(() => 120 + random() * 20);
      return sharp(data, { raw: { ...expected, channels: 3 } })
        .png()
        .toBuffer();
    },
  ],
  'an image transparent everywhere': [
    'blank',
    () =>
      sharp({ create: { ...expected, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
  ],
  'the very scene': ['unchanged', scene],
  'the scene as PNG': [
    'unchanged',
    async () =>
      sharp(await scene())
        .png()
        .toBuffer(),
  ],
  'the scene as poor JPEG': [
    'unchanged',
    async () =>
      sharp(await scene())
        .jpeg({ quality: 50 })
        .toBuffer(),
  ],
  'the scene sharpened': [
    'unchanged',
    async () =>
      sharp(await scene())
        .sharpen()
        .png()
        .toBuffer(),
  ],
  'the scene scaled to another size': [
    'unchanged',
    async () =>
      sharp(await scene())
        .resize(1024, 768)
        .webp({ quality: 80 })
        .toBuffer(),
  ],
};

describe('checkOutput', () => {
  for (const [name, [reason, image]] of Object.entries(faults)) {
    it(`rejects ${name} as ${reason}`, async () => {
      expect(await fault(await image())).to.equal(reason);
    });
  }

  it('keeps a clean PNG of the right size byte by byte', async () => {
    const image = await rendered();
    expect((await expectResult(image)).equals(image)).to.equal(true);
  });

  it('drops the metadata of a PNG without encoding it again', async () => {
    const image = await rendered();
    const text = make.pngChunk('tEXt', Buffer.from('prompt\0secret'));
    expect((await expectResult(make.afterPngHeader(image, text))).equals(image)).to.equal(true);
  });

  it('brings JPEG, WebP, 16-bit, grey and transparent images to PNG', async () => {
    const image = sharp(await rendered());
    const others = [
      image.clone().jpeg(),
      image.clone().webp(),
      image.clone().toColourspace('rgb16').png(),
      image.clone().toColourspace('b-w').png(),
      image.clone().ensureAlpha(0.9).png(),
      image.clone().jpeg().withMetadata({ orientation: 3 }),
    ];
    for (const other of others) await expectResult(await other.toBuffer());
  });

  it('brings what is a pixel off, rounded, scaled or stretched by 1.9 % to the exact size', async () => {
    const sizes = [
      [801, 600],
      [799, 601],
      [1024, 768],
      [1152, 864],
      [400, 300],
      [815, 600],
      [800, 611],
    ] as const;
    for (const [width, height] of sizes) await expectResult(await resized(width, height));
  });

  it('accepts a render whose product is small', async () => {
    await expectResult(await rendered(24));
  });
});

describe('outputSize', () => {
  it('keeps scenes up to 2048 and scales longer ones, with their aspect within one pixel', () => {
    const sizes = [
      [1600, 1067],
      [2048, 2048],
      [2049, 100],
      [3088, 2056],
      [2988, 5312],
      [32, 640],
      [7071, 7071],
      [20000, 1000],
    ] as const;
    for (const [width, height] of sizes) {
      const size = outputSize({ width, height });
      expect(Math.max(size.width, size.height)).to.equal(Math.min(2048, Math.max(width, height)));
      const exact = (size.width * height) / width;
      const exactAcross = (size.height * width) / height;
      expect(Math.min(Math.abs(size.height - exact), Math.abs(size.width - exactAcross))).to.be.below(1);
    }
    expect(outputSize({ width: 1600, height: 1067 })).to.deep.equal({ width: 1600, height: 1067 });
  });
});
