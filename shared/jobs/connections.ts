import { Redis, type RedisOptions } from 'ioredis';
import { endsWithin } from '../async/ends-within.ts';
import type { Config } from '../config/variables.ts';
import type { Logger } from '../log.ts';
import { logErrorsThrottled } from './throttled-log.ts';

/** The address of Redis. */
export interface RedisTarget {
  /** With sentinels, its host has no meaning: user, password and database are those of the primary. */
  url: string;
  sentinels?: { hosts: { host: string; port: number }[]; name: string };
}

const sentinelPort = 26_379;

export function redisTarget(
  config: Pick<Config, 'REDIS_URL' | 'REDIS_SENTINELS' | 'REDIS_SENTINEL_NAME'>,
): RedisTarget {
  const { REDIS_URL: url, REDIS_SENTINELS, REDIS_SENTINEL_NAME: name } = config;
  if (REDIS_SENTINELS.length === 0) return { url };
  const hosts = REDIS_SENTINELS.map((entry) => {
    const { hostname: host, port } = new URL(`redis://${entry}`);
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port || sentinelPort) };
  });
  return { url, sentinels: { hosts, name } };
}

export interface ConnectionSettings extends RedisTarget {
  /** Shown in `CLIENT LIST`, e.g. `api:producer`. */
  name: string;
  log: Logger;
}

const retry = { firstMs: 50, capMs: 2000 };

/** Returns the milliseconds until reconnect number `times` (from 1): exponential, up to 20 % less, at most 2 s. */
export function reconnectDelay(times: number, random: () => number = Math.random): number {
  const full = Math.min(retry.firstMs * 2 ** (times - 1), retry.capMs);
  return Math.round(full * (1 - 0.2 * random()));
}

const shared = {
  connectTimeout: 3000,
  retryStrategy: (times: number) => reconnectDelay(times),
  // After a failover the old primary responds READONLY: 2 reconnects and sends that command again.
  reconnectOnError: (error: Error): 2 | false => (error.message.startsWith('READONLY') ? 2 : false),
} satisfies RedisOptions;

/**
 * A command in flight when the connection drops is sent once more if the first reconnect succeeds:
 * every command of a producer may therefore arrive twice, and is made so that this does no harm.
 * `socketTimeout` detects a peer that stopped responding without closing (a pulled cable, a paused host).
 */
const producer = {
  ...shared,
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  // Commands of one turn of the event loop, of all requests together, go out in one write.
  enableAutoPipelining: true,
  // A waiting pipeline knows only the scripts that were defined before it was started; another one in it
  // is an uncaught error (ioredis issue 1931). BullMQ defines its own with the first queue, before any
  // command is sent; rate-limiter-flexible defines this one with each limiter, whenever that is made.
  autoPipeliningIgnoredCommands: ['rlflxIncr'],
} satisfies RedisOptions;

/** The maximum time of a command, and how much longer the socket may be silent before it is closed. */
const defaults = { commandMs: 900, silentMs: 2100 };

/** BullMQ's blocking reads need commands that wait until Redis is back. */
const worker = { ...shared, maxRetriesPerRequest: null } satisfies RedisOptions;

/**
 * A command that is sent while a connection is not ready fails at once; one in flight within `commandMs`,
 * by default early enough for the caller's 503 within a second.
 */
export function producerConnection(settings: ConnectionSettings & { commandMs?: number }): Redis {
  const { commandMs = defaults.commandMs } = settings;
  const times = { commandTimeout: commandMs, socketTimeout: commandMs + defaults.silentMs };
  return connect(settings, { ...producer, ...times });
}

/** Commands wait as long as Redis is down: for Workers and QueueEvents, never for a request. */
export function workerConnection(settings: ConnectionSettings): Redis {
  return connect(settings, worker);
}

function connect(
  { url, sentinels, name, log }: ConnectionSettings,
  options: typeof producer | typeof worker,
): Redis {
  const primary = sentinels && { sentinels: sentinels.hosts, name: sentinels.name };
  // ioredis takes a socket as a plain path.
  const address = url.replace(/^unix:\/\//, '');
  const connection = new Redis(address, { ...options, ...primary, connectionName: name });
  logErrorsThrottled(connection, log, `Redis connection ${name}`);
  return connection;
}

/**
 * Resolves when the connection can take commands.
 * @throws Error with the last connection error as cause when it cannot within `timeoutMs`.
 */
export async function connectionReady(connection: Redis, timeoutMs: number): Promise<void> {
  if (connection.status === 'ready') return;
  let lastError: Error | undefined;
  const onError = (error: Error) => {
    lastError = error;
  };
  let onReady = () => {};
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  connection.on('error', onError);
  connection.once('ready', onReady);
  try {
    if (await endsWithin(ready, timeoutMs)) return;
    throw new Error(`Redis is not ready after ${timeoutMs} ms`, { cause: lastError });
  } finally {
    connection.off('error', onError);
    connection.off('ready', onReady);
  }
}

/** Closes with QUIT, or disconnects when Redis does not respond within `timeoutMs`; idempotent. */
export async function closeConnection(connection: Redis, timeoutMs = 1000): Promise<void> {
  if (connection.status === 'end') return;
  if (connection.status === 'ready') {
    await endsWithin(connection.quit(), timeoutMs).catch(() => undefined);
  }
  connection.disconnect();
}
