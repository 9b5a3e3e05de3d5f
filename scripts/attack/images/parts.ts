import { crc32, deflateSync } from 'node:zlib';

/** The parts of image files, as an attacker writes them: sizes may lie. */

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export interface PngHeader {
  width: number;
  height: number;
  depth?: number;
  color?: number;
  interlaced?: boolean;
}

export function png(header: PngHeader, ...chunks: Buffer[]): Buffer {
  const { width, height, depth = 8, color = 2, interlaced = false } = header;
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width >>> 0, 0);
  data.writeUInt32BE(height >>> 0, 4);
  data.set([depth, color, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([pngSignature, pngChunk('IHDR', data), ...chunks, pngChunk('IEND')]);
}

/** Returns the pixels of a black RGB image of that size. */
export function flatPixels(width: number, height: number): Buffer {
  return pngChunk('IDAT', deflateSync(Buffer.alloc((1 + width * 3) * height)));
}

export function jpegSegment(marker: number, data: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Puts segments right after the start of a JPEG. */
export function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

export function webpChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** Puts chunks at the end of a WebP. */
export function withChunks(webp: Buffer, ...chunks: Buffer[]): Buffer {
  const whole = Buffer.concat([webp, ...chunks]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** EXIF whose sub-directories are the directory itself: libexif needs up to a minute for 13 KB of it. */
export function loopedExif(entries: number): Buffer {
  const pointers = [0x8769, 0x8825, 0xa005];
  const block = Buffer.alloc(10 + entries * 12);
  block.write('MM\0*\0\0\0\x08', 'latin1');
  block.writeUInt16BE(65_535, 8);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = 10 + entry * 12;
    block.writeUInt16BE(pointers[entry % 3]!, at);
    block.writeUInt16BE(4, at + 2);
    block.writeUInt32BE(1, at + 4);
    block.writeUInt32BE(8, at + 8);
  }
  return block;
}
