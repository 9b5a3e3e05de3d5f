import type { Connection } from 'mongoose';
import { ConfigError } from '../../config/load.ts';
import type { Logger } from '../../log.ts';
import { buildBuilds, buildIndexes } from './build-indexes.ts';
import type { IndexComparison } from './compare-indexes.ts';
import { readIndexes } from './read-indexes.ts';
import type { WantedIndex } from './wanted-indexes.ts';

export interface IndexedDatabase {
  connection: Pick<Connection, 'db'>;
  indexes: readonly WantedIndex[];
}

export interface PrepareOptions {
  /** Builds what is missing over documents too: only where one person uses the database. */
  build: boolean;
  log: Logger;
}

const command = 'npm run admin -- indexes apply';

/**
 * Prepares the indexes at the start of a process: creates those of empty collections, and checks the others. A build
 * over documents is a step of a deployment, since it takes longer than a start may, and each restart would begin anew.
 * @throws ConfigError when a unique index is missing: two renders could get one idempotency key.
 */
export async function prepareIndexes(
  { connection, indexes }: IndexedDatabase,
  { build, log }: PrepareOptions,
): Promise<void> {
  // Before the indexes are read: what has documents by then has the indexes of the process that wrote them.
  const empty = build ? getCollections(indexes) : await emptyCollections(connection, indexes);
  const found = await readIndexes(connection, indexes);
  const creatable = found.missing.filter(({ collection }) => empty.has(collection));
  for (const each of buildBuilds(creatable)) await buildIndexes(connection, each);
  const lacking = lackingIn(found, creatable);
  refuseWithoutUnique(lacking);
  if (lacking.length > 0) {
    const fields = { missing: toNames(lacking) };
    log.warn(
      fields,
      `MongoDB lacks indexes, which makes queries slow or keeps data too long; run ${command}`,
    );
  }
}

const getCollections = (indexes: readonly WantedIndex[]) =>
  new Set(indexes.map(({ collection }) => collection));

async function emptyCollections(
  { db }: Pick<Connection, 'db'>,
  indexes: readonly WantedIndex[],
): Promise<Set<string>> {
  const names = [...getCollections(indexes)];
  const first = await Promise.all(
    names.map((name) => db!.collection(name).findOne({}, { projection: { _id: 1 } })),
  );
  return new Set(names.filter((_, at) => first[at] === null));
}

function lackingIn({ missing, different }: IndexComparison, created: readonly WantedIndex[]): WantedIndex[] {
  return [...missing.filter((index) => !created.includes(index)), ...different.map(({ wanted }) => wanted)];
}

const toNames = (indexes: readonly WantedIndex[]): string[] =>
  indexes.map(({ collection, name }) => `${collection}.${name}`);

function refuseWithoutUnique(lacking: readonly WantedIndex[]): void {
  const unique = toNames(lacking.filter((index) => index.unique));
  if (unique.length === 0) return;
  const what = unique.length === 1 ? 'index' : 'indexes';
  throw new ConfigError(
    `MongoDB lacks the unique ${what} ${unique.join(', ')}, without which a value could be saved twice; run ${command}.`,
  );
}
