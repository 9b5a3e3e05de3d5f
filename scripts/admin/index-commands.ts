import type { Command } from 'commander';
import type { Database } from '../../shared/database/database.ts';
import { isDuplicateKey } from '../../shared/mongodb/database-errors.ts';
import { type Build, buildBuilds, buildIndexes } from '../../shared/mongodb/indexes/build-indexes.ts';
import type { IndexComparison } from '../../shared/mongodb/indexes/compare-indexes.ts';
import { readIndexes } from '../../shared/mongodb/indexes/read-indexes.ts';
import type { WantedIndex } from '../../shared/mongodb/indexes/wanted-indexes.ts';
import { withDatabase } from './backends.ts';
import { watchBuild } from './indexes/watch-build.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';

interface Options {
  json?: boolean;
}

interface DropOptions extends Options {
  collection: string;
  name: string;
}

/** `indexes show`, `indexes apply`, `indexes drop` */
export function indexCommands(program: Command): void {
  const indexes = program.command('indexes').description('The indexes of the database');
  withJson(
    indexes.command('show').description('compare the indexes with those that this release needs'),
  ).action(show);
  withJson(
    indexes
      .command('apply')
      .description('build the missing indexes; takes as long as the server needs, and is safe to run again'),
  ).action(apply);
  withJson(indexes.command('drop').description('drop an index that is not used, or has other options'))
    .requiredOption('--collection <name>', 'its collection')
    .requiredOption('--name <name>', 'its name')
    .action(drop);
}

interface IndexRow {
  collection: string;
  name: string;
  state: 'present' | 'missing' | 'different' | 'unused';
}

function toRows({ present, missing, different, unused }: IndexComparison): IndexRow[] {
  const row =
    (state: IndexRow['state']) =>
    ({ collection, name }: Pick<WantedIndex, 'collection' | 'name'>): IndexRow => ({
      collection,
      name,
      state,
    });
  const rows = [
    ...present.map(row('present')),
    ...missing.map(row('missing')),
    ...different.map(({ wanted, saved }) => row('different')({ ...wanted, name: saved.name })),
    ...unused.map(row('unused')),
  ];
  const place = ({ collection, name }: IndexRow) => `${collection} ${name}`;
  return rows.sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

async function show(options: Options): Promise<void> {
  const found = await withDatabase(({ connection, indexes }) => readIndexes(connection, indexes));
  const rows = toRows(found);
  print(options, { indexes: rows }, () =>
    formatTable(
      ['collection', 'index', ''],
      rows.map(({ collection, name, state }) => [collection, name, state]),
    ),
  );
}

/** An index build has no response until it ends. */
const unlimited = { commandMs: 0 };

async function apply(options: Options): Promise<void> {
  const say = (line: string) => {
    if (!options.json) console.error(line);
  };
  const result = await withDatabase(async (database) => {
    const { missing, different, unused } = await readIndexes(database.connection, database.indexes);
    for (const build of buildBuilds(missing)) await buildOne(database, build, say);
    return {
      built: missing.map(fullName),
      different: different.map(({ saved, wanted }) => ({ collection: wanted.collection, name: saved.name })),
      unused,
    };
  }, unlimited);
  print(options, result, () => describe(result));
  const [first] = result.different;
  if (first) {
    throw new AdminError(
      `${fullName(first)} exists with other options than this release needs. Run indexes drop --collection ${first.collection} --name ${first.name}, then indexes apply.`,
      2,
    );
  }
}

const fullName = ({ collection, name }: { collection: string; name: string }): string =>
  `${collection}.${name}`;

async function buildOne({ connection }: Database, build: Build, say: (line: string) => void): Promise<void> {
  const names = build.indexes.map(({ name }) => name).join(', ');
  say(`building ${build.collection}: ${names}`);
  const building = buildIndexes(connection, build).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    throw new AdminError(
      `${build.collection} has a value twice that must be unique: ${(error as Error).message}`,
    );
  });
  await watchBuild(connection, build.collection, building, ({ seconds, share }) =>
    say(
      `building ${build.collection}: ${share === undefined ? '' : `${Math.floor(share * 100)} % `}after ${seconds} s`,
    ),
  );
}

interface Applied {
  built: string[];
  unused: { collection: string; name: string }[];
}

function describe({ built, unused }: Applied): string {
  const result = built.length > 0 ? `Built ${built.join(', ')}.` : 'No index was missing.';
  const rest = unused.map(
    ({ collection, name }) =>
      `${collection}.${name} is not used by this release; once no process of an older one runs: indexes drop --collection ${collection} --name ${name}`,
  );
  return [result, ...rest].join('\n');
}

async function drop(options: DropOptions): Promise<void> {
  const { collection, name } = options;
  await withDatabase(async ({ connection, indexes }) => {
    const rows = toRows(await readIndexes(connection, indexes));
    const row = rows.find((each) => each.collection === collection && each.name === name);
    if (!row || row.state === 'missing') throw new AdminError(`There is no index ${collection}.${name}.`);
    if (row.state === 'present') throw new AdminError(`${collection}.${name} is needed by this release.`);
    await connection.db!.collection(collection).dropIndex(name);
  });
  print(options, { dropped: { collection, name } }, () => `Dropped ${collection}.${name}.`);
}
