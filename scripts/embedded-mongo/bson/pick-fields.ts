import { failures } from '../errors.ts';

/** Bytes after the name of an element, by BSON type: fixed, or what the length in front does not count. */
const fixedBytes: Record<number, number> = {
  1: 8, // double
  6: 0, // undefined
  7: 12, // ObjectId
  8: 1, // boolean
  9: 8, // date
  10: 0, // null
  16: 4, // int32
  17: 8, // timestamp
  18: 8, // int64
  19: 16, // Decimal128
  127: 0, // maxKey
  255: 0, // minKey
};
const bytesBesideLength: Record<number, number> = {
  2: 4, // string
  3: 0, // document, counts its own length
  4: 0, // array
  5: 5, // binary: length, subtype
  12: 16, // DBPointer: length, ObjectId
  13: 4, // code
  14: 4, // symbol
  15: 0, // code with scope
};
const regex = 11;

function endOfValue(bytes: Buffer, type: number, at: number): number {
  const fixed = fixedBytes[type];
  if (fixed !== undefined) return at + fixed;
  const beside = bytesBesideLength[type];
  if (beside !== undefined) return at + beside + bytes.readInt32LE(at);
  if (type === regex) return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1;
  throw failures.badValue(`unknown BSON type ${type}`);
}

/**
 * A BSON document of these top-level fields alone. Decoding the result instead of the whole document is what makes
 * building indexes over a million documents affordable.
 * @see https://bsonspec.org/spec.html
 */
export function pickFields(bytes: Buffer, names: ReadonlySet<string>): Buffer {
  const elements: Buffer[] = [];
  let size = 5;
  const end = bytes.length - 1;
  for (let at = 4; at < end && elements.length < names.size; ) {
    const nameEnd = bytes.indexOf(0, at + 1);
    const next = endOfValue(bytes, bytes[at] as number, nameEnd + 1);
    if (names.has(bytes.toString('utf8', at + 1, nameEnd))) {
      elements.push(bytes.subarray(at, next));
      size += next - at;
    }
    at = next;
  }
  return assemble(elements, size);
}

function assemble(elements: readonly Buffer[], size: number): Buffer {
  const picked = Buffer.allocUnsafe(size);
  picked.writeInt32LE(size, 0);
  let at = 4;
  for (const element of elements) at += element.copy(picked, at);
  picked[at] = 0;
  return picked;
}
