import { joinParts, jpegEssential } from './essential-parts.ts';
import { orientationExif, readOrientation } from './exif-orientation.ts';
import { corrupt } from './image-rejected.ts';
import { endOfScan, jpeg, nextMarker } from './jpeg-markers.ts';
import type { Sanitised } from './sanitised.ts';

/** A photo has some twenty, a large color profile a hundred more. */
const maxSegments = 1024;

const exifHead = 'Exif\0\0';
const endMarker = Buffer.from([0xff, jpeg.EOI]);

const startsWith = (segment: Buffer, name: string) => segment.toString('latin1', 4, 4 + name.length) === name;

/** Length of the segment at `at`, which may reach beyond the end of the file; -1 when it is cut off. */
function endOfSegment(file: Buffer, at: number): number {
  if (file[at + 1] === jpeg.SOS) return endOfScan(file, at + 2);
  if (at + 4 > file.length) return -1;
  const end = at + 2 + Math.max(2, file.readUInt16BE(at + 2));
  return end > file.length ? -1 : end;
}

function kept(marker: number, segment: Buffer): Buffer | null {
  const isProfile = marker === jpeg.APP2 && startsWith(segment, 'ICC_PROFILE\0');
  return isProfile ? segment : jpegEssential(marker, segment);
}

/** See `sanitise`. Bytes between segments are skipped, as decoders do. */
export function sanitiseJpeg(file: Buffer): Sanitised {
  const parts: Buffer[] = [];
  let orientation = 0;
  let at = nextMarker(file, 2);
  let segments = 0;
  for (; at !== -1 && file[at + 1] !== jpeg.EOI; at = nextMarker(file, at)) {
    if (++segments > maxSegments) throw corrupt();
    const end = endOfSegment(file, at);
    const marker = file[at + 1]!;
    const segment = file.subarray(at, end === -1 ? file.length : end);
    const isExif = marker === jpeg.APP1 && startsWith(segment, exifHead);
    if (isExif) orientation ||= readOrientation(segment.subarray(4 + exifHead.length));
    // A scan that breaks off may have all of its pixels; of any other segment a part is worth nothing.
    const part = end !== -1 || marker === jpeg.SOS ? kept(marker, segment) : null;
    if (part) parts.push(part);
    at = end === -1 ? file.length : end;
  }
  return rebuilt(file, parts, { orientation: orientation || 1, endAdded: at === -1 });
}

function rebuilt(
  file: Buffer,
  parts: Buffer[],
  { orientation, endAdded }: { orientation: number; endAdded: boolean },
): Sanitised {
  const start = file.subarray(0, 2);
  if (orientation === 1 && !endAdded)
    return { file: joinParts(file, [start, ...parts, endMarker]), orientation };
  const exif = orientation > 1 ? [exifSegment(orientation)] : [];
  const whole = Buffer.concat([start, ...exif, ...parts, endMarker]);
  return { file: whole, orientation, ...(endAdded ? { endAdded } : {}) };
}

function exifSegment(orientation: number): Buffer {
  const block = Buffer.concat([Buffer.from(exifHead, 'latin1'), orientationExif(orientation)]);
  const head = Buffer.from([0xff, jpeg.APP1, 0, 0]);
  head.writeUInt16BE(block.length + 2, 2);
  return Buffer.concat([head, block]);
}
