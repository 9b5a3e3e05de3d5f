import type { Queue } from 'bullmq';
import { createAccount } from '../../../shared/accounts/accounts.ts';
import { loadConfig } from '../../../shared/config/load.ts';
import { type Database, openDatabase } from '../../../shared/database/database.ts';
import { closeConnection, connectionReady, producerConnection } from '../../../shared/jobs/connections.ts';
import { createQueue } from '../../../shared/jobs/queues.ts';
import { trackJob } from '../../../shared/jobs/track-job.ts';
import { createKey } from '../../../shared/keys/keys.ts';
import { silentLogger } from '../../../shared/log.ts';
import { getDriver } from '../../../shared/mongodb/driver.ts';
import { loadSecretBox } from '../../../shared/secrets/load-secret-box.ts';
import type { Integration, StoreDoc } from '../../../shared/stores/store-model.ts';
import { createStore } from '../../../shared/stores/stores.ts';
import { familyCpuMs } from '../processes/family-cpu.ts';
import type { MeasuredProcess } from '../processes/measured.ts';
import { ownInstallation, type Stage } from '../stage.ts';
import { type BenchDestinations, startDestinations } from './destinations.ts';
import { type Shoppers, type ShopWindow, startShoppers } from './shoppers.ts';

/** Set-up of the event measurements: stores with an integration each, endpoints, shoppers. */
export interface EventStage {
  stage: Stage;
  /** The environment of the platform's processes. */
  env: NodeJS.ProcessEnv;
  database: Database;
  /** The `track` queue. */
  queue: Queue;
  destinations: BenchDestinations;
  shoppers: Shoppers;
  /** The n-th sends its events to the n-th destination. */
  stores: StoreDoc[];
  /** Of the account that owns the stores. */
  key: string;
  say: (line: string) => void;
}

const prefix = 'bench-events';
const log = silentLogger();

export const getWindow = ({ slug, hosts }: StoreDoc): ShopWindow => ({ slug, origin: `https://${hosts[0]}` });

/** Starts everything except the platform's processes; all of it ends with the stage. */
export async function setEventStage(
  stage: Stage,
  options: { destinations: number; say: (line: string) => void },
): Promise<EventStage> {
  const [destinations, shoppers] = await Promise.all([
    startDestinations(options.destinations),
    startShoppers(),
  ]);
  stage.closing.add(destinations.close);
  stage.closing.add(shoppers.close);
  const env = {
    ...stage.env,
    ...ownInstallation(stage, prefix),
    OUTBOUND_ALLOW: destinations.ports.map((port) => `127.0.0.1:${port}`).join(','),
    RENDER_PROVIDERS: 'local',
    // Counting is part of the measurement; all shoppers of the bench have one address.
    EVENTS_PER_VISITOR: '1000000',
    EVENTS_PER_STORE: '10000000',
  };
  const connection = producerConnection({ url: stage.backends.redis.url, name: 'bench:events', log });
  const [database] = await Promise.all([
    openDatabase({ uri: env.MONGODB_URI, log, name: 'bench', selectionMs: 10_000 }),
    connectionReady(connection, 10_000),
  ]);
  const queue = createQueue(trackJob.queue, { connection, prefix, log });
  stage.closing.add(async () => {
    await queue.close();
    await Promise.allSettled([closeConnection(connection), database.close()]);
  });
  await database.ensureIndexes();
  const { _id: account } = await createAccount(database.accounts, { name: 'Bench' });
  const { key } = await createKey(database.keys, { account, mode: 'live', name: 'bench' });
  const stores = await makeStores(database, env, account, destinations.ports);
  return { stage, env, database, queue, destinations, shoppers, stores, key, say: options.say };
}

/** As `saveIntegration` saves them, without resolving each name. */
async function makeStores(
  database: Database,
  env: NodeJS.ProcessEnv,
  account: string,
  ports: number[],
): Promise<StoreDoc[]> {
  const secrets = await loadSecretBox(loadConfig(env));
  const stores: StoreDoc[] = [];
  for (const [index, port] of ports.entries()) {
    const slug = `shop-${index}`;
    const store = await createStore(database.stores, { account, slug, hosts: [`${slug}.example`] });
    const integration: Integration = {
      state: 'Connected',
      revision: 1,
      endpoint: `http://127.0.0.1:${port}`,
      writeKey: secrets.seal(`wk_${index}_0123456789abcdef`, store._id),
      writeKeyHint: 'cdef',
    };
    await database.stores.updateOne({ _id: store._id }, { $set: { integration } });
    stores.push({ ...store, integration });
  }
  return stores;
}

/** Deletes the events and jobs of a measurement, so that the next one begins empty. */
export async function clearEvents({ database, queue, destinations }: EventStage): Promise<void> {
  await queue.obliterate({ force: true });
  await getDriver(database.events).deleteMany({});
  await destinations.take();
}

export type CpuShares = Record<string, number>;

/** CPU time of each process for one event, between two calls: `(await watchCpu(…))(events)`. */
export function watchCpu(
  { stage }: Pick<EventStage, 'stage'>,
  processes: Record<string, Pick<MeasuredProcess, 'pid'>>,
): (events: number) => CpuShares {
  const own = Object.entries(processes).map(([name, { pid }]) => [name, pid] as const);
  const pids = [...own, ['redis', stage.pids.redis] as const, ['mongo', stage.pids.mongo] as const];
  const read = () => pids.map(([name, pid]) => [name, pid ? familyCpuMs(pid) : Number.NaN] as const);
  const before = read();
  return (events) =>
    Object.fromEntries(read().map(([name, used], index) => [name, (used - before[index]![1]) / events]));
}
