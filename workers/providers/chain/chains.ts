import type { Config } from '../../../shared/config/variables.ts';
import type { CostNote } from '../../../shared/costs/tally-costs.ts';
import { throttledErrorLog } from '../../../shared/jobs/throttled-log.ts';
import type { Logger } from '../../../shared/log.ts';
import {
  getMicrodollars,
  type ProviderTry,
  readProviderCosts,
} from '../../../shared/metrics/provider-costs.ts';
import { tallyTries } from '../../../shared/metrics/provider-tally.ts';
import { testProvider } from '../../../shared/renders/render-route.ts';
import type { WorkerBackends } from '../../backends.ts';
import { allowed } from '../../breaker/breaker.ts';
import { createBreaker, createFleetBreaker } from '../../breaker/fleet-breaker.ts';
import type { Notes } from '../../notes.ts';
import type { RenderMetrics } from '../../render-metrics.ts';
import type { ServedProviders } from '../../served-providers.ts';
import { createSimulatedProvider } from '../adapters/simulated.ts';
import type { Provider } from '../provider.ts';
import { createProviders, type ProviderDeps } from '../registry.ts';
import { type ChainOptions, createChain, type ProviderChain } from './chain.ts';
import type { ProviderElsewhere } from './hand-over.ts';
import { createMachine, type Machine } from './machine.ts';

/** The chains of a worker; renders of test keys never reach a provider that costs money. */
interface Chains {
  /** Of live keys: the providers that this worker serves, and the names of the others. */
  chain: ProviderChain;
  testChain: ProviderChain;
  /** Of test keys that have chosen the outcome. */
  simulationChain: ProviderChain;
}

/** The places that count tries. */
interface Statistics {
  metrics: RenderMetrics;
  notes: Notes;
  noteCost: (note: CostNote) => void;
}

/**
 * Creates the chains of this worker.
 * @throws ConfigError when a setting of a served provider is missing.
 */
export function createChains(
  config: Config,
  served: ServedProviders,
  log: Logger,
  { producer, providerOutbound }: Pick<WorkerBackends, 'producer' | 'providerOutbound'>,
  statistics: Statistics,
): Chains {
  const made = makeProviders(served, { config, log, http: providerOutbound });
  const findLink = (name: string): Provider | ProviderElsewhere =>
    made.get(name) ?? { name, elsewhere: true };
  const breaker = createBreaker({ store: createFleetBreaker(producer, config.QUEUE_PREFIX), log });
  const observe = observeTries(config, log, producer, statistics);
  const options = { attempts: config.PROVIDER_ATTEMPTS, log, breaker, observe };
  const machine = ownMachine(config, made, log, producer);
  return {
    chain: createChain(config.RENDER_PROVIDERS.map(findLink), { ...options, ...(machine && { machine }) }),
    testChain: createChain([findLink(testProvider)], options),
    simulationChain: createSimulationChain(config, log),
  };
}

/** No try of it counts in the metrics, none is made twice, and no breaker opens: its failures are wanted. */
function createSimulationChain({ WORKER_CONCURRENCY }: Config, log: Logger): ProviderChain {
  const provider = createSimulatedProvider({ maxWaiting: Math.max(1, Math.floor(WORKER_CONCURRENCY / 2)) });
  const breaker = { allows: async () => allowed, record: async () => undefined };
  return createChain([provider], { attempts: 1, log, breaker, maxWaitMs: { withNext: 0, last: 0 } });
}

function makeProviders({ providers, tests }: ServedProviders, deps: ProviderDeps): Map<string, Provider> {
  const names = tests ? [...new Set([...providers, testProvider])] : providers;
  const made = names.length === 0 ? [] : createProviders(names, deps);
  return new Map(made.map((provider) => [provider.name, provider]));
}

/** Only for a worker that serves nothing but dedicated providers, whose models run on its own machine. */
function ownMachine(
  config: Config,
  made: ReadonlyMap<string, Provider>,
  log: Logger,
  redis: WorkerBackends['producer'],
): Machine | undefined {
  const providers = [...made.values()];
  const own = ({ name, ready }: Provider) => ready && config.DEDICATED_PROVIDERS.includes(name);
  if (providers.length === 0 || !providers.every(own)) return undefined;
  return createMachine({ providers, redis, prefix: config.QUEUE_PREFIX, log });
}

/** Counts every try in this worker's metrics, in the fleet's daily tally and in the account's, which /ops shows. */
function observeTries(
  config: Config,
  log: Logger,
  producer: WorkerBackends['producer'],
  { metrics, notes, noteCost }: Statistics,
): NonNullable<ChainOptions['observe']> {
  const costs = readProviderCosts(config.PROVIDER_COSTS);
  const onError = throttledErrorLog(log, 'Provider tally');
  const location = { prefix: config.QUEUE_PREFIX };
  const tally = notes.collect<ProviderTry>(
    (attempts) => tallyTries(producer, location, attempts, { costs }),
    onError,
  );
  return (attempt, account) => {
    metrics.provider(attempt);
    tally(attempt);
    if (!attempt.skipped)
      noteCost({
        ...{ account, provider: attempt.provider, tries: 1 },
        microdollars: getMicrodollars(costs, attempt),
      });
  };
}
