import { failures } from '../errors.ts';

/** The BSON types that this folder looks into or steps over: https://bsonspec.org/spec.html */
export const bsonType = {
  double: 1,
  string: 2,
  document: 3,
  array: 4,
  date: 9,
  regex: 11,
  int32: 16,
  int64: 18,
} as const;

/** Bytes of a value of fixed size, by BSON type. */
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

/** Bytes of a value besides those that its leading length counts. */
const bytesBesideLength: Record<number, number> = {
  2: 4, // string
  3: 0, // document, which counts its own length
  4: 0, // array
  5: 5, // binary: length, subtype
  12: 16, // DBPointer: length, ObjectId
  13: 4, // code
  14: 4, // symbol
  15: 0, // code with scope
};

/** Returns the offset at which a value ends. Throws BadValue for a type that BSON does not have. */
export function endOfValue(bytes: Buffer, type: number, at: number): number {
  const fixed = fixedBytes[type];
  if (fixed !== undefined) return at + fixed;
  const beside = bytesBesideLength[type];
  if (beside !== undefined) return at + beside + bytes.readInt32LE(at);
  if (type === bsonType.regex) return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1;
  throw failures.badValue(`unknown BSON type ${type}`);
}

/** Returns a little-endian int32 in bytes that are the characters of a string. */
export function rawInt32(raw: string, at: number): number {
  return (
    raw.charCodeAt(at) |
    (raw.charCodeAt(at + 1) << 8) |
    (raw.charCodeAt(at + 2) << 16) |
    (raw.charCodeAt(at + 3) << 24)
  );
}

/** `endOfValue` for bytes that are the characters of a string. */
export function endOfRawValue(raw: string, type: number, at: number): number {
  const fixed = fixedBytes[type];
  if (fixed !== undefined) return at + fixed;
  const beside = bytesBesideLength[type];
  if (beside !== undefined) return at + beside + rawInt32(raw, at);
  if (type === bsonType.regex) return raw.indexOf('\0', raw.indexOf('\0', at) + 1) + 1;
  throw failures.badValue(`unknown BSON type ${type}`);
}
