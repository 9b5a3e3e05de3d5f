import type { Redis } from 'ioredis';

/**
 * Returns the milliseconds since 1970 by the clock of Redis, because those of the machines differ.
 * @throws the error of Redis.
 */
export async function redisNowMs(connection: Redis): Promise<number> {
  const [seconds, microseconds] = await connection.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}
