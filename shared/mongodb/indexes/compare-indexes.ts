import type { mongo } from 'mongoose';
import type { WantedIndex } from './wanted-indexes.ts';

/** A saved index, without what a server adds. */
export type SavedIndex = mongo.IndexDescription & { name: string };

/** The difference between the indexes of one database and those that the models declare. */
export interface IndexComparison {
  present: WantedIndex[];
  missing: WantedIndex[];
  /** There is an index with that name or these fields, with other options: MongoDB refuses to create the wanted one. */
  different: { wanted: WantedIndex; saved: SavedIndex }[];
  /** No query of this release needs them; each costs a write for every insert. */
  unused: { collection: string; name: string }[];
}

/** The options that decide what an index contains and which queries it serves. */
const decisive = [
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'collation',
  'hidden',
] as const;

const toKey = ({ key }: mongo.IndexDescription): string => JSON.stringify(Object.entries(key));

/** Servers of different versions leave out an option that is off, or return it as `false`. */
const toOptions = (index: mongo.IndexDescription): string =>
  JSON.stringify(decisive.map((name) => (index[name] === false ? undefined : index[name])));

const sameKey = (a: mongo.IndexDescription, b: mongo.IndexDescription): boolean => toKey(a) === toKey(b);
const isSame = (a: mongo.IndexDescription, b: mongo.IndexDescription): boolean =>
  sameKey(a, b) && toOptions(a) === toOptions(b);

/** Compares the indexes of one collection. An index that only has another name than the wanted one is the same. */
function compareCollection(
  collection: string,
  wanted: readonly WantedIndex[],
  saved: readonly SavedIndex[],
): IndexComparison {
  const present = wanted.filter(({ description }) => saved.some((index) => isSame(index, description)));
  const rest = wanted.filter((index) => !present.includes(index));
  const different = rest.flatMap((index) => {
    const conflict = saved.find((other) => conflicts(other, index));
    return conflict ? [{ wanted: index, saved: conflict }] : [];
  });
  const blocked = new Set(different.map((entry) => entry.wanted));
  const needed = new Set(different.map((entry) => entry.saved));
  const unused = saved.filter(
    (index) => !needed.has(index) && !present.some(({ description }) => isSame(index, description)),
  );
  return {
    present,
    missing: rest.filter((index) => !blocked.has(index)),
    different,
    unused: unused.map(({ name }) => ({ collection, name })),
  };
}

/**
 * Returns true if MongoDB refuses to create an index because of another one (85, 86): by its name, or by its fields
 * if neither their filters nor `unique` and `sparse` tell the two apart.
 */
function conflicts(saved: SavedIndex, { name, description }: WantedIndex): boolean {
  if (saved.name === name) return true;
  const signature = ({ unique, sparse, partialFilterExpression }: mongo.IndexDescription) =>
    JSON.stringify([Boolean(unique), Boolean(sparse), partialFilterExpression ?? null]);
  return sameKey(saved, description) && signature(saved) === signature(description);
}

/** Compares what the models declare with what is saved; `saved` has the indexes of each collection but that of `_id`. */
export function compareIndexes(
  wanted: readonly WantedIndex[],
  saved: ReadonlyMap<string, readonly SavedIndex[]>,
): IndexComparison {
  const all = [...saved].map(([collection, indexes]) =>
    compareCollection(
      collection,
      wanted.filter((index) => index.collection === collection),
      indexes,
    ),
  );
  return {
    present: all.flatMap(({ present }) => present),
    missing: all.flatMap(({ missing }) => missing),
    different: all.flatMap(({ different }) => different),
    unused: all.flatMap(({ unused }) => unused),
  };
}
