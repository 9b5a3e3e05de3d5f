import type { Redis } from 'ioredis';
import { createExpiringCache } from '../../shared/expiring-cache.ts';
import { estimatedWait } from '../../shared/jobs/estimated-wait.ts';
import { readWorkers, summarizeFleet } from '../../shared/jobs/fleet.ts';
import { readExpectedSeconds } from '../../shared/renders/expected-duration.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import {
  getNextProvider,
  getRoute,
  type RenderRoutes,
  testProvider,
} from '../../shared/renders/render-route.ts';

type TimedRender = Pick<RenderDoc, 'mode' | 'chain' | 'createdAt' | 'startedAt'>;

/** Seconds from the creation of a render to its end, as far as is known; `position` in its queue, from 1. */
export type ExpectedSeconds = (render: TimedRender, position: number | undefined) => Promise<number>;

/** Before a provider has rendered anything: seconds of the local renderer, and of a model on a remote machine. */
const firstGuess = { local: 6, remote: 20 } as const;

/** Time for images and result, added to that of the provider. */
const overheadSeconds = 1;

/** While a render waits, its expectation changes in steps of so many seconds. */
const waitingStep = 5;

const keptMs = 10_000;

/**
 * The wait that is over, the wait that is ahead, and the median of the provider's newest renders. What is read of
 * them is at most 10 s old.
 */
export function createExpectedSeconds(options: {
  connection: Redis;
  prefix: string;
  routes: RenderRoutes;
  now?: () => number;
}): ExpectedSeconds {
  const { connection, prefix, routes, now = Date.now } = options;
  const medians = createExpiringCache({
    load: (provider: string) => readExpectedSeconds(connection, { prefix }, provider),
    ttlMs: keptMs,
    max: 100,
  });
  const fleets = createExpiringCache({
    load: async (queue: string) => summarizeFleet(await readWorkers(connection, { prefix }), queue),
    ttlMs: keptMs,
    max: 100,
  });

  const waitAhead = async (render: TimedRender, position: number): Promise<number> => {
    const fleet = await fleets.get(getRoute(render, routes));
    return estimatedWait({ waiting: position - 1, active: fleet.slots }, fleet) / 1000;
  };

  return async (render, position) => {
    const provider = getNextProvider(render, routes) ?? '';
    // Both are hints: without Redis the page still shows the render.
    const median = await medians.get(provider).catch(() => undefined);
    const ahead = position === undefined ? 0 : await waitAhead(render, position).catch(() => 0);
    const waited = ((render.startedAt?.getTime() ?? now()) - render.createdAt.getTime()) / 1000;
    const guess = provider === testProvider ? firstGuess.local : firstGuess.remote;
    const seconds = waited + ahead + (median ?? guess) + overheadSeconds;
    return ahead > 0 ? Math.ceil(seconds / waitingStep) * waitingStep : Math.ceil(seconds);
  };
}
