import type { PlanRange } from './planner.ts';
import type { StoredRecord } from './record.ts';
import type { SecondaryIndex } from './secondary-index.ts';
import type { KeyEntry } from './sorted-keys.ts';

/** The next entry of one range. */
interface Head {
  readonly rest: Iterator<KeyEntry, void>;
  readonly prefixLength: number;
  entry: KeyEntry;
  /** Its key after the values that the range has fixed: what all ranges are ordered by. */
  order: string;
}

/** Returns the records of several ranges in the order of their keys behind the prefixes, as MongoDB's `SORT_MERGE` does. */
export function* merge(
  { keys }: SecondaryIndex,
  ranges: readonly PlanRange[],
  backwards: boolean,
): Generator<StoredRecord> {
  const isBehind = backwards
    ? (a: Head, b: Head) => a.order < b.order
    : (a: Head, b: Head) => a.order > b.order;
  // The next one last, where it is taken away cheaply.
  const heads: Head[] = [];
  const add = (head: Head) => {
    let [low, high] = [0, heads.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBehind(heads[middle] as Head, head)) low = middle + 1;
      else high = middle;
    }
    heads.splice(low, 0, head);
  };
  const advance = (rest: Head['rest'], prefixLength: number) => {
    const { value: entry } = rest.next();
    if (entry) add({ rest, prefixLength, entry, order: entry.key.slice(prefixLength) });
  };
  for (const range of ranges) advance(keys.entries(range, backwards), range.prefix.length);
  for (let head = heads.pop(); head; head = heads.pop()) {
    // Other commands may have run since the entry was read.
    if (keys.has(head.entry)) yield head.entry.record;
    advance(head.rest, head.prefixLength);
  }
}
