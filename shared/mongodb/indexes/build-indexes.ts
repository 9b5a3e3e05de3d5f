import type { Connection } from 'mongoose';
import type { WantedIndex } from './wanted-indexes.ts';

/** The indexes of one collection, which a server builds in one pass over its documents. */
export interface Build {
  collection: string;
  indexes: WantedIndex[];
}

/** One build for each collection. */
export function buildBuilds(indexes: readonly WantedIndex[]): Build[] {
  const collections = [...new Set(indexes.map(({ collection }) => collection))];
  return collections.map((collection) => ({
    collection,
    indexes: indexes.filter((index) => index.collection === collection),
  }));
}

/** Without the `wtimeout` of other writes: a server waits for its members before it commits a build. */
const writeConcern = { w: 'majority' } as const;

/**
 * Builds indexes; those that exist stay, and several processes may do so concurrently.
 * @throws MongoServerError 85 or 86 for an index that exists with other options, 11000 for duplicate values.
 */
export async function buildIndexes({ db }: Pick<Connection, 'db'>, build: Build): Promise<void> {
  const descriptions = build.indexes.map(({ description }) => description);
  await db!.collection(build.collection, { writeConcern }).createIndexes(descriptions);
}
