import { BSONRegExp } from 'bson';
import { compareValues, equalValues } from '../bson/compare.ts';
import { encodeValue } from '../bson/key-string.ts';
import { isTruthy } from '../bson/truth.ts';
import { type Doc, isDoc, rank, typeRank, typeTest } from '../bson/types.ts';
import { failures } from '../errors.ts';
import { toRegExp } from './regex.ts';

/**
 * A test on one value at the end of a path.
 * `each`: an array there is tested element by element and as a whole, the way comparisons see it.
 * `whole`: only the value itself ($size, $elemMatch, $exists).
 */
export interface Leaf {
  readonly reach: 'each' | 'whole';
  readonly test: (value: unknown) => boolean;
}

const each = (test: (value: unknown) => boolean): Leaf => ({ reach: 'each', test });
const whole = (test: (value: unknown) => boolean): Leaf => ({ reach: 'whole', test });

/** null equals null and missing alike. */
export function equals(operand: unknown): Leaf {
  if (operand === null || operand === undefined)
    return each((value) => value === null || value === undefined);
  if (typeof operand === 'string' || typeof operand === 'boolean') return each((value) => value === operand);
  if (typeof operand === 'number' && !Number.isNaN(operand)) {
    return each((value) => value === operand || (typeof value === 'object' && equalValues(value, operand)));
  }
  return each((value) => equalValues(value, operand));
}

function ordered(operand: unknown, accept: (order: number) => boolean): Leaf {
  const wanted = typeRank(operand ?? null);
  if (wanted === rank.minKey || wanted === rank.maxKey) {
    return each((value) => accept(compareValues(value, operand)));
  }
  if (wanted === rank.null) return each((value) => (value ?? null) === null && accept(0));
  if (wanted === rank.regex) throw failures.badValue("Can't have RegEx as arg to predicate over field");
  const isNaNOperand = typeof operand === 'number' && Number.isNaN(operand);
  return each((value) => {
    if (typeRank(value) !== wanted) return false;
    const order = compareValues(value, operand);
    // NaN is only ever equal to itself: it is neither above nor below a number.
    if (order !== 0 && (isNaNOperand || (typeof value === 'number' && Number.isNaN(value)))) return false;
    return accept(order);
  });
}

function list(operand: unknown, operator: string): unknown[] {
  if (!Array.isArray(operand)) throw failures.badValue(`${operator} needs an array`);
  return operand;
}

/** Membership by encoded key once the list is long: `$in` with hundreds of ids is how batches are read. */
function buildMember(operand: unknown): Leaf {
  const values = list(operand, '$in');
  const patterns = values.filter((value) => value instanceof BSONRegExp).map((value) => toRegExp(value));
  const plain = values.filter((value) => !(value instanceof BSONRegExp));
  if (plain.some((value) => isDoc(value) && Object.keys(value)[0]?.startsWith('$'))) {
    throw failures.badValue('cannot nest $ under $in');
  }
  const keys = new Set(plain.map((value) => encodeValue(value ?? null)));
  return each(
    (value) =>
      keys.has(encodeValue(value ?? null)) ||
      (typeof value === 'string' && patterns.some((pattern) => pattern.test(value))),
  );
}

function matchesRegex(operand: unknown, siblings: Doc): Leaf {
  const pattern = toRegExp(operand, String(siblings.$options ?? ''));
  return each(
    (value) =>
      (typeof value === 'string' && pattern.test(value)) ||
      (value instanceof BSONRegExp && operand instanceof BSONRegExp && equalValues(value, operand)),
  );
}

function ofType(operand: unknown): Leaf {
  const tests = (Array.isArray(operand) ? operand : [operand]).map((alias) => {
    const test = typeTest(alias);
    if (test === undefined) throw failures.badValue(`Unknown type name alias: ${String(alias)}`);
    return test;
  });
  return each((value) => value !== undefined && tests.some((test) => test(value)));
}

function hasSize(operand: unknown): Leaf {
  if (typeof operand !== 'number' || !Number.isInteger(operand) || operand < 0) {
    throw failures.badValue(
      `Failed to parse $size. Expected a non-negative integer in: $size: ${String(operand)}`,
    );
  }
  return whole((value) => Array.isArray(value) && value.length === operand);
}

function divides(operand: unknown): Leaf {
  const [divisor, remainder] = list(operand, '$mod');
  if (list(operand, '$mod').length !== 2 || typeof divisor !== 'number' || typeof remainder !== 'number') {
    throw failures.badValue('malformed mod, needs to be two numbers');
  }
  if (Math.trunc(divisor) === 0) throw failures.badValue('divisor cannot be 0');
  return each(
    (value) =>
      typeRank(value) === rank.number &&
      Math.trunc(Number(value)) % Math.trunc(divisor) === Math.trunc(remainder),
  );
}

/** Operators that look at one value; the logical ones and `$elemMatch`, `$all`, `$not` are the matcher's. */
export const leafOperators: Record<string, (operand: unknown, siblings: Doc) => Leaf> = {
  $eq: (operand) =>
    operand instanceof BSONRegExp ? each((value) => equalValues(value, operand)) : equals(operand),
  $gt: (operand) => ordered(operand, (order) => order > 0),
  $gte: (operand) => ordered(operand, (order) => order >= 0),
  $lt: (operand) => ordered(operand, (order) => order < 0),
  $lte: (operand) => ordered(operand, (order) => order <= 0),
  $in: buildMember,
  $regex: matchesRegex,
  $exists: (operand) =>
    isTruthy(operand) ? whole((value) => value !== undefined) : whole((value) => value === undefined),
  $type: ofType,
  $size: hasSize,
  $mod: divides,
};

/** Returns true if a leaf accepts the value at the end of a path. */
export function acceptsLeaf(leaf: Leaf, value: unknown): boolean {
  if (leaf.reach === 'each' && Array.isArray(value)) return value.some(leaf.test) || leaf.test(value);
  return leaf.test(value);
}
