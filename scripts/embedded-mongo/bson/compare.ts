import { type Binary, type BSONRegExp, Decimal128, Long, type ObjectId, type Timestamp } from 'bson';
import { compareDecimal } from './compare-decimals.ts';
import { type Doc, rank, typeRank } from './types.ts';

/** Numbers of every BSON width as something `<` understands; an int64 beyond 2^53 stays exact as a bigint. */
export function numeric(value: unknown): number | bigint {
  if (typeof value === 'number') return value;
  if (value instanceof Long) return value.toBigInt();
  if (value instanceof Decimal128) return Number(value.toString());
  return Number(value);
}

function compareNumbers(a: unknown, b: unknown): number {
  if (a instanceof Decimal128 && !(b instanceof Decimal128)) return compareWithDecimal(a, b);
  if (b instanceof Decimal128 && !(a instanceof Decimal128)) return -compareWithDecimal(b, a);
  const [x, y] = [numeric(a), numeric(b)];
  if (x < y) return -1;
  if (x > y) return 1;
  // Equal, or one of them is NaN, which MongoDB sorts below every number and equal to itself.
  return (Number.isNaN(x) ? 0 : 1) - (Number.isNaN(y) ? 0 : 1);
}

/** NaN is below every number and equal to itself, whatever its width. */
function compareWithDecimal(decimal: Decimal128, other: unknown): number {
  const [x, y] = [numeric(decimal), numeric(other)];
  const nan = (Number.isNaN(x) ? 0 : 1) - (Number.isNaN(y) ? 0 : 1);
  return Number.isNaN(x) || Number.isNaN(y) ? nan : compareDecimal(decimal, y);
}

/** MongoDB compares strings by their UTF-8 bytes; UTF-16 order differs only where a surrogate is involved. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  if (/[\ud800-\udfff]/.test(a) || /[\ud800-\udfff]/.test(b))
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

function compareDocs(a: Doc, b: Doc): number {
  const [left, right] = [Object.keys(a), Object.keys(b)];
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) {
    const [x, y] = [left[i] as string, right[i] as string];
    const order = typeRank(a[x]) - typeRank(b[y]) || compareStrings(x, y) || compareValues(a[x], b[y]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareArrays(a: unknown[], b: unknown[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareBinaries(a: Binary, b: Binary): number {
  return a.length() - b.length() || a.sub_type - b.sub_type || Buffer.compare(a.value(), b.value());
}

const byRank: Record<number, (a: never, b: never) => number> = {
  [rank.number]: compareNumbers,
  [rank.string]: (a: unknown, b: unknown) => compareStrings(String(a), String(b)),
  [rank.object]: compareDocs,
  [rank.array]: compareArrays,
  [rank.binary]: compareBinaries,
  [rank.objectId]: (a: ObjectId, b: ObjectId) => compareStrings(a.toHexString(), b.toHexString()),
  [rank.bool]: (a: boolean, b: boolean) => Number(a) - Number(b),
  [rank.date]: (a: Date, b: Date) => a.getTime() - b.getTime(),
  [rank.timestamp]: (a: Timestamp, b: Timestamp) => a.compare(b),
  [rank.regex]: (a: BSONRegExp, b: BSONRegExp) =>
    compareStrings(a.pattern, b.pattern) || compareStrings(a.options, b.options),
  [rank.code]: (a: unknown, b: unknown) => compareStrings(JSON.stringify(a), JSON.stringify(b)),
};

/** MongoDB's order of any two BSON values: by type first, missing below null. Negative, zero or positive. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const order = typeRank(a) - typeRank(b);
  if (order !== 0) return order;
  return byRank[typeRank(a)]?.(a as never, b as never) ?? 0;
}

export const equalValues = (a: unknown, b: unknown): boolean => compareValues(a, b) === 0;
