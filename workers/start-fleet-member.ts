import { hostname } from 'node:os';
import { Counter, type Registry } from 'prom-client';
import { createBlobStore } from '../shared/blobs/create-blob-store.ts';
import type { Config } from '../shared/config/variables.ts';
import { openDatabase } from '../shared/database/database.ts';
import { newId } from '../shared/ids.ts';
import { allJobs } from '../shared/jobs/all-jobs.ts';
import {
  closeConnection,
  connectionReady,
  producerConnection,
  workerConnection,
} from '../shared/jobs/connections.ts';
import { nextRunAverage } from '../shared/jobs/estimated-wait.ts';
import { startAnnouncing } from '../shared/jobs/fleet.ts';
import { createQueue, queueDepth } from '../shared/jobs/queues.ts';
import { renderJob } from '../shared/jobs/render-job.ts';
import { sparingErrorLog } from '../shared/jobs/sparing-log.ts';
import { trackJob } from '../shared/jobs/track-job.ts';
import { webhookJob } from '../shared/jobs/webhook-job.ts';
import type { Logger } from '../shared/log.ts';
import { readProviderCosts } from '../shared/metrics/provider-costs.ts';
import { tallyTry } from '../shared/metrics/provider-tally.ts';
import { createRegistry } from '../shared/metrics/registry.ts';
import { createRenderMetrics, type RenderMetrics } from '../shared/metrics/render-metrics.ts';
import { createOutbound } from '../shared/outbound/outbound.ts';
import type { Started } from '../shared/process/run-process.ts';
import { onCancel } from '../shared/renders/render-signals.ts';
import { loadSecretBox } from '../shared/secrets/load-secret-box.ts';
import type { SecretBox } from '../shared/secrets/secret-box.ts';
import { startHealthServer } from './health-server.ts';
import { createBreaker, createRedisBreakerStore } from './providers/breaker-store.ts';
import { createChain, type ProviderChain } from './providers/chain.ts';
import { createProviders } from './providers/registry.ts';
import { createCancellations } from './render/cancellations.ts';
import { processRender } from './render/process-render.ts';
import { createProgressPublisher } from './render/progress-publisher.ts';
import { type AnyHandler, defineHandler, startWorkers } from './runtime.ts';
import { countDays } from './sweeper/count-days.ts';
import { redeliverEvents } from './sweeper/redeliver-events.ts';
import { type FurtherDuty, startSweeper } from './sweeper/sweeper.ts';
import { createTrack } from './track/create-track.ts';
import { deliverWebhook } from './webhooks/deliver-webhook.ts';
import { sendWebhooks } from './webhooks/send-webhooks.ts';

/** Starts one worker process of the fleet: its queues, the sweeper, its announcement, its health. */
export async function startFleetMember(config: Config, log: Logger): Promise<Started> {
  const worker = `${hostname()}-${process.pid}-${newId('w').slice(-6)}`;
  const stopping = new AbortController();
  const stores = await openStores(config, log);
  const { database, queue, producer, blobs } = stores;
  const registry = createRegistry('worker');
  const metrics = createRenderMetrics(registry, readProviderCosts(config.PROVIDER_COSTS));
  const swept = sweepCounter(registry);
  const secrets = await loadSecretBox(config);
  const track = createTrack({
    ...stores,
    queue: stores.trackQueue,
    secrets,
    concurrency: config.TRACK_CONCURRENCY,
    log,
  });
  const chains = createChains(config, log, stores, metrics);
  const pace = { runMs: undefined as number | undefined };
  const runtime = startWorkers({
    connection: stores.consumer,
    prefix: config.QUEUE_PREFIX,
    log,
    jobs: allJobs,
    lockMs: Math.max(5000, config.LEASE_SECONDS * 2000),
    handlers: [
      renderHandler(config, log, stores, { ...chains, worker }),
      webhookHandler(config, stores, secrets),
      track.handler,
    ],
    observe: (run) => {
      metrics.observe(run);
      if (run.outcome === 'succeeded') pace.runMs = nextRunAverage(pace.runMs, run.runMs);
    },
    onStalled: metrics.stalled,
  });
  const announcing = startAnnouncing({
    connection: producer,
    location: { prefix: config.QUEUE_PREFIX },
    workerId: worker,
    report: () => ({
      concurrency: config.WORKER_CONCURRENCY,
      ...(pace.runMs === undefined ? {} : { runMs: pace.runMs }),
    }),
    log,
  });
  const sweeper = startSweeper(
    { database, blobs, queue, log, config },
    { everyMs: config.SWEEP_SECONDS * 1000, onSwept: swept, further: furtherDuties(config, stores) },
  );
  const health = await startHealthServer({
    host: config.HOST,
    port: config.WORKER_PORT,
    registry,
    log,
    sources: {
      concurrency: config.WORKER_CONCURRENCY,
      idleLimitMs: Math.max(600_000, 2 * config.RENDER_DEADLINE_SECONDS * 1000),
      lastActivity: runtime.lastActivity,
      active: runtime.active,
      stopping: () => stopping.signal.aborted,
      pingRedis: () => producer.ping(),
      pingMongo: () => database.ping(1000),
      waiting: async () => (await queueDepth(queue)).waiting,
    },
  });

  const close = async (deadlineMs: number) => {
    stopping.abort();
    await announcing.close();
    await Promise.all([runtime.close(deadlineMs), sweeper.close()]);
    await Promise.allSettled([chains.chain.close(), chains.testChain.close(), track.close(), health.close()]);
    await stores.close();
  };
  let closing: Promise<void> | undefined;
  return {
    port: health.port,
    close: (deadlineMs) => {
      closing ??= close(deadlineMs);
      return closing;
    },
  };
}

