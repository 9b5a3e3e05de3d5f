import { crc32 } from 'node:zlib';
import { isEssentialPng, joinParts } from './essential-parts.ts';
import { orientationExif, readOrientation } from './exif-orientation.ts';
import { corrupt } from './image-rejected.ts';
import type { Sanitised } from './sanitised.ts';

/** An encoder writes a handful before the pixels; thousands of empty ones are an attack. */
const maxChunksBeforePixels = 256;
/** 8 MiB in the smallest pieces that encoders write, 4 KiB, are 2,048. */
const maxChunks = 65_536;

/** See `sanitise`. Of an animation only the default image is left. Checksums are for the decoder. */
export function sanitisePng(file: Buffer): Sanitised {
  const parts = [file.subarray(0, 8)];
  let orientation = 0;
  let pixels = false;
  let chunks = 0;
  for (let at = 8; at + 8 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    pixels ||= type === 'IDAT';
    if (++chunks > (pixels ? maxChunks : maxChunksBeforePixels)) throw corrupt();
    if (type === 'eXIf') orientation ||= readOrientation(file.subarray(at + 8, end - 4));
    if (isEssentialPng(type, end - at - 12) || type === 'iCCP') parts.push(file.subarray(at, end));
    if (type === 'IHDR') parts.push(placeholder);
    if (type === 'IEND') break;
    at = end;
  }
  const whole = withOrientation(parts, orientation);
  if (orientation > 1) return { file: Buffer.concat(whole), orientation };
  return { file: joinParts(file, whole), orientation: 1 };
}

/** Marks the position of the orientation: after the header, before the pixels. */
const placeholder = Buffer.alloc(0);

function withOrientation(parts: Buffer[], orientation: number): Buffer[] {
  const chunk = orientation > 1 ? [exifChunk(orientation)] : [];
  let isInserted = false;
  return parts.flatMap((part) => {
    if (part !== placeholder) return [part];
    if (isInserted) return [];
    isInserted = true;
    return chunk;
  });
}

function exifChunk(orientation: number): Buffer {
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), orientationExif(orientation)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
