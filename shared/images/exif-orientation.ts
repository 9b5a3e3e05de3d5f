const orientationTag = 0x0112;
const shortType = 3;

/** Entries of IFD0 that are read; cameras write about a dozen. */
const maxEntries = 100;

/**
 * Reads the orientation, 1 to 8, of an EXIF block that begins with its TIFF header; 1 when there is none. Only IFD0 is
 * read and no other pointer is followed: directories that point at each other keep other parsers busy for minutes.
 */
export function readOrientation(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return 1;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return 1;
  const entries = Math.min(short(start), maxEntries);
  for (let entry = 0; entry < entries; entry++) {
    const at = start + 2 + entry * 12;
    if (at + 12 > tiff.length) return 1;
    if (short(at) !== orientationTag || short(at + 2) !== shortType) continue;
    const orientation = short(at + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

/** Builds an EXIF block of the orientation alone. */
export function orientationExif(orientation: number): Buffer {
  const block = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  block.writeUInt16BE(orientation, 18);
  return block;
}
