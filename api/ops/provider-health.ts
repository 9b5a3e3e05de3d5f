import type { Redis } from 'ioredis';
import { type BreakerState, breakerKey, parseBreaker } from '../../shared/breaker/breaker-state.ts';
import { fleetOf, readWorkers } from '../../shared/jobs/fleet.ts';
import { redisNowMs } from '../../shared/jobs/redis-clock.ts';
import { type LastError, readLastErrors } from '../../shared/metrics/provider-errors.ts';
import { queueOfProvider, type RenderRoutes, testProvider } from '../../shared/renders/render-route.ts';

/** How one render provider is now, as the whole fleet knows it. */
export interface ProviderHealth {
  provider: string;
  /** Not in the chain: only test keys render with it. */
  testOnly: boolean;
  /** Live workers that take from the queue in which its renders wait. */
  workers: number;
  breaker: BreakerState;
  lastError?: LastError;
}

export interface FleetHealth {
  providers: ProviderHealth[];
  /** By the clock of Redis, which the times of the breakers are in. */
  nowMs: number;
}

/** The providers of the chain in their order, then that of test keys. @throws whatever Redis says. */
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
  const healthOf = (provider: string, index: number): ProviderHealth => {
    const lastError = errors.get(provider);
    return {
      provider,
      testOnly: !providers.includes(provider),
      workers: fleetOf(workers, queueOfProvider(provider, dedicated)).workers,
      breaker: parseBreaker(breakers[index] ?? null),
      ...(lastError && { lastError }),
    };
  };
  return { providers: names.map(healthOf), nowMs };
}
