import { expect } from 'chai';
import { orientationExif, readOrientation } from '../../../../shared/images/exif-orientation.ts';

/** A TIFF header and IFD0 with one entry. */
function tiff(
  order: 'II' | 'MM',
  entry: { tag?: number; type?: number; value: number; at?: number },
): Buffer {
  const { tag = 0x0112, type = 3, value, at = 8 } = entry;
  const block = Buffer.alloc(26);
  const short = (offset: number, number: number) =>
    order === 'II' ? block.writeUInt16LE(number, offset) : block.writeUInt16BE(number, offset);
  block.write(order, 'latin1');
  short(2, 42);
  if (order === 'II') block.writeUInt32LE(at, 4);
  else block.writeUInt32BE(at, 4);
  short(8, 1);
  short(10, tag);
  short(12, type);
  short(order === 'II' ? 14 : 16, 1);
  short(18, value);
  return block;
}

describe('the EXIF orientation', () => {
  it('is read in both byte orders', () => {
    for (let value = 1; value <= 8; value++) {
      expect(readOrientation(tiff('II', { value }))).to.equal(value);
      expect(readOrientation(tiff('MM', { value }))).to.equal(value);
    }
  });

  for (const [name, block] of [
    ['another tag', tiff('II', { tag: 0x0111, value: 6 })],
    ['another type', tiff('II', { type: 4, value: 6 })],
    ['a value out of range', tiff('MM', { value: 9 })],
    ['a value of 0', tiff('MM', { value: 0 })],
    ['a directory behind the end', tiff('II', { value: 6, at: 4_000_000_000 })],
    ['a directory that is cut off', tiff('II', { value: 6 }).subarray(0, 20)],
    ['an unknown byte order', Buffer.alloc(26)],
    ['an empty block', Buffer.alloc(0)],
  ] as const) {
    it(`is 1 for ${name}`, () => expect(readOrientation(block)).to.equal(1));
  }

  it('reads back what is written', () => {
    expect([1, 6, 8].map((value) => readOrientation(orientationExif(value)))).to.deep.equal([1, 6, 8]);
  });
});
