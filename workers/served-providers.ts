import { ConfigError } from '../shared/config/load.ts';
import type { Config } from '../shared/config/variables.ts';
import { assertInChain, queueOfProvider, readRoutes, testProvider } from '../shared/renders/render-route.ts';

/** The part of the chain that one worker process serves. */
export interface ServedProviders {
  /** In the order of the chain. */
  providers: readonly string[];
  /** The render queues it takes jobs from; at least one. */
  queues: readonly string[];
  /** True if it serves the renders of test keys. */
  tests: boolean;
}

type Settings = Pick<Config, 'RENDER_PROVIDERS' | 'DEDICATED_PROVIDERS' | 'WORKER_PROVIDERS'>;

/**
 * Reads `WORKER_PROVIDERS`. Dedicated providers are served only by workers that name them, so a worker that
 * names none takes jobs from the shared queue, and needs no key or URL of theirs.
 * @throws ConfigError for a name that is not in the chain, or when the worker would take renders from
 *   the shared queue whose provider it does not serve.
 */
export function readServed(config: Settings): ServedProviders {
  const routes = readRoutes(config);
  const named = config.WORKER_PROVIDERS;
  for (const name of named) assertInChain('WORKER_PROVIDERS', name, routes.providers);
  const shared = routes.providers.filter((name) => !routes.dedicated.has(name));
  assertAllShared(named, shared);
  const providers = named.length === 0 ? shared : routes.providers.filter((name) => named.includes(name));
  const getQueue = (name?: string) => queueOfProvider(name, routes.dedicated);
  const queues = named.length === 0 ? [getQueue()] : [...new Set(providers.map(getQueue))];
  return { providers, queues, tests: queues.includes(getQueue(testProvider)) };
}

/** A worker serves all providers of the shared queue, or none of them. */
function assertAllShared(named: readonly string[], shared: readonly string[]): void {
  const served = shared.find((name) => named.includes(name));
  const missing = shared.find((name) => !named.includes(name));
  if (served === undefined || missing === undefined) return;
  throw new ConfigError(
    `Configuration: WORKER_PROVIDERS names "${served}" but not "${missing}", whose renders wait in the same queue; name both, or give "${served}" a queue of its own with DEDICATED_PROVIDERS.`,
  );
}
