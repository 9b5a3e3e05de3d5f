import type { Redis } from 'ioredis';
import { type Catalog, createCatalog } from '../../shared/catalog/catalog.ts';
import type { Config } from '../../shared/config/variables.ts';
import { readExpectedSeconds } from '../../shared/renders/expected-duration.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { getNextProvider, type RenderRoutes, readRoutes } from '../../shared/renders/render-route.ts';
import type { ApiBackends } from '../backends.ts';
import { createConcurrencyLimiter } from '../http/concurrency-limit.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { joinRender } from './accept.ts';
import { type BackPressure, createBackPressure } from './back-pressure.ts';
import { findByIdempotencyKey } from './idempotency.ts';
import { createAdoption } from './orphans.ts';
import { type LimitUse, readUse } from './render-limits.ts';
import type { OrderIdentity, RenderCaller, RenderOrder } from './render-order.ts';
import { type StartDependencies, type StartedRender, startRender } from './start-render.ts';
import {
  type RenderOutcome,
  type WaitDependencies,
  type WaitLimits,
  waitForRender,
} from './wait-for-render.ts';
import { type WatchLimits, type WatchOutcome, watchRender } from './watch-render.ts';

export { OutcomeUnknown } from './outcome-unknown.ts';
export type { RenderOutcome, StartedRender };

/** A hint: without it, a guess is as good. */
async function readUsualSeconds(
  { connection, prefix, routes }: { connection: Redis; prefix: string; routes: RenderRoutes },
  mode: 'live' | 'test',
): Promise<number | undefined> {
  const provider = getNextProvider({ mode }, routes) ?? '';
  return readExpectedSeconds(connection, { prefix }, provider).catch(() => undefined);
}

/** Starts renders and waits for them, whatever protocol they are asked for by. */
export interface RenderCore {
  /** @throws ApiError in the order of the checks; `readOrder` is called once the caller is within its limits */
  startRender(
    readOrder: (signal: AbortSignal) => Promise<RenderOrder>,
    caller: RenderCaller,
  ): Promise<StartedRender>;
  /** Waits for the end of a render, passes the outcome to `respond`, and releases the places of its caller. */
  waitForRender<Result>(
    started: StartedRender,
    limits: WaitLimits,
    respond: (outcome: RenderOutcome) => Promise<Result>,
  ): Promise<Result>;
  /** The render that the key's account already has under the same Idempotency-Key, or null. */
  findStarted(identity: OrderIdentity, key: RenderCaller['key']): Promise<RenderDoc | null>;
  /** Waits for a render without a part in it: nothing happens to it when the wait ends. */
  watchRender(render: RenderDoc, limits: WatchLimits): Promise<WatchOutcome>;
  /** Reads how much of its limits a scope of `limitScopes` uses now. */
  readUse(scope: string): Promise<LimitUse>;
  backPressure: BackPressure;
  catalog: Catalog;
}

export function createRenderCore(config: Config, backends: ApiBackends): RenderCore {
  const dependencies = renderDependencies(config, backends);
  const { backPressure, catalog, database, waiter } = dependencies;
  return {
    backPressure,
    catalog,
    readUse: (scope) => readUse(dependencies, scope),
    startRender: (readOrder, caller) => startRender(dependencies, readOrder, caller),
    waitForRender: (started, limits, respond) => waitForRender(dependencies, started, limits, respond),
    findStarted: (identity, key) => findByIdempotencyKey(database.renders, key, identity),
    watchRender: async (render, limits) => {
      const joined = joinRender(waiter, render);
      return watchRender(dependencies, joined, limits).finally(() => joined.registration.release());
    },
  };
}

function renderDependencies(config: Config, backends: ApiBackends): StartDependencies & WaitDependencies {
  const { clock, database, renderQueues: queues, producer: connection, log, directory } = backends;
  const { blobs, outbound, decoder, spoolDir, waiter, withdrawals, plainCallers, peers } = backends;
  const prefix = config.QUEUE_PREFIX;
  const routes = readRoutes(config);
  return {
    now: clock.now,
    config,
    database,
    queues,
    blobs,
    outbound,
    decoder,
    spoolDir,
    waiter,
    withdrawals,
    plainCallers,
    peers,
    adoptOrphan: createAdoption({ renders: database.renders, peers }),
    retention: config,
    developersUrl: config.DEVELOPERS_URL,
    fetchTimeoutMs: config.IMAGE_FETCH_SECONDS * 1000,
    catalog: createCatalog({ products: database.products, stores: directory }),
    backPressure: createBackPressure({
      queues,
      connection,
      prefix,
      maxWaiting: config.QUEUE_MAX_WAITING,
      now: clock.now,
    }),
    rateLimiter: createRateLimiter({ connection, prefix }),
    concurrency: createConcurrencyLimiter({ connection, prefix, log }),
    usualSeconds: (mode) => readUsualSeconds({ connection, prefix, routes }, mode),
  };
}
