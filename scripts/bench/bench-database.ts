import { type Database, openDatabase } from '../../shared/database/database.ts';
import { silentLogger } from '../../shared/log.ts';
import { databaseUri } from '../backends/throw-away.ts';

/** Runs `work` on an empty database of that name with all indexes, and drops the database afterwards. */
export async function withBenchDatabase<Result>(
  mongoUri: string,
  name: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const uri = databaseUri(mongoUri, name);
  const database = await openDatabase({ uri, log: silentLogger(), selectionMs: 10_000 });
  try {
    await database.connection.dropDatabase();
    await database.ensureIndexes();
    return await work(database);
  } finally {
    // What the work failed with is what there is to say.
    await database.connection.dropDatabase().catch(() => undefined);
    await database.close();
  }
}
