import { type Binary, type BSONRegExp, Decimal128, Long, type ObjectId, type Timestamp } from 'bson';
import { type Doc, rank, typeRank } from './types.ts';

/**
 * Values as strings of one-byte characters whose plain `<` is MongoDB's order (the idea of MongoDB's own KeyString).
 * No encoding is the beginning of another, and each starts with a type character from 1 to 126, so that fields can be
 * concatenated, complemented for descending order, and bounded above by appending `above`.
 */
export const above = '\xff';

const scratch = Buffer.alloc(8);
const bias = 0x8000;

function encodeDouble(value: number): string {
  if (Number.isNaN(value)) return '\0\0\0\0\0\0\0\0';
  scratch.writeDoubleBE(value === 0 ? 0 : value);
  if ((scratch[0] as number) & 0x80) for (let i = 0; i < 8; i++) scratch[i] = ~(scratch[i] as number);
  else scratch[0] = (scratch[0] as number) | 0x80;
  return scratch.toString('latin1', 0, 8);
}

/** Beyond 2^53 several int64 share one double, so their distance from it follows in two characters. */
function encodeNumber(value: unknown): string {
  const double = value instanceof Decimal128 ? Number(value.toString()) : Number(value);
  const encoded = encodeDouble(double);
  if (!(Math.abs(double) > Number.MAX_SAFE_INTEGER) || !Number.isFinite(double)) return encoded;
  const offset = (value instanceof Long ? Number(value.toBigInt() - BigInt(double)) : 0) + bias;
  return encoded + String.fromCharCode((offset >> 8) & 0xff, offset & 0xff);
}

/**
 * Ended by NUL, which nothing inside is: NUL becomes 01 01 and 01 becomes 01 02. So no string is the
 * beginning of another, which would stay the lesser one in descending order.
 */
function encodeString(value: string): string {
  if (/^[ -~]*$/.test(value)) return `${value}\0`;
  const bytes = Buffer.from(value, 'utf8').toString('latin1');
  return `${bytes.replaceAll('\x01', '\x01\x02').replaceAll('\0', '\x01\x01')}\0`;
}

function encodeObjectId(value: ObjectId): string {
  return Buffer.from(value.toHexString(), 'hex').toString('latin1');
}

function encodeDoc(value: Doc): string {
  let encoded = '';
  for (const field of Object.keys(value)) {
    const inner = value[field];
    encoded += String.fromCharCode(typeRank(inner)) + encodeString(field) + encodeBody(inner);
  }
  return `${encoded}\0`;
}

function encodeBinary(value: Binary): string {
  const length = value.length();
  const header = String.fromCharCode(length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255);
  return header + String.fromCharCode(value.sub_type) + Buffer.from(value.value()).toString('latin1');
}

const encoders: Record<number, (value: never) => string> = {
  [rank.number]: encodeNumber,
  [rank.string]: (value: unknown) => encodeString(String(value)),
  [rank.object]: encodeDoc,
  [rank.array]: (value: unknown[]) => `${value.map(encodeValue).join('')}\0`,
  [rank.binary]: encodeBinary,
  [rank.objectId]: encodeObjectId,
  [rank.bool]: (value: boolean) => (value ? '\x01' : '\0'),
  [rank.date]: (value: Date) => encodeDouble(value.getTime()),
  [rank.timestamp]: (value: Timestamp) => encodeDouble(value.t) + encodeDouble(value.i),
  [rank.regex]: (value: BSONRegExp) => encodeString(value.pattern) + encodeString(value.options),
  [rank.code]: (value: unknown) => encodeString(JSON.stringify(value)),
};

function encodeBody(value: unknown): string {
  return encoders[typeRank(value)]?.(value as never) ?? '';
}

/** Encodes one value, ascending. Equal values of different numeric types encode equally. */
export function encodeValue(value: unknown): string {
  return String.fromCharCode(typeRank(value)) + encodeBody(value);
}

/** Turns an ascending encoding into a descending one. */
export function complement(encoded: string): string {
  const bytes = Buffer.from(encoded, 'latin1');
  for (let i = 0; i < bytes.length; i++) bytes[i] = 255 - (bytes[i] as number);
  return bytes.toString('latin1');
}

/** Encodes one field of an index key. */
export const encodeField = (value: unknown, direction: number): string =>
  direction < 0 ? complement(encodeValue(value)) : encodeValue(value);
