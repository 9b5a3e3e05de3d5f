import type { Redis } from 'ioredis';
import { createExpiringCache } from '../../shared/expiring-cache.ts';
import { readExpectedSeconds } from '../../shared/renders/expected-duration.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { nextProviderOf, type RenderRoutes, testProvider } from '../../shared/renders/render-route.ts';

/** How long a render takes from its creation to its end, without a queue. */
export type ExpectedSeconds = (render: Pick<RenderDoc, 'mode' | 'chain'>) => Promise<number>;

/** Before a provider has rendered anything: seconds of the local renderer, and of a model on a remote machine. */
const firstGuess = { local: 6, remote: 20 } as const;

/** What is added to the time of the provider: images, queue and result. */
const overheadSeconds = 1;

/** The median of the provider's newest renders, at most 10 s old. */
export function createExpectedSeconds(options: {
  connection: Redis;
  prefix: string;
  routes: RenderRoutes;
}): ExpectedSeconds {
  const { connection, prefix, routes } = options;
  const medians = createExpiringCache({
    load: (provider: string) => readExpectedSeconds(connection, { prefix }, provider),
    ttlMs: 10_000,
    max: 100,
  });
  return async (render) => {
    const provider = nextProviderOf(render, routes) ?? '';
    // Only a hint: without Redis the page still shows the render.
    const median = await medians.get(provider).catch(() => undefined);
    const guess = provider === testProvider ? firstGuess.local : firstGuess.remote;
    return Math.ceil((median ?? guess) + overheadSeconds);
  };
}
