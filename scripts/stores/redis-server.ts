import { mkdir } from 'node:fs/promises';
import { type Child, endingLine, startGuarded } from '../processes/child.ts';
import { freePort } from '../processes/port.ts';
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

/** BullMQ refuses to lose jobs silently: without `noeviction` Redis may drop them under pressure. */
function redisArguments({ dir, durable }: ServerOptions, port: number): string[] {
  const settings: [string, string][] = [
    ['port', String(port)],
    ['bind', '127.0.0.1'],
    ['protected-mode', 'yes'],
    ['dir', dir],
    ['maxmemory-policy', 'noeviction'],
    ['appendonly', durable ? 'yes' : 'no'],
    ['appendfsync', 'everysec'],
    ['save', ''],
    ['daemonize', 'no'],
    ['always-show-logo', 'no'],
  ];
  return settings.flatMap(([name, value]) => [`--${name}`, value]);
}

async function firstOf(child: Child, url: string): Promise<'ready' | string> {
  const abort = new AbortController();
  const lost = child.ended.then(endingLine);
  const ready = pingRedis(url, readyMs, abort.signal).then(() => 'ready' as const);
  ready.catch(() => undefined);
  try {
    return await Promise.race([ready, lost]);
  } finally {
    abort.abort();
  }
}

function storeOf(child: Child, url: string, port: number): Store {
  let closing = false;
  const lost = child.ended.then((ending) =>
    closing ? new Promise<string>(() => undefined) : endingLine(ending),
  );
  return {
    url,
    what: `own redis-server on 127.0.0.1:${port}`,
    lost,
    unref: child.unref,
    close: () => {
      closing = true;
      return child.close();
    },
  };
}

/**
 * Starts a private Redis on a free port of 127.0.0.1.
 * @throws SetupError with the server's own last line when it does not come up.
 */
export async function startRedisServer(
  options: ServerOptions,
  onLine?: (line: string) => void,
): Promise<Store> {
  await mkdir(options.dir, { recursive: true });
  let outcome = '';
  for (let attempt = 0; attempt < portAttempts; attempt++) {
    const port = await freePort();
    const url = `redis://127.0.0.1:${port}`;
    const child = startGuarded(options.binary, redisArguments(options, port), onLine ? { onLine } : {});
    outcome = await firstOf(child, url);
    if (outcome === 'ready') return storeOf(child, url, port);
    await child.close();
  }
  throw new SetupError(`redis-server did not start (${outcome}). Set REDIS_URL to use another Redis.`);
}
