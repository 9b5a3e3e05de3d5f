import { corrupt } from './image-rejected.ts';
import type { Sanitised } from './sanitised.ts';

/** A still image has four. */
const maxBoxes = 64;

const exifType = Buffer.from('Exif', 'latin1');
/** A type of the container format that readers skip. */
const skippedType = Buffer.from('skip', 'latin1');

const majorBrandAt = 8;

/**
 * See `sanitise`. The boxes refer to each other by offset, so nothing is cut out: the item that would be read as
 * EXIF gets a type that readers skip. Orientation is a property of its own in this format, which the decoder
 * applies. A sequence is opened as the still image that it contains.
 */
export function sanitiseAvif(file: Buffer): Sanitised {
  const whole = Buffer.from(file);
  whole.write('avif', majorBrandAt, 'latin1');
  for (const [start, end] of describingBoxes(whole)) hideExif(whole.subarray(start, end));
  return { file: whole.equals(file) ? file : whole, orientation: 1 };
}

/** Returns every top-level box but those of compressed pixels. */
function describingBoxes(file: Buffer): [start: number, end: number][] {
  const boxes: [number, number][] = [];
  let at = 0;
  for (let count = 0; at + 8 <= file.length; count++) {
    if (count === maxBoxes) throw corrupt();
    const end = endOfBox(file, at);
    if (file.toString('latin1', at + 4, at + 8) !== 'mdat') boxes.push([at, end]);
    at = end;
  }
  return boxes;
}

/** A size of 0 reaches to the end of the file, 1 is followed by a size of 64 bits. */
function endOfBox(file: Buffer, at: number): number {
  const size = file.readUInt32BE(at);
  if (size === 0) return file.length;
  if (size > 1) return at + Math.max(8, size);
  if (at + 16 > file.length) throw corrupt();
  return at + Math.max(16, Number(file.readBigUInt64BE(at + 8)));
}

function hideExif(box: Buffer): void {
  for (let at = box.indexOf(exifType); at !== -1; at = box.indexOf(exifType, at + 4))
    skippedType.copy(box, at);
}
