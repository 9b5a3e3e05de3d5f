import type { Filter } from '../query/matcher.ts';
import type { Plan } from './planner.ts';
import type { StoredRecord } from './record.ts';
import type { SecondaryIndex } from './secondary-index.ts';

export interface Candidates {
  readonly records: Iterable<StoredRecord>;
  /** True if the records come in the wanted order. */
  readonly sorted: boolean;
  /** True if there are only a few, which are worth keeping decoded. */
  readonly narrow: boolean;
}

/** Way in which a query reaches its records. */
export type Access =
  | { readonly by: 'scan' }
  | { readonly by: 'id'; readonly ids: readonly unknown[] }
  | { readonly by: 'index'; readonly plan: Plan };

/** Returns the values of `_id` that a filter allows, when it fixes them. */
export function getIds({ constraints }: Filter): readonly unknown[] | undefined {
  for (const { path, operator, operand } of constraints) {
    if (path !== '_id') continue;
    if (operator === '$eq' && !Array.isArray(operand)) return [operand];
    if (operator === '$in' && Array.isArray(operand) && !operand.some(Array.isArray)) return operand;
  }
  return undefined;
}

const fewRecords = 16;
/** Returns true if a plan reads only a few records. */
export const isNarrow = ({ index, ranges }: Plan): boolean =>
  ranges.length <= 4 && ranges.every((range) => index.keys.estimate(range) <= fewRecords);

/** Returns the records of ranges of an index, each once. */
export function* scan(
  index: SecondaryIndex,
  ranges: Iterable<{ low: string; high: string }>,
  backwards: boolean,
): Generator<StoredRecord> {
  if (!index.multikey) {
    for (const range of ranges) yield* index.keys.scan(range, backwards);
    return;
  }
  const seen = new Set<StoredRecord>();
  for (const range of ranges) {
    for (const record of index.keys.scan(range, backwards)) {
      if (seen.has(record)) continue;
      seen.add(record);
      yield record;
    }
  }
}
