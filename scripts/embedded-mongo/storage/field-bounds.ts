import { BSONRegExp } from 'bson';
import { above, complement, encodeField, encodeValue } from '../bson/key-string.ts';
import { rank, typeRank } from '../bson/types.ts';
import type { Constraint } from '../query/matcher.ts';
import type { KeyRange } from './sorted-keys.ts';

export interface FieldBounds {
  /** Encoded values, when the field is fixed to some. */
  readonly points?: readonly string[];
  /** Encoded bounds relative to the prefix. */
  readonly range?: KeyRange;
}

export const rangeOperators = new Set(['$gt', '$gte', '$lt', '$lte']);
const rangeRanks = new Set<number>([
  rank.number,
  rank.string,
  rank.date,
  rank.objectId,
  rank.binary,
  rank.bool,
  rank.timestamp,
]);
export const isPoint = (value: unknown): boolean => !Array.isArray(value) && !(value instanceof BSONRegExp);

export function getPoints({ operator, operand }: Constraint): readonly unknown[] | undefined {
  if (operator === '$eq') return isPoint(operand) ? [operand] : undefined;
  if (operator === '$in' && Array.isArray(operand) && operand.every(isPoint)) return operand;
  return undefined;
}

export function getBounds(
  constraints: readonly Constraint[],
  direction: number,
  multikey: boolean,
): FieldBounds | undefined {
  let best: readonly unknown[] | undefined;
  for (const constraint of constraints) {
    const points = getPoints(constraint);
    if (points && (best === undefined || points.length < best.length)) best = points;
  }
  if (best)
    return { points: [...new Set(best.map((value) => encodeField(value ?? null, direction)))].sort() };
  return rangeBounds(constraints, direction, multikey);
}

function rangeBounds(
  constraints: readonly Constraint[],
  direction: number,
  multikey: boolean,
): FieldBounds | undefined {
  const usable = constraints.filter(
    ({ operator, operand }) => rangeOperators.has(operator) && rangeRanks.has(typeRank(operand)),
  );
  const [first] = usable;
  if (first === undefined) return undefined;
  const type = typeRank(first.operand);
  let [low, high] = bracket(type, direction);
  // With arrays the two ends of a range may be met by two elements, so only one end may narrow the scan.
  for (const { operator, operand } of multikey
    ? [first]
    : usable.filter(({ operand }) => typeRank(operand) === type)) {
    const range = oneSided(operator, encodeValue(operand), direction);
    if (range.low !== undefined && range.low > low) low = range.low;
    if (range.high !== undefined && range.high < high) high = range.high;
  }
  return { range: { low, high } };
}

function bracket(type: number, direction: number): [low: string, high: string] {
  return direction > 0
    ? [String.fromCharCode(type), String.fromCharCode(type + 1)]
    : [String.fromCharCode(255 - type), String.fromCharCode(256 - type)];
}

function oneSided(operator: string, encoded: string, direction: number): { low?: string; high?: string } {
  const key = direction > 0 ? encoded : complement(encoded);
  const upward = operator.startsWith('$gt') === direction > 0;
  const included = operator.endsWith('e');
  if (upward) return { low: included ? key : key + above };
  return { high: included ? key + above : key };
}
