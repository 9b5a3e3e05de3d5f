import { compareValues } from '../bson/compare.ts';
import { ownField, visitPath } from '../bson/path.ts';
import type { Doc } from '../bson/types.ts';
import { failures } from '../errors.ts';

export type SortFields = readonly (readonly [path: string, direction: 1 | -1])[];

/** Reads a sort specification. Throws BadValue for anything but 1 and -1 ($meta included). */
export function parseSort(source: unknown): SortFields {
  if (source === undefined || source === null) return [];
  return Object.entries(source as Doc).map(([path, direction]) => {
    if (path === '$natural')
      throw failures.badValue('the embedded database does not sort by $natural: leave the sort out');
    const number = Number(direction);
    if (number !== 1 && number !== -1) {
      throw failures.badValue('$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
    return [path, number] as const;
  });
}

/** An array sorts by its least element ascending and by its greatest descending; an empty one below null. */
function sortValue(doc: Doc, parts: readonly string[], direction: 1 | -1): unknown {
  if (parts.length === 1) {
    const value = ownField(doc, parts[0] as string);
    return Array.isArray(value) ? extreme(value, direction) : (value ?? null);
  }
  const reached: unknown[] = [];
  visitPath(doc, parts, 0, (value) => {
    if (Array.isArray(value)) reached.push(extreme(value, direction));
    else reached.push(value ?? null);
    return false;
  });
  return reached.length === 0 ? null : extreme(reached, direction);
}

function extreme(values: readonly unknown[], direction: 1 | -1): unknown {
  let best: unknown = values[0];
  for (const value of values) if (compareValues(value, best) * direction < 0) best = value;
  return best;
}

/** Sorts items by their documents, stably. Keys are taken once per item: comparing dates field by field cost 4 times as much. */
export function sortBy<T>(items: readonly T[], getDoc: (item: T) => Doc, fields: SortFields): T[] {
  const paths = fields.map(([path, direction]) => ({ parts: path.split('.'), direction }));
  const keyed = items.map((item) => {
    const doc = getDoc(item);
    if (paths.length > 1) refuseParallelArrays(doc, paths);
    return { item, keys: paths.map(({ parts, direction }) => sortValue(doc, parts, direction)) };
  });
  keyed.sort((a, b) => {
    for (let i = 0; i < paths.length; i++) {
      const order = compareValues(a.keys[i], b.keys[i]);
      if (order !== 0) return order * (paths[i] as { direction: number }).direction;
    }
    return 0;
  });
  return keyed.map(({ item }) => item);
}

function refuseParallelArrays(doc: Doc, paths: readonly { parts: readonly string[] }[]): void {
  const arrays = new Set(
    paths.map(({ parts }) => parts[0] as string).filter((field) => Array.isArray(doc[field])),
  );
  if (arrays.size > 1)
    throw failures.badValue(`cannot sort with keys that are parallel arrays: ${[...arrays].join(', ')}`);
}
