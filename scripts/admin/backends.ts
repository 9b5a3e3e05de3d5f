import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '../../shared/config/load.ts';
import type { Config } from '../../shared/config/variables.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { silentLogger } from '../../shared/log.ts';
import { type ConnectionOptions, databaseSettings } from '../../shared/mongodb/connect.ts';
import { AdminError } from './output.ts';

/** Addresses that a running `npm start` writes into its DATA_DIR. */
export interface RunningBackends {
  redisUrl: string;
  mongoUri: string;
  apiUrl: string;
}

/** Returns the configuration of the environment, completed by the backends of a running `npm start`. */
export async function adminConfig(env: NodeJS.ProcessEnv = process.env): Promise<Config> {
  const dataDir = getDataDir(env);
  const running = await readRunning(dataDir);
  const mongoUri = env.MONGODB_URI || running?.mongoUri;
  if (!mongoUri) {
    throw new AdminError(`No MongoDB found: set MONGODB_URI, or run npm start (DATA_DIR is ${dataDir}).`);
  }
  const redisUrl = env.REDIS_URL || running?.redisUrl || 'redis://127.0.0.1:6379';
  // Only of the platform that the command works on: its links must be the ones that it serves.
  const apiUrl = mongoUri === running?.mongoUri ? running.apiUrl : undefined;
  const baseUrl = env.BASE_URL || apiUrl;
  return loadConfig({
    ...env,
    MONGODB_URI: mongoUri,
    REDIS_URL: redisUrl,
    DATA_DIR: dataDir,
    ...(baseUrl ? { BASE_URL: baseUrl } : {}),
  });
}

export const getDataDir = (env: NodeJS.ProcessEnv): string => env.DATA_DIR || '.data';

/** Reads the backends of the `npm start` that runs with that folder; undefined when none does. */
export async function readRunning(dataDir: string): Promise<RunningBackends | undefined> {
  const text = await readFile(join(dataDir, 'backends.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as RunningBackends);
}

const minSelectionMs = 3_000;

/** Opens the database for one command and closes it afterwards. */
export async function withDatabase<Result>(
  work: (database: Database, config: Config) => Promise<Result>,
  options: Pick<ConnectionOptions, 'commandMs'> = {},
): Promise<Result> {
  const config = await adminConfig();
  const settings = databaseSettings(config);
  const database = await openDatabase({
    ...settings,
    ...options,
    log: silentLogger(),
    name: 'admin',
    poolSize: 5,
    selectionMs: Math.max(minSelectionMs, settings.selectionMs),
  });
  try {
    return await work(database, config);
  } finally {
    await database.close();
  }
}
