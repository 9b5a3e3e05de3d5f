import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Repeatable noise: the same seed gives the same numbers below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Pixels with slopes, edges and a little noise, so that every part of a file carries information. */
export function pattern(width: number, height: number, channels: 3 | 4 = 3, seed = 1): Sharp {
  const random = seededRandom(seed);
  const data = Buffer.alloc(width * height * channels);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += channels) {
      const block = ((x >> 5) ^ (y >> 5)) & 1 ? 60 : 0;
      data[at] = (x * 200) / width + random() * 8 + block * 0.6;
      data[at + 1] = (y * 200) / height + random() * 8;
      data[at + 2] = block + random() * 8;
      if (channels === 4) data[at + 3] = x > width / 4 ? 255 : 0;
    }
  }
  return sharp(data, { raw: { width, height, channels } });
}

type Color = [number, number, number];
const corners = {
  red: [220, 30, 30],
  green: [30, 200, 30],
  blue: [30, 30, 220],
  white: [240, 240, 240],
};

/** 120 × 80: red top left, green top right, blue bottom left, white bottom right. */
export function quadrants(): Sharp {
  const [width, height] = [120, 80];
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const top = x < width / 2 ? corners.red : corners.green;
      const bottom = x < width / 2 ? corners.blue : corners.white;
      data.set(y < height / 2 ? top : bottom, at);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** The names of the colors seen top left, top right, bottom left, bottom right. */
export async function getCorners(image: Buffer): Promise<string[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const spots = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const;
  return spots.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    const near = (color: Color) => color.every((level, i) => Math.abs(level - data[at + i]!) < 40);
    return Object.entries(corners).find(([, color]) => near(color as Color))?.[0] ?? 'none';
  });
}

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

interface PngForm {
  depth?: 8 | 16;
  /** 2: RGB, 6: RGB with transparency. */
  colorType?: 2 | 6;
  interlaced?: boolean;
}

/** A PNG whose header claims this size and form, and whose data is a few zeros. */
export function pngClaiming(width: number, height: number, form: PngForm = {}): Buffer {
  const { depth = 8, colorType = 2, interlaced = false } = form;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlaced ? 1 : 0], 8);
  const data = deflateSync(Buffer.alloc(100));
  return Buffer.concat([pngSignature, pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND')]);
}

/** Puts chunks right after the header of a PNG. */
export function afterPngHeader(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** Puts a JPEG segment right after SOI. */
export function withJpegSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** A progressive JPEG with its last scan repeated, as an attacker would to keep the decoder busy. */
export function withScans(progressive: Buffer, count: number): Buffer {
  const last = progressive.lastIndexOf('ffda', undefined, 'hex');
  const scan = progressive.subarray(last, -2);
  const repeated = Array.from({ length: count }, () => scan);
  return Buffer.concat([progressive.subarray(0, last), ...repeated, progressive.subarray(-2)]);
}

export async function animatedWebp(): Promise<Buffer> {
  const frames = await Promise.all(
    ['red', 'lime', 'blue'].map((background) =>
      sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [50, 50, 50] })
    .toBuffer();
}
