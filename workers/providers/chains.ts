import type { Config } from '../../shared/config/variables.ts';
import { sparingErrorLog } from '../../shared/jobs/sparing-log.ts';
import type { Logger } from '../../shared/log.ts';
import { readProviderCosts } from '../../shared/metrics/provider-costs.ts';
import { tallyTry } from '../../shared/metrics/provider-tally.ts';
import type { RenderMetrics } from '../../shared/metrics/render-metrics.ts';
import type { WorkerStores } from '../fleet-stores.ts';
import { createBreaker, createRedisBreakerStore } from './breaker-store.ts';
import { createChain, type ProviderChain } from './chain.ts';
import { createProviders } from './registry.ts';

/** The providers in their order; a test key never reaches one that costs money (decisions "Keys"). */
export function createChains(
  config: Config,
  log: Logger,
  { producer, outbound }: WorkerStores,
  metrics: RenderMetrics,
): { chain: ProviderChain; testChain: ProviderChain } {
  const providers = createProviders(config.RENDER_PROVIDERS, { config, log, http: outbound });
  const local = providers.filter((provider) => provider.name === 'local');
  const forTests = local.length > 0 ? local : createProviders(['local'], { config, log, http: outbound });
  const breaker = createBreaker({ store: createRedisBreakerStore(producer, config.QUEUE_PREFIX), log });
  const observe = observeTries(config, log, producer, metrics);
  const options = { attempts: config.PROVIDER_ATTEMPTS, log, breaker, observe };
  return { chain: createChain(providers, options), testChain: createChain(forTests, options) };
}

/** Every try goes to this worker's metrics and to the fleet's tally of the day, which /ops shows. */
function observeTries(
  config: Config,
  log: Logger,
  producer: WorkerStores['producer'],
  metrics: RenderMetrics,
): RenderMetrics['provider'] {
  const costs = readProviderCosts(config.PROVIDER_COSTS);
  const onError = sparingErrorLog(log, 'Provider tally');
  return (attempt) => {
    metrics.provider(attempt);
    tallyTry(producer, { prefix: config.QUEUE_PREFIX }, attempt, { costs }).catch(onError);
  };
}
