import { equalValues } from '../bson/compare.ts';
import { above } from '../bson/key-string.ts';
import type { Constraint, Filter } from '../query/matcher.ts';
import type { SortFields } from '../query/sort.ts';
import { type FieldBounds, getBounds, getPoints, isPoint, rangeOperators } from './field-bounds.ts';
import { compareOrder } from './index-order.ts';
import type { SecondaryIndex } from './secondary-index.ts';
import type { KeyRange } from './sorted-keys.ts';

/** Plan that finds the candidates of a query. The filter is always tested again on every candidate. */
export interface Plan {
  readonly index: SecondaryIndex;
  readonly ranges: readonly PlanRange[];
  readonly backwards: boolean;
  /** True if walking the ranges gives the wanted order. */
  readonly sorted: boolean;
  /** True if that is the order of each range alone, so that they are walked side by side. */
  readonly merged: boolean;
}

/** A range of keys that begin with the same values. */
export interface PlanRange extends KeyRange {
  readonly prefix: string;
}

/** More combinations than this and a plain range over the first fields is cheaper. */
const maxPoints = 2_000;
/** Beyond as many ranges MongoDB sorts instead of merging. */
const maxMerged = 200;

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

/** Returns the number of ranges whose order is wanted: one for each combination of the values before it. */
const countRanges = (bounds: readonly FieldBounds[]): number =>
  bounds.reduce((product, { points }) => product * (points?.length ?? 1), 1);

function getRanges(bounds: readonly FieldBounds[]): PlanRange[] {
  let prefixes = [''];
  for (const { points, range } of bounds) {
    if (points && prefixes.length * points.length <= maxPoints) {
      prefixes = prefixes.flatMap((prefix) => points.map((point) => prefix + point));
      continue;
    }
    if (range)
      return prefixes.map((prefix) => ({ prefix, low: prefix + range.low, high: prefix + range.high }));
    break;
  }
  return prefixes.map((prefix) => ({ prefix, low: prefix, high: prefix + above }));
}

function planFor(
  index: SecondaryIndex,
  filter: Filter,
  sort: SortFields,
  limited: boolean,
): Plan | undefined {
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
  const { direction, depth } = compareOrder(index, bounds, sort);
  if (bounds.length === 0 && direction === 0) return undefined;
  const count = countRanges(bounds.slice(0, depth));
  const merged = count > 1;
  // Without a limit all are read, and sorting them costs no more than merging.
  const sorted = direction !== 0 && (!merged || (limited && countRanges(bounds) <= maxMerged));
  return {
    ...{ index, ranges: getRanges(bounds), sorted, merged: sorted && merged },
    backwards: sorted && direction === -1,
  };
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
    .map((index) => planFor(index, filter, sort, limited))
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
