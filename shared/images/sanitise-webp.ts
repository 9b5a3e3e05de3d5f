import { joinParts } from './essential-parts.ts';
import { orientationExif, readOrientation } from './exif-orientation.ts';
import { corrupt } from './image-rejected.ts';
import type { Sanitised } from './sanitised.ts';

const keptTypes = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM']);
const flags = { profile: 0x20, alpha: 0x10, exif: 0x08, animation: 0x02 };

/** Frames of a long animation are some thousand. */
const maxChunks = 16_384;

interface Chunks {
  parts: Buffer[];
  orientation: number;
}

/** Drops all but the first frame. */
function readChunks(file: Buffer): Chunks {
  const stop = Math.min(8 + file.readUInt32LE(4), file.length);
  const parts: Buffer[] = [];
  let orientation = 0;
  let frames = 0;
  let chunks = 0;
  for (let at = 12; at + 8 <= stop; ) {
    if (++chunks > maxChunks) throw corrupt();
    const bytes = file.readUInt32LE(at + 4);
    const end = at + 8 + bytes + (bytes % 2);
    const type = file.toString('latin1', at, at + 4);
    const chunk = file.subarray(at, Math.min(end, stop));
    if (type === 'EXIF') orientation ||= readOrientation(withoutHead(chunk.subarray(8)));
    if (keptTypes.has(type) || (type === 'ANMF' && ++frames === 1)) parts.push(chunk);
    at = end;
  }
  return { parts, orientation };
}

/** Some writers put the head of a JPEG segment before the TIFF header. */
function withoutHead(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
}

/** See `sanitise`. */
export function sanitiseWebp(file: Buffer): Sanitised {
  const { parts, orientation } = readChunks(file);
  const header = parts.findIndex((part) => part.toString('latin1', 0, 4) === 'VP8X' && part.length > 8);
  const isTurned = orientation > 1 && header !== -1;
  const start = Buffer.from(file.subarray(0, 12));
  const whole = isTurned
    ? Buffer.concat([start, ...parts, exifChunk(orientation)])
    : joinParts(file, [start, ...parts]);
  if (whole === file) return { file, orientation: 1 };
  whole.writeUInt32LE(whole.length - 8, 4);
  if (header !== -1) {
    const at = 12 + parts.slice(0, header).reduce((sum, part) => sum + part.length, 0) + 8;
    const kept = whole[at]! & (flags.profile | flags.alpha | flags.animation);
    whole[at] = kept | (isTurned ? flags.exif : 0);
  }
  return { file: whole, orientation: isTurned ? orientation : 1 };
}

function exifChunk(orientation: number): Buffer {
  const block = orientationExif(orientation);
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(block.length, 4);
  return Buffer.concat([head, block]);
}
