import type { Redis } from 'ioredis';
import { redisNowMs } from '../jobs/redis-clock.ts';
import { hourMs } from '../time.ts';
import { type BreakerState, breakerKey, breakerPolicy, closed } from './breaker-state.ts';

interface Installation {
  prefix: string;
}

/**
 * Keeps the whole fleet from trying a provider for a time; the render after that probes it.
 * @throws the error of Redis
 */
export async function openBreaker(
  connection: Redis,
  { prefix }: Installation,
  provider: string,
  ms: number,
): Promise<void> {
  const nowMs = await redisNowMs(connection);
  const until = nowMs + ms;
  const { threshold } = breakerPolicy;
  const state: BreakerState = {
    ...closed,
    ...{ failures: threshold, firstFailureAt: nowMs, openUntil: until, heldUntil: until, trips: 1 },
  };
  await connection.set(breakerKey(prefix, provider), JSON.stringify(state), 'PX', ms + hourMs);
}

/** Lets the fleet try a provider again at once. @throws the error of Redis */
export async function closeBreaker(
  connection: Redis,
  { prefix }: Installation,
  provider: string,
): Promise<void> {
  await connection.del(breakerKey(prefix, provider));
}
