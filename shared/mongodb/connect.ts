import { setTimeout } from 'node:timers/promises';
import mongoose, { type Connection, type ConnectOptions } from 'mongoose';
import { ConfigError } from '../config/load.ts';
import type { Config } from '../config/variables.ts';
import type { Logger } from '../log.ts';
import { isUserRefused } from './database-errors.ts';

export interface ConnectionOptions {
  uri: string;
  log: Logger;
  /** Name of the client in the logs of the server. */
  name?: string;
  /**
   * Maximum wait of a command for a reachable server: short in the API, whose callers must receive 503 within
   * a second; longer in a worker, which must save a result.
   */
  selectionMs: number;
  /** Maximum wait for a database that is starting. Default: 15 s. */
  startMs?: number;
  /** Maximum number of connections. Default: 50. */
  poolSize?: number;
  /** Maximum duration of a command; 0 for none, as an index build needs. Default: 20 s. */
  commandMs?: number;
  /** Refuses the embedded database, which is for development. */
  production?: boolean;
}

/** Returns the options that come from the configuration. */
export function databaseSettings(
  config: Pick<
    Config,
    'MONGODB_URI' | 'MONGODB_SELECTION_SECONDS' | 'MONGODB_START_SECONDS' | 'MONGODB_POOL_SIZE' | 'NODE_ENV'
  >,
): Pick<ConnectionOptions, 'uri' | 'selectionMs' | 'startMs' | 'poolSize' | 'production'> {
  return {
    uri: config.MONGODB_URI,
    selectionMs: config.MONGODB_SELECTION_SECONDS * 1000,
    startMs: config.MONGODB_START_SECONDS * 1000,
    poolSize: config.MONGODB_POOL_SIZE,
    production: config.NODE_ENV === 'production',
  };
}

const defaultStartMs = 15_000;
const retryMs = 100;
const defaultCommandMs = 20_000;

/** At start a burst of requests opens many connections, and each takes several round trips with TLS and SCRAM. */
const pool = { minPoolSize: 5, maxConnecting: 8, defaultMaxPoolSize: 50 } as const;

/**
 * Options that correctness depends on. They are at the top level, where they take precedence over those in the
 * address: addresses of hosting services contain `readPreference=secondaryPreferred` or `w=1`, and with reads from
 * secondaries the ledger would release holds of renders that the secondary has not seen yet.
 */
const ownOptions = {
  w: 'majority',
  journal: true,
  wtimeoutMS: 10_000,
  readPreference: 'primary',
  readConcernLevel: 'local',
  retryReads: true,
  retryWrites: true,
  connectTimeoutMS: 3_000,
  waitQueueTimeoutMS: 3_000,
} as const;

function driverOptions({ name, selectionMs, poolSize, commandMs }: ConnectionOptions): ConnectOptions {
  const maxPoolSize = poolSize ?? pool.defaultMaxPoolSize;
  return {
    ...ownOptions,
    serverSelectionTimeoutMS: selectionMs,
    socketTimeoutMS: commandMs ?? defaultCommandMs,
    appName: name ?? 'render-platform',
    maxPoolSize,
    minPoolSize: Math.min(pool.minPoolSize, maxPoolSize),
    maxConnecting: pool.maxConnecting,
    autoCreate: false,
    autoIndex: false,
    // As mongoose does for its own calls: without it the driver would write `undefined` as null.
    ignoreUndefined: true,
  };
}

/** Returns the hosts of an address, without its credentials. */
export function getHosts(uri: string): string {
  return /^mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?([^/?]*)/.exec(uri)?.[1] ?? 'an unreadable address';
}

/**
 * Connects, waiting for a database that is starting.
 * @throws ConfigError when it does not, when the address or its credentials are wrong, and for the embedded
 * database in production.
 */
export async function connect(connection: Connection, options: ConnectionOptions): Promise<void> {
  const { startMs = defaultStartMs } = options;
  const until = Date.now() + startMs;
  const hosts = getHosts(options.uri);
  for (let attempt = 1; ; attempt++) {
    try {
      await connection.openUri(options.uri, driverOptions(options));
      break;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isRefusedAddress(error)) throw refused(hosts, reason);
      if (Date.now() > until) throw notReachable(hosts, { startMs, reason, cause: error });
      if (attempt === 1) options.log.warn({ hosts, reason }, 'waiting for MongoDB');
      await setTimeout(retryMs);
    }
  }
  await refuseWithoutRights(connection, hosts);
  if (options.production) await refuseEmbedded(connection);
}

const { MongoParseError, MongoInvalidArgumentError } = mongoose.mongo;

function isRefusedAddress(error: unknown): boolean {
  return (
    error instanceof MongoParseError || error instanceof MongoInvalidArgumentError || isUserRefused(error)
  );
}

const refused = (hosts: string, reason: string) =>
  new ConfigError(`MONGODB_URI: ${hosts} refused it: ${reason}`);

/** A connection opens without a login; the first command shows whether its user may read. */
async function refuseWithoutRights(connection: Connection, hosts: string): Promise<void> {
  try {
    await connection.db!.collection('installations').findOne({}, { projection: { _id: 1 } });
  } catch (error) {
    // What else fails here is an outage, which the first caller of the database sees as well.
    if (!isUserRefused(error)) return;
    await connection.close();
    const remedy =
      'name a user who has the role readWrite on the database, as user:password@ before the host';
    throw refused(hosts, `${(error as Error).message}; ${remedy}`);
  }
}

function notReachable(
  hosts: string,
  { startMs, reason, cause }: { startMs: number; reason: string; cause: unknown },
): ConfigError {
  const seconds = startMs / 1000;
  const message = `MongoDB at ${hosts} was not reachable within ${seconds} s (${reason}); check MONGODB_URI, and increase MONGODB_SELECTION_SECONDS if it is far away, MONGODB_START_SECONDS if it starts slowly.`;
  return new ConfigError(message, { cause });
}

async function refuseEmbedded(connection: Connection): Promise<void> {
  const hello = await connection.db!.command({ hello: 1 });
  if (hello.embedded !== true) return;
  await connection.close();
  throw new ConfigError(
    'MONGODB_URI names the embedded database, which NODE_ENV=production refuses; use MongoDB 6 or later.',
  );
}
