import type { Redis } from 'ioredis';
import { type BreakerState, breakerKey, parseBreaker } from '../../shared/breaker/breaker-state.ts';
import { readWorkers, summarizeFleet } from '../../shared/jobs/fleet.ts';
import { redisNowMs } from '../../shared/jobs/redis-clock.ts';
import { type LastError, readLastErrors } from '../../shared/metrics/provider-errors.ts';
import { queueOfProvider, type RenderRoutes, testProvider } from '../../shared/renders/render-route.ts';

/** The current state of one render provider in the whole fleet. */
export interface ProviderHealth {
  provider: string;
  /** Not in the chain: only test keys use it. */
  testOnly: boolean;
  /** Live workers that serve the queue of its renders. */
  workers: number;
  breaker: BreakerState;
  lastError?: LastError;
}

export interface FleetHealth {
  providers: ProviderHealth[];
  /** By the clock of Redis, as the times of the breakers. */
  nowMs: number;
}

/** Reads the providers of the chain in their order, then the one of test keys. @throws the error of Redis. */
export async function readProviderHealth(
  connection: Redis,
  prefix: string,
  { providers, dedicated }: RenderRoutes,
): Promise<FleetHealth> {
  const names = [...new Set([...providers, testProvider])];
  const [breakers, errors, workers, nowMs] = await Promise.all([
    connection.mget(names.map((name) => breakerKey(prefix, name))),
    readLastErrors(connection, prefix),
    readWorkers(connection, { prefix }),
    redisNowMs(connection),
  ]);
  const getHealth = (provider: string, index: number): ProviderHealth => {
    const lastError = errors.get(provider);
    return {
      provider,
      testOnly: !providers.includes(provider),
      workers: summarizeFleet(workers, queueOfProvider(provider, dedicated)).workers,
      breaker: parseBreaker(breakers[index] ?? null),
      ...(lastError && { lastError }),
    };
  };
  return { providers: names.map(getHealth), nowMs };
}
