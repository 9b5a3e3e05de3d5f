import { Redis } from 'ioredis';
import { pingUntil } from './ping-until.ts';

const pauseMs = 25;

async function pingOnce(url: string, ms: number): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ms,
    commandTimeout: ms,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let cause: Error | undefined;
  redis.on('error', (error: Error) => {
    cause = error; // the promise only says "Connection is closed"
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

/**
 * Resolves when Redis responds to PING, having loaded its data; retries until `deadlineMs`.
 * @throws the last error, such as ECONNREFUSED or WRONGPASS.
 */
export async function pingRedis(url: string, deadlineMs: number, signal?: AbortSignal): Promise<void> {
  await pingUntil((ms) => pingOnce(url, ms), { deadlineMs, pauseMs, signal });
}
