import { expect } from 'chai';
import sharp from 'sharp';
import { ImageRejected, inspectImage } from '../../../../shared/images/inspect.ts';
import { normaliseImage } from '../../../../shared/images/normalise.ts';
import { sanitise } from '../../../../shared/images/sanitise.ts';
import * as make from './make-images.ts';

/** An EXIF block whose sub-directories are the directory itself: libexif needs 11 to 77 s for it. */
function loopedExif(entries: number): Buffer {
  const pointers = [0x8769, 0x8825, 0xa005];
  const block = Buffer.alloc(10 + entries * 12);
  block.write('MM\0*\0\0\0\x08', 'latin1');
  block.writeUInt16BE(65_535, 8);
  for (let entry = 0; entry < entries; entry++) {
    const at = 10 + entry * 12;
    block.writeUInt16BE(pointers[entry % 3]!, at);
    block.writeUInt16BE(4, at + 2);
    block.writeUInt32BE(1, at + 4);
    block.writeUInt32BE(8, at + 8);
  }
  return block;
}

const exifHead = Buffer.from('Exif\0\0', 'latin1');

function jpegSegment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

function webpChunk(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

async function withExif(format: 'jpeg' | 'png' | 'webp', exif: Buffer): Promise<Buffer> {
  const image = make.quadrants().toFormat(format);
  if (format === 'png') return make.afterPngHeader(await image.toBuffer(), make.pngChunk('eXIf', exif));
  if (format === 'jpeg') {
    const file = await image.toBuffer();
    const segment = jpegSegment(0xe1, Buffer.concat([exifHead, exif]));
    return Buffer.concat([file.subarray(0, 2), segment, file.subarray(2)]);
  }
  // An extended header, which an EXIF chunk needs.
  const file = await image.withMetadata({ orientation: 2 }).toBuffer();
  const whole = Buffer.concat([file.subarray(0, file.lastIndexOf('EXIF')), webpChunk('EXIF', exif)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

describe('sanitise', () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    it(`drops the EXIF of a ${format} whose directories point in a circle`, async () => {
      const file = await withExif(format, loopedExif(1000));
      const start = performance.now();
      const facts = await inspectImage(file);
      await normaliseImage(file, facts);
      expect(performance.now() - start).to.be.below(2_000);
      expect([facts.width, facts.height, facts.orientation]).to.deep.equal([120, 80, 1]);
      expect(sanitise(file, facts.mime).file.includes(loopedExif(3).subarray(10))).to.equal(false);
    });

    it(`keeps the orientation of a ${format} and nothing else of its EXIF`, async () => {
      const image = make
        .quadrants()
        .toFormat(format)
        .withExif({ IFD0: { Copyright: 'somebody' } });
      const file = await image.withMetadata({ orientation: 6 }).toBuffer();
      const { file: clean, orientation } = sanitise(file, `image/${format}`);
      expect(orientation).to.equal(6);
      expect(clean.includes('somebody')).to.equal(false);
      expect((await sharp(clean).metadata()).orientation).to.equal(6);
    });

    it(`returns a plain ${format} without copying it`, async () => {
      const file = await make.quadrants().toFormat(format).toBuffer();
      const clean = sanitise(file, `image/${format}`);
      expect(clean).to.deep.equal({ file, orientation: 1 });
      expect(clean.file).to.equal(file);
    });
  }

  it('keeps the color profile', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const file = await make.quadrants().toFormat(format).withIccProfile('p3').toBuffer();
      expect((await sharp(sanitise(file, `image/${format}`).file).metadata()).icc).not.to.equal(undefined);
    }
  });

  it('keeps the first frame of an animation', async () => {
    const webp = await make.animatedWebp();
    const facts = await inspectImage(webp);
    const { data, width, height } = await normaliseImage(webp, facts);
    const first = await sharp(webp, { page: 0 }).removeAlpha().raw().toBuffer();
    const taken = await sharp(data).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([taken.info.width, taken.info.height]).to.deep.equal([width, height]);
    expect((await sharp(data).metadata()).pages ?? 1).to.equal(1);
    const difference = first.reduce((sum, level, at) => sum + Math.abs(level - taken.data[at]!), 0);
    expect(difference / first.length).to.be.below(3);
    const png = make.afterPngHeader(
      await make.quadrants().png().toBuffer(),
      make.pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    );
    expect((await normaliseImage(png, await inspectImage(png))).mime).to.equal('image/png');
  });

  describe('AVIF', () => {
    const avif = () => make.quadrants().avif({ effort: 0, quality: 90 });

    it('becomes an upright JPEG without EXIF', async () => {
      const file = await avif()
        .withExif({ IFD0: { Copyright: 'somebody' } })
        .withMetadata({ orientation: 6 })
        .toBuffer();
      expect((await sharp(file).metadata()).exif, 'before').not.to.equal(undefined);
      expect((await sharp(sanitise(file, 'image/avif').file).metadata()).exif).to.equal(undefined);
      const facts = await inspectImage(file);
      expect([facts.width, facts.height]).to.deep.equal([80, 120]);
      const { data, mime, width, height } = await normaliseImage(file, facts);
      expect([mime, width, height]).to.deep.equal(['image/jpeg', 80, 120]);
      expect((await make.getCorners(data!)).join(' ')).to.equal('blue red white green');
    });

    it('is opened as a still image where it is a sequence', async () => {
      const file = await avif().toBuffer();
      file.write('avis', 8, 'latin1');
      expect((await inspectImage(file)).mime).to.equal('image/avif');
    });

    it('is refused over 12 megapixels, and where it is cut off', async () => {
      const file = await avif().toBuffer();
      const cut = await inspectImage(file.subarray(0, -40))
        .then((facts) => normaliseImage(file.subarray(0, -40), facts))
        .catch((thrown: unknown) => thrown);
      expect((cut as ImageRejected).reason).to.equal('corrupt');
      const claiming = Buffer.from(file);
      for (const at of [8, 12]) claiming.writeUInt32BE(3_500, claiming.indexOf('ispe') + at);
      const error = await inspectImage(claiming).catch((thrown: unknown) => thrown);
      expect((error as ImageRejected).reason).to.be.oneOf(['too-many-pixels', 'corrupt']);
    });

    it('is refused with more boxes than an encoder writes', async () => {
      const box = Buffer.from('\0\0\0\x08free', 'latin1');
      const file = Buffer.concat([await avif().toBuffer(), ...Array(100).fill(box)]);
      expect(() => sanitise(file, 'image/avif')).to.throw(ImageRejected);
    });
  });

  it('adds the end marker that a JPEG lacks, and refuses one that lacks pixels too', async () => {
    const file = await make.pattern(200, 120).jpeg().toBuffer();
    const { data } = await normaliseImage(file.subarray(0, -2), await inspectImage(file.subarray(0, -2)));
    expect(data).to.deep.equal(file);
    for (const share of [0.5, 0.9, 0.99]) {
      const cut = file.subarray(0, Math.floor(file.length * share));
      const error = await normaliseImage(cut, await inspectImage(cut)).catch((thrown: unknown) => thrown);
      expect(error, `${share}`).to.be.instanceOf(ImageRejected);
      expect((error as ImageRejected).reason).to.equal('corrupt');
    }
  });

  it('refuses a JPEG of more segments than an encoder writes', async () => {
    const file = await make.quadrants().jpeg().toBuffer();
    const comments = Array.from({ length: 2000 }, () => jpegSegment(0xfe, Buffer.from('x')));
    const many = Buffer.concat([file.subarray(0, 2), ...comments, file.subarray(2)]);
    expect(() => sanitise(many, 'image/jpeg')).to.throw(ImageRejected);
  });
});
