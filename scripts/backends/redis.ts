import { join } from 'node:path';
import { aptInstall } from '../setup/apt.mjs';
import { type Backend, SetupError } from './backend.ts';
import { onPath } from './on-path.ts';
import { startRedisServer } from './redis-server.ts';

const pingMs = 5_000;
const programs = ['redis-server', 'valkey-server'];

export interface RedisOptions {
  env: NodeJS.ProcessEnv;
  dataDir: string;
  durable: boolean;
  say: (line: string) => void;
  onLine?: (line: string) => void;
}

/** Returns a URL as it may be shown: without the password. */
export function shown(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//***@');
}

async function externalRedis(url: string): Promise<Backend> {
  const { pingRedis } = await import('./redis-ping.ts');
  try {
    await pingRedis(url, pingMs);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new SetupError(
      `REDIS_URL=${shown(url)} does not respond (${why}). Start that Redis, or unset REDIS_URL to have one started.`,
    );
  }
  return { url, ready: Promise.resolve(), what: `Redis at ${shown(url)}`, close: async () => undefined };
}

async function installedRedis(say: (line: string) => void): Promise<string> {
  const failure = await aptInstall({ name: 'redis-server', service: 'redis-server' }, say);
  const binary = onPath(programs);
  if (!failure && binary) return binary;
  throw new SetupError(
    `No Redis found, and ${failure ?? 'the package contains no redis-server'}. Either set REDIS_URL, or install it ` +
      '(Debian/Ubuntu: `sudo apt-get install redis-server`, macOS: `brew install redis`), ' +
      'or run one: `docker run -p 6379:6379 redis:7` with REDIS_URL=redis://localhost:6379.',
  );
}

/**
 * Finds or starts Redis. A given one responds when this resolves; one of ours when `ready` does. The order: REDIS_URL, else redis-server on PATH, else apt-get where that is possible.
 * @throws SetupError naming the ways to get one.
 */
export async function openRedis(options: RedisOptions): Promise<Backend> {
  const { env, dataDir, durable } = options;
  if (env.REDIS_URL) return externalRedis(env.REDIS_URL);
  const binary = onPath(programs, env.PATH) ?? (await installedRedis(options.say));
  return startRedisServer({ binary, dir: join(dataDir, 'redis'), durable }, options.onLine);
}
