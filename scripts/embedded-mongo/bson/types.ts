import { Binary, BSONRegExp, Decimal128, Double, Long, ObjectId, Timestamp } from 'bson';

/** A document as it comes out of `decode`: plain objects, arrays, scalars and bson classes; never changed in place. */
export type Doc = { [field: string]: unknown };

/** MongoDB's canonical order of types: https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/ */
export const rank = {
  minKey: 1,
  missing: 2,
  null: 5,
  number: 10,
  string: 15,
  object: 20,
  array: 25,
  binary: 30,
  objectId: 35,
  bool: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
  code: 60,
  maxKey: 126,
} as const;

const classRanks: Record<string, number> = {
  ObjectId: rank.objectId,
  Binary: rank.binary,
  Long: rank.number,
  Int32: rank.number,
  Double: rank.number,
  Decimal128: rank.number,
  Timestamp: rank.timestamp,
  BSONRegExp: rank.regex,
  BSONSymbol: rank.string,
  Code: rank.code,
  DBRef: rank.object,
  MinKey: rank.minKey,
  MaxKey: rank.maxKey,
};

export const bsonClass = (value: object): string | undefined => (value as { _bsontype?: string })._bsontype;

/** Returns the position of a value's type in MongoDB's sort order. */
export function typeRank(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return rank.string;
    case 'number':
    case 'bigint':
      return rank.number;
    case 'boolean':
      return rank.bool;
    case 'undefined':
      return rank.missing;
    default:
      return value === null ? rank.null : objectRank(value as object);
  }
}

function objectRank(value: object): number {
  if (Array.isArray(value)) return rank.array;
  if (value instanceof Date) return rank.date;
  const name = bsonClass(value);
  if (name !== undefined && !Object.hasOwn(value, '_bsontype')) return classRanks[name] ?? rank.object;
  return rank.object;
}

/** Returns true for a sub-document, as opposed to an array, a date or a bson class. */
export function isDoc(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const aliases: [name: string, number: number, test: (value: unknown) => boolean][] = [
  ['double', 1, (value) => value instanceof Double || (typeof value === 'number' && !isInt32(value))],
  ['string', 2, (value) => typeof value === 'string'],
  ['object', 3, isDoc],
  ['array', 4, Array.isArray],
  ['binData', 5, (value) => value instanceof Binary],
  ['objectId', 7, (value) => value instanceof ObjectId],
  ['bool', 8, (value) => typeof value === 'boolean'],
  ['date', 9, (value) => value instanceof Date],
  ['null', 10, (value) => value === null],
  ['regex', 11, (value) => value instanceof BSONRegExp],
  ['int', 16, isInt32],
  ['timestamp', 17, (value) => value instanceof Timestamp],
  ['long', 18, (value) => value instanceof Long && !(value instanceof Timestamp)],
  ['decimal', 19, (value) => value instanceof Decimal128],
  ['number', -2, (value) => typeRank(value) === rank.number],
];

/** Returns true if a plain number is written as an int32. */
export function isInt32(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) === value && !Object.is(value, -0);
}

/** Returns the test of `$type`, by alias or number; undefined for an unknown type. */
export function typeTest(alias: unknown): ((value: unknown) => boolean) | undefined {
  return aliases.find(([name, number]) => name === alias || number === alias)?.[2];
}

/** Returns the alias MongoDB prints for a value in its messages and returns from `$type`. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  return aliases.find(([, , test]) => test(value))?.[0] ?? 'unknown';
}
