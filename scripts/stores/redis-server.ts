import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startGuarded } from '../processes/child.ts';
import { freePort } from '../processes/port.ts';
import { endLeftover } from './leftover.ts';
import { ownStore, readyOrLost } from './own-store.ts';
import { pingRedis } from './redis-ping.ts';
import { SetupError, type Store } from './store.ts';

const portAttempts = 5;
const readyMs = 20_000;

interface ServerOptions {
  binary: string;
  dir: string;
  /** Keeps an append-only file, so that a queue survives a restart; false for tests. */
  durable: boolean;
}

const pidFile = (dir: string) => join(dir, 'redis.pid');

/** BullMQ refuses to lose jobs silently: without `noeviction` Redis may drop them under pressure. */
function redisArguments({ dir, durable }: ServerOptions, port: number): string[] {
  const settings: [string, string][] = [
    ['port', String(port)],
    ['bind', '127.0.0.1'],
    ['protected-mode', 'yes'],
    ['dir', dir],
    ['pidfile', pidFile(dir)],
    ['maxmemory-policy', 'noeviction'],
    ['appendonly', durable ? 'yes' : 'no'],
    ['appendfsync', 'everysec'],
    ['save', ''],
    ['daemonize', 'no'],
    ['always-show-logo', 'no'],
  ];
  return settings.flatMap(([name, value]) => [`--${name}`, value]);
}

/**
 * Starts a private Redis on a free port of 127.0.0.1.
 * @throws SetupError with the server's own last line when it does not come up.
 */
export async function startRedisServer(
  options: ServerOptions,
  onLine?: (line: string) => void,
): Promise<Store> {
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true });
  await endLeftover(pidFile(dir), dir);
  let outcome = '';
  for (let attempt = 0; attempt < portAttempts; attempt++) {
    const port = await freePort();
    const url = `redis://127.0.0.1:${port}`;
    const child = startGuarded(
      options.binary,
      redisArguments({ ...options, dir }, port),
      onLine ? { onLine } : {},
    );
    outcome = await readyOrLost(child, (signal) => pingRedis(url, readyMs, signal));
    if (outcome === 'ready') return ownStore(child, url, `own redis-server on 127.0.0.1:${port}`);
    await child.close();
  }
  throw new SetupError(`redis-server did not start (${outcome}). Set REDIS_URL to use another Redis.`);
}
