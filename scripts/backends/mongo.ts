import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Backend, SetupError } from './backend.ts';
import { spawnEmbeddedMongo } from './embedded.ts';
import { startMongod } from './mongod.ts';
import { onPath } from './on-path.ts';
import { shown } from './redis.ts';

const pingMs = 8_000;

export interface MongoOptions {
  env: NodeJS.ProcessEnv;
  dataDir: string;
  /** False: the embedded database keeps everything in memory, which makes its writes ten times as fast. */
  durable: boolean;
  say: (line: string) => void;
  onLine?: (line: string) => void;
}

async function externalMongo(uri: string): Promise<Backend> {
  const { pingMongo } = await import('./mongo-ping.ts'); // the driver costs 250 ms to load
  try {
    await pingMongo(uri, pingMs);
  } catch (error) {
    const why = (error as Error).message.split('\n')[0];
    throw new SetupError(
      `MONGODB_URI=${shown(uri)} does not respond (${why}). Start that MongoDB, or unset MONGODB_URI to have one started.`,
    );
  }
  return {
    url: uri,
    ready: Promise.resolve(),
    what: `MongoDB at ${shown(uri)}`,
    close: async () => undefined,
  };
}

const isFilled = (dir: string) => existsSync(dir) && readdirSync(dir).length > 0;

/** A mongod that appears on PATH would start empty: keys, credits and renders would seem lost. @throws SetupError */
function assertNoEmbeddedData(dataDir: string): void {
  const embedded = join(dataDir, 'embedded-mongo');
  if (!isFilled(embedded) || isFilled(join(dataDir, 'mongo'))) return;
  throw new SetupError(
    `mongod is on PATH now, but the data of earlier starts is in the embedded database (${embedded}). Take mongod off PATH to continue with that data, copy it with "npm run admin -- database copy --to URI" and set MONGODB_URI (docs/deploy.md), or move that folder away to start empty.`,
  );
}

/**
 * Finds or starts MongoDB. A given one responds when this resolves; one of ours when `ready` does. The order: MONGODB_URI, else mongod on PATH, else the embedded database.
 * @throws SetupError, also for the embedded database in production.
 */
export async function openMongo({ env, dataDir, durable, say, onLine }: MongoOptions): Promise<Backend> {
  if (env.MONGODB_URI) return externalMongo(env.MONGODB_URI);
  const mongod = onPath(['mongod'], env.PATH);
  if (mongod) {
    assertNoEmbeddedData(dataDir);
    return startMongod(mongod, join(dataDir, 'mongo'), onLine);
  }
  if (env.NODE_ENV === 'production') {
    throw new SetupError('NODE_ENV=production needs a MongoDB: set MONGODB_URI, or put mongod on PATH.');
  }
  say('No MongoDB found: using the EMBEDDED DEVELOPMENT DATABASE. For production set MONGODB_URI.');
  const megabytes = env.EMBEDDED_MONGO_MEGABYTES;
  if (megabytes !== undefined && !/^[1-9]\d{0,5}$/.test(megabytes)) {
    throw new SetupError(
      `EMBEDDED_MONGO_MEGABYTES must be a whole number from 1 to 999999, not "${megabytes}".`,
    );
  }
  const dir = durable ? join(dataDir, 'embedded-mongo') : null;
  return spawnEmbeddedMongo({ dir, megabytes, onLine, say });
}
