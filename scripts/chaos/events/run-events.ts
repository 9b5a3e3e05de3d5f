import { createAccount } from '../../../shared/accounts/accounts.ts';
import { getDriver } from '../../../shared/mongodb/driver.ts';
import { createStore } from '../../../shared/stores/stores.ts';
import { type Casualties, countCasualties } from '../casualties.ts';
import { until } from '../clock.ts';
import { type Cluster, type ClusterOptions, startCluster } from '../cluster.ts';
import { type Injected, injectAll } from '../inject.ts';
import { createRandom } from '../random.ts';
import { planFaults } from '../schedule.ts';
import { type Endpoints, startEndpoints, type Temper } from './endpoints.ts';
import type { EventHistory } from './event-history.ts';
import { countersAgree, type EventJudgement, judgeEvents } from './judge-events.ts';
import { runShopper, type ShopperOptions } from './shoppers.ts';

export interface EventChaosOptions {
  seed: number;
  kills: number;
  paceMs: number;
  cluster?: ClusterOptions;
  say?: (line: string) => void;
}

export interface EventChaosResult extends Casualties {
  seed: number;
  ok: boolean;
  seconds: number;
  /** From the last fault until nothing was pending and every counter agreed. */
  restMs: number;
  events: EventJudgement;
  /** Folder with the logs, when there are findings. */
  dataDir?: string;
}

/** Stores by their slugs; each has an endpoint of its own, and one has none. */
const tempers: Record<string, Temper> = {
  'well-1': 'well',
  'well-2': 'well',
  'well-3': 'well',
  picky: 'picky',
  gone: 'gone',
};
const unconnected = 'alone';

const shoppers = 10;

/**
 * Longer than a hanging call, the retry after it, a breaker's pause and a lock of a dead worker; then longer than the
 * sweeper leaves a counted day alone.
 */
const longestRestMs = { events: 60_000, counters: 40_000 };

/** Reports events under faults, waits until the platform is idle, and compares it with all calls. */
export async function runEventChaos(options: EventChaosOptions): Promise<EventChaosResult> {
  const startedAt = Date.now();
  const endpoints = await startEndpoints(tempers);
  const env = buildEnv(endpoints, options.cluster?.env);
  const cluster = await startCluster({ ...options.cluster, env }).catch((error: unknown) => {
    endpoints.close();
    throw error;
  });
  let ok = false;
  try {
    const history: EventHistory = { reported: new Map(), calls: endpoints.calls, wrong: [] };
    const injected = await storm(cluster, endpoints, options, history);
    const calmAt = Date.now();
    await comeToRest(cluster);
    const restMs = Date.now() - calmAt;
    const events = await judgeEvents(cluster.database, history, new Set([unconnected]));
    const casualties = countCasualties(cluster, injected);
    ok = casualties.deaths.crashed === 0 && events.findings.length === 0;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const where = ok ? {} : { dataDir: cluster.dataDir };
    return { seed: options.seed, ok, seconds, restMs, ...casualties, events, ...where };
  } finally {
    await cluster.close({ keep: !ok });
    endpoints.close();
  }
}

function buildEnv({ all }: Endpoints, given: Record<string, string> = {}): Record<string, string> {
  return {
    RENDER_PROVIDERS: 'local',
    OUTBOUND_ALLOW: all.map(({ allow }) => allow).join(','),
    EVENTS_PER_VISITOR: '1000000',
    ...given,
  };
}

async function storm(
  cluster: Cluster,
  endpoints: Endpoints,
  options: EventChaosOptions,
  history: EventHistory,
): Promise<Injected[]> {
  const plan = planFaults({ ...options, killMongo: cluster.mongo !== undefined, load: 'events' });
  const stop = new AbortController();
  const load: ShopperOptions = {
    apis: cluster.apis,
    stores: await makeStores(cluster, endpoints),
    history,
    random: createRandom(options.seed + 1),
    stop: stop.signal,
  };
  const running = Array.from({ length: shoppers }, () => runShopper(load));
  try {
    return await injectAll({ ...cluster, endpoints }, plan, (done) =>
      options.say?.(`${done} of ${plan.length} faults, ${history.reported.size} events`),
    );
  } finally {
    stop.abort();
    await Promise.all(running);
  }
}

async function makeStores(
  { database }: Cluster,
  { all }: Endpoints,
): Promise<{ id: string; slug: string }[]> {
  const { _id: account } = await createAccount(database.accounts, { name: 'Chaos' });
  const make = async (slug: string, endpoint?: string) => {
    const { _id: id } = await createStore(database.stores, { account, slug, hosts: [`${slug}.example`] });
    const integration = { state: 'Connected', revision: 1, endpoint };
    if (endpoint) await database.stores.updateOne({ _id: id }, { $set: { integration } });
    return { id, slug };
  };
  return Promise.all([...all.map(({ slug, url }) => make(slug, url)), make(unconnected)]);
}

/** A wait of the schedule that is longer than this is skipped. */
const waitMs = 8_000;

/**
 * Waits until every event has reached a final state and every day is counted. The schedule has waits of minutes and
 * hours: an event whose next try is that far away, and only one that has a next try, has it now.
 */
async function comeToRest({ database }: Cluster): Promise<void> {
  const events = getDriver(database.events);
  const settled = async () => {
    const now = Date.now();
    await events.updateMany(
      { 'forward.state': 'pending', 'forward.nextAt': { $gt: new Date(now + waitMs) } },
      { $set: { 'forward.nextAt': new Date(now) } },
    );
    return (await events.countDocuments({ 'forward.state': 'pending' })) === 0;
  };
  await until(settled, longestRestMs.events, 500);
  await until(() => countersAgree(database), longestRestMs.counters, 500);
}
