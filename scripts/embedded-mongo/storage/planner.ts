import { BSONRegExp } from 'bson';
import { equalValues } from '../bson/compare.ts';
import { above, complement, encodeField, encodeValue } from '../bson/key-string.ts';
import { rank, typeRank } from '../bson/types.ts';
import type { Constraint, Filter } from '../query/matcher.ts';
import type { SortFields } from '../query/sort.ts';
import type { SecondaryIndex } from './secondary-index.ts';
import type { KeyRange } from './sorted-keys.ts';

/** Plan that finds the candidates of a query. The filter is always tested again on every candidate. */
export interface Plan {
  readonly index: SecondaryIndex;
  readonly ranges: readonly KeyRange[];
  readonly backwards: boolean;
  /** True if walking the ranges gives the wanted order. */
  readonly sorted: boolean;
}

interface FieldBounds {
  /** Encoded values, when the field is fixed to some. */
  readonly points?: readonly string[];
  /** Encoded bounds relative to the prefix. */
  readonly range?: KeyRange;
}

const rangeOperators = new Set(['$gt', '$gte', '$lt', '$lte']);
const rangeRanks = new Set<number>([
  rank.number,
  rank.string,
  rank.date,
  rank.objectId,
  rank.binary,
  rank.bool,
  rank.timestamp,
]);
/** More combinations than this and a plain range over the first fields is cheaper. */
const maxPoints = 2_000;

const isPoint = (value: unknown): boolean => !Array.isArray(value) && !(value instanceof BSONRegExp);

function getPoints({ operator, operand }: Constraint): readonly unknown[] | undefined {
  if (operator === '$eq') return isPoint(operand) ? [operand] : undefined;
  if (operator === '$in' && Array.isArray(operand) && operand.every(isPoint)) return operand;
  return undefined;
}

function getBounds(
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

/** A sparse or partial index may only serve a query that cannot match what the index leaves out. */
function covers(index: SecondaryIndex, filter: Filter): boolean {
  const { partial, spec, fields } = index;
  if (spec.sparse) {
    const paths = new Set(fields.map(({ path }) => path));
    return filter.constraints.some((constraint) => paths.has(constraint.path) && excludesMissing(constraint));
  }
  if (!partial) return true;
  if (partial.constraints.length !== partial.conditions.length) return false;
  return partial.constraints.every((required) =>
    filter.constraints.some((given) => implies(given, required)),
  );
}

function excludesMissing({ operator, operand }: Constraint): boolean {
  if (operator === '$exists') return true;
  if (operator === '$in')
    return Array.isArray(operand) && operand.every((value) => isPoint(value) && value !== null);
  return operand !== null && operand !== undefined && (operator === '$eq' || rangeOperators.has(operator));
}

function implies(given: Constraint, required: Constraint): boolean {
  if (given.path !== required.path) return false;
  if (given.operator === required.operator && equalValues(given.operand, required.operand)) return true;
  if (required.operator === '$exists') return excludesMissing(given);
  const points = getPoints(given);
  if (required.operator === '$eq') return points?.length === 1 && equalValues(points[0], required.operand);
  if (required.operator === '$in') {
    return (
      points?.every((value) => (required.operand as unknown[]).some((other) => equalValues(value, other))) ??
      false
    );
  }
  return false;
}

/**
 * Compares the index order after `fixed` single-valued fields with the wanted order: 1 forwards, -1 backwards, 0
 * neither.
 */
function sortDirection(index: SecondaryIndex, bounds: readonly FieldBounds[], sort: SortFields): 1 | -1 | 0 {
  if (sort.length === 0 || index.multikey) return 0;
  const isFixed = (position: number): boolean => bounds[position]?.points?.length === 1;
  const fixedPaths = new Set(index.fields.filter((_, position) => isFixed(position)).map(({ path }) => path));
  const wanted = sort.filter(([path]) => !fixedPaths.has(path));
  let position = 0;
  let direction: 1 | -1 | 0 = 0;
  for (const [path, order] of wanted) {
    while (isFixed(position) && index.fields[position]?.path !== path) position++;
    const field = index.fields[position++];
    if (field?.path !== path) return 0;
    const step = field.direction === order ? 1 : -1;
    if (direction !== 0 && step !== direction) return 0;
    direction = step;
  }
  // Several points on an earlier field would interleave.
  if (bounds.slice(0, position).some(({ points }) => points && points.length > 1)) return 0;
  return direction === 0 ? 1 : direction;
}

function getRanges(bounds: readonly FieldBounds[]): KeyRange[] {
  let prefixes = [''];
  for (const { points, range } of bounds) {
    if (points && prefixes.length * points.length <= maxPoints) {
      prefixes = prefixes.flatMap((prefix) => points.map((point) => prefix + point));
      continue;
    }
    if (range) return prefixes.map((prefix) => ({ low: prefix + range.low, high: prefix + range.high }));
    break;
  }
  return prefixes.map((prefix) => ({ low: prefix, high: prefix + above }));
}

function planFor(index: SecondaryIndex, filter: Filter, sort: SortFields): Plan | undefined {
  if (!covers(index, filter)) return undefined;
  const bounds: FieldBounds[] = [];
  for (const { path, direction } of index.fields) {
    const bound = getBounds(
      filter.constraints.filter((constraint) => constraint.path === path),
      direction,
      index.multikey,
    );
    if (bound === undefined) break;
    bounds.push(bound);
    if (bound.range) break;
  }
  const direction = sortDirection(index, bounds, sort);
  if (bounds.length === 0 && direction === 0) return undefined;
  return { index, ranges: getRanges(bounds), backwards: direction === -1, sorted: direction !== 0 };
}

/** Sorting a candidate costs about this many times what walking over it costs. */
const sortPenalty = 3;

const cost = ({ index, ranges, sorted }: Plan, sort: SortFields, limited: boolean): number => {
  let entries = ranges.length;
  for (const range of ranges) entries += index.keys.estimate(range);
  if (sort.length === 0) return entries;
  if (!sorted) return entries * sortPenalty;
  // In the right order a limit lets the walk stop early.
  return limited ? entries / 2 : entries;
};

/** Returns the cheapest index for a query by number of entries to walk, or undefined for a scan in insertion order. */
export function planQuery(
  indexes: Iterable<SecondaryIndex>,
  filter: Filter,
  sort: SortFields,
  limited: boolean,
): Plan | undefined {
  const plans = [...indexes]
    .map((index) => planFor(index, filter, sort))
    .filter((plan) => plan !== undefined);
  if (plans.length < 2) return plans[0];
  let best: Plan | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const plan of plans) {
    const planCost = cost(plan, sort, limited);
    if (planCost < bestCost) [best, bestCost] = [plan, planCost];
  }
  return best;
}
