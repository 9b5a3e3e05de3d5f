import { crc32 } from 'node:zlib';
import { endOfScan, isRestart, jpeg } from './jpeg-markers.ts';
import type { ImageMime } from './sniff.ts';

/**
 * Rebuilds an image file from the parts a decoder needs: EXIF with its GPS, XMP, comments, profiles,
 * thumbnails and bytes behind the end are dropped, the compressed pixels stay unchanged. About 1 ms, where
 * encoding again takes 10 to 150 and costs quality.
 * Each function returns the same Buffer when there was nothing to drop, and null when the file does not
 * have the expected structure: libvips then decides.
 */
type Rebuild = (file: Buffer) => Buffer | null;

/** Joins the parts to one file; the same Buffer where they are all of it. */
export function joinParts(file: Buffer, parts: Buffer[]): Buffer {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return bytes === file.length ? file : Buffer.concat(parts, bytes);
}

const adobeHead = Buffer.from([0xff, jpeg.APP14, 0, 14]);

/**
 * SOFn, DHT, DAC, DQT, DNL, DRI, DHP, EXP, and two application segments that decide how colors are read: a
 * JFIF header without thumbnail, and Adobe's transform flag without what Photoshop appends to it.
 */
export function jpegEssential(marker: number, segment: Buffer): Buffer | null {
  const startsWith = (name: string) => segment.toString('latin1', 4, 4 + name.length) === name;
  if (marker === jpeg.APP0) return segment.length === 18 && startsWith('JFIF') ? segment : null;
  if (marker !== jpeg.APP14) return marker >= 0xc0 && marker <= 0xdf ? segment : null;
  if (!startsWith('Adobe') || segment.length < 16) return null;
  return segment.length === 16 ? segment : Buffer.concat([adobeHead, segment.subarray(4, 16)]);
}

const essentialJpeg: Rebuild = (file) => {
  const parts = [file.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= file.length) {
    const marker = file[at + 1] ?? 0;
    if (file[at] !== 0xff || marker < 0xc0 || isRestart(marker) || marker === jpeg.SOI) return null;
    const end = marker === jpeg.SOS ? endOfScan(file, at + 2) : at + 2 + file.readUInt16BE(at + 2);
    if (end === -1 || end > file.length) return null;
    const segment = jpegEssential(marker, file.subarray(at, end));
    if (segment) parts.push(segment);
    at = end;
    if (file[at] === 0xff && file[at + 1] === jpeg.EOI) {
      return joinParts(file, [...parts, file.subarray(at, at + 2)]);
    }
  }
  return null;
};

const pngEssential = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Nearly every encoder writes these few bytes, which are not private; dropping them would copy nearly every PNG. */
const pngHarmless: Record<string, number> = { pHYs: 9, sRGB: 1 };

export function isEssentialPng(type: string, bytes: number): boolean {
  return pngEssential.has(type) || pngHarmless[type] === bytes;
}

const essentialPng: Rebuild = (file) => {
  const parts = [file.subarray(0, 8)];
  let at = 8;
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) return null;
    const type = file.toString('latin1', at + 4, at + 8);
    if (isEssentialPng(type, end - at - 12)) {
      if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null;
      parts.push(file.subarray(at, end));
    }
    if (type === 'IEND') return joinParts(file, parts);
    at = end;
  }
  return null;
};

const webpEssential = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);
const pixelChunks = new Set(['VP8 ', 'VP8L']);
const VP8X_ALPHA = 0x10;

/** The extended header announces the other chunks; of these only alpha is left. */
function announceAlphaOnly(chunk: Buffer): Buffer {
  const header = Buffer.from(chunk);
  header[8] = (header[8] ?? 0) & VP8X_ALPHA;
  return header;
}

const essentialWebp: Rebuild = (file) => {
  const stop = 8 + file.readUInt32LE(4);
  if (stop > file.length) return null;
  const parts: Buffer[] = [Buffer.from(file.subarray(0, 12))];
  for (let at = 12; at + 8 <= stop; ) {
    const bytes = file.readUInt32LE(at + 4);
    const end = at + 8 + bytes + (bytes % 2);
    if (end > stop) return null;
    const type = file.toString('latin1', at, at + 4);
    const chunk = file.subarray(at, end);
    if (type === 'VP8X') parts.push(announceAlphaOnly(chunk));
    else if (webpEssential.has(type)) parts.push(chunk);
    at = end;
  }
  // The pixels of an animation are inside of its frames.
  if (!parts.some((part) => pixelChunks.has(part.toString('latin1', 0, 4)))) return null;
  const rebuilt = joinParts(file, parts);
  if (rebuilt !== file) rebuilt.writeUInt32LE(rebuilt.length - 8, 4);
  return rebuilt;
};

const rebuilds: Record<ImageMime, Rebuild> = {
  'image/jpeg': essentialJpeg,
  'image/png': essentialPng,
  'image/webp': essentialWebp,
};

/** Returns the file with nothing but its pixels; see `Rebuild`. `mime` must be what `inspectImage` found. */
export function essentialParts(file: Buffer, mime: ImageMime): Buffer | null {
  return rebuilds[mime](file);
}
