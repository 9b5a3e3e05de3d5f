import type { Connection, mongo } from 'mongoose';
import { compareIndexes, type IndexComparison, type SavedIndex } from './compare-indexes.ts';
import type { WantedIndex } from './wanted-indexes.ts';

const namespaceNotFound = 26;

/** Returns the indexes of a collection beside that of `_id`; none of a collection that does not exist. */
export async function savedIndexes(collection: Pick<mongo.Collection, 'indexes'>): Promise<SavedIndex[]> {
  const found = await collection.indexes().catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === namespaceNotFound) return [];
    throw error;
  });
  return found
    .filter(({ name }) => name !== '_id_')
    .map(({ v: _version, ns: _namespace, ...index }) => index as SavedIndex);
}

/** Compares the indexes of a database with those that its models declare. */
export async function readIndexes(
  { db }: Pick<Connection, 'db'>,
  wanted: readonly WantedIndex[],
): Promise<IndexComparison> {
  const names = new Set(wanted.map(({ collection }) => collection));
  const saved = new Map<string, SavedIndex[]>();
  for (const name of names) saved.set(name, await savedIndexes(db!.collection(name)));
  return compareIndexes(wanted, saved);
}