type WorkerStores = Awaited<ReturnType<typeof openStores>>;

/** Longest wait for the first answer of Redis; later outages are ridden out. */
const redisStartMs = 15_000;

async function openStores(config: Config, log: Logger) {
  const url = config.REDIS_URL;
  const producer = producerConnection({ url, name: 'worker:producer', log });
  const consumer = workerConnection({ url, name: 'worker:consumer', log });
  const listener = workerConnection({ url, name: 'worker:signals', log });
  // A worker has a result to bring home, so it waits longer for the store than the API may.
  const [database] = await Promise.all([
    openDatabase({ uri: config.MONGODB_URI, log, name: 'worker', patienceMs: 5000 }),
    connectionReady(producer, redisStartMs),
  ]);
  await database.ensureIndexes();
  const queue = createQueue(renderJob.queue, { connection: producer, prefix: config.QUEUE_PREFIX, log });
  const webhookQueue = createQueue(webhookJob.queue, {
    connection: producer,
    prefix: config.QUEUE_PREFIX,
    log,
  });
  const trackQueue = createQueue(trackJob.queue, {
    connection: producer,
    prefix: config.QUEUE_PREFIX,
    log,
  });
  const blobs = createBlobStore(config);
  const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW });
  const close = async () => {
    const queues = [queue, webhookQueue, trackQueue].map((open) => open.close());
    await Promise.allSettled([...queues, outbound.close(), blobs.close()]);
    const connections = [producer, consumer, listener].map((connection) => closeConnection(connection));
    await Promise.allSettled([...connections, database.close()]);
  };
  return { database, producer, consumer, listener, queue, webhookQueue, trackQueue, blobs, outbound, close };
}

/** The providers in their order; a test key never reaches one that costs money (decisions "Keys"). */
function createChains(
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

function renderHandler(
  config: Config,
  log: Logger,
  stores: WorkerStores,
  made: { chain: ProviderChain; testChain: ProviderChain; worker: string },
): AnyHandler {
  const { database, blobs, queue, producer: connection, listener } = stores;
  const location = { prefix: config.QUEUE_PREFIX };
  const cancellations = createCancellations();
  onCancel(listener, location, cancellations.cancel).catch(sparingErrorLog(log, 'Cancellations'));
  const progress = createProgressPublisher({ connection, ...location, log });
  const dependencies = { database, blobs, queue, config, cancellations, progress, ...made };
  return defineHandler({
    definition: renderJob,
    concurrency: config.WORKER_CONCURRENCY,
    handle: (data, context) => processRender(dependencies, data, context),
  });
}

const webhooksAtOnce = 20;

function webhookHandler(config: Config, { database, outbound }: WorkerStores, box: SecretBox): AnyHandler {
  return defineHandler({
    definition: webhookJob,
    concurrency: webhooksAtOnce,
    handle: (data, context) =>
      deliverWebhook({ database, outbound, box, baseUrl: config.BASE_URL }, data, context),
  });
}

function furtherDuties(
  config: Config,
  { database, webhookQueue, trackQueue }: WorkerStores,
): Record<string, FurtherDuty> {
  return {
    'send-webhooks': { run: () => sendWebhooks({ database, queue: webhookQueue }), pauseMs: 0 },
    'count-days': {
      run: (signal) => countDays({ ...database, retentionDays: config.EVENT_RETENTION_DAYS }, signal),
      pauseMs: 1_000,
    },
    'redeliver-events': {
      run: () => redeliverEvents({ events: database.events, queue: trackQueue }),
      pauseMs: 0,
    },
  };
}

function sweepCounter(registry: Registry): (duty: string, count: number) => void {
  const swept = new Counter({
    name: 'sweeper_swept_total',
    help: 'What the sweeper put right, by duty.',
    labelNames: ['duty'],
    registers: [registry],
  });
  return (duty, count) => swept.inc({ duty }, count);
}
