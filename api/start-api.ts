import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Router } from 'express';
import { createBlobStore } from '../shared/blobs/create-blob-store.ts';
import { createCatalog } from '../shared/catalog/catalog.ts';
import type { Config } from '../shared/config/variables.ts';
import { type Database, openDatabase } from '../shared/database/database.ts';
import { serviceHosts } from '../shared/events/service-hosts.ts';
import {
  closeConnection,
  connectionReady,
  producerConnection,
  workerConnection,
} from '../shared/jobs/connections.ts';
import { readFleet } from '../shared/jobs/fleet.ts';
import { createQueue, queueDepth } from '../shared/jobs/queues.ts';
import { renderJob } from '../shared/jobs/render-job.ts';
import { sparingErrorLog } from '../shared/jobs/sparing-log.ts';
import { trackJob } from '../shared/jobs/track-job.ts';
import { createDirtyDays } from '../shared/kpis/dirty-days.ts';
import type { Logger } from '../shared/log.ts';
import { readTally } from '../shared/metrics/provider-tally.ts';
import { registerQueueMetrics } from '../shared/metrics/queue-metrics.ts';
import { createRegistry } from '../shared/metrics/registry.ts';
import { createOutbound } from '../shared/outbound/outbound.ts';
import type { Started } from '../shared/process/run-process.ts';
import { createProgressFeed } from '../shared/renders/render-signals.ts';
import { terminalStates } from '../shared/renders/states.ts';
import { loadSecretBox } from '../shared/secrets/load-secret-box.ts';
import { createStoreDirectory } from '../shared/stores/store-directory.ts';
import { buildApp } from './app.ts';
import { creditsRouter } from './credits/router.ts';
import { type EventsDependencies, eventsRouter } from './events/router.ts';
import { createConcurrencyLimiter } from './http/concurrency-limit.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { serve } from './http/serve.ts';
import { integrationsRouter } from './integrations/router.ts';
import { createHealthRouter } from './ops/health.ts';
import { createReadiness } from './ops/readiness.ts';
import { createOpsRouter } from './ops/router.ts';
import { createBackPressure } from './visualize/back-pressure.ts';
import { readRouter } from './visualize/read-router.ts';
import { createResultWaiter } from './visualize/result-waiter.ts';
import { type VisualizeDependencies, visualizeRouter } from './visualize/router.ts';

/** Builds the HTTP side from a configuration and listens. */
export async function startApi(config: Config, log: Logger): Promise<Started> {
  const stores = await openStores(config, log);
  const stopping = new AbortController();
  const { queue, database, blobs, outbound, waiter } = stores;
  const app = buildApp({
    log,
    trustProxy: config.TRUST_PROXY,
    registry: stores.registry,
    routers: routersOf(config, stores, () => stopping.signal.aborted),
  });
  const serving = await serve(app, { host: config.HOST, port: config.PORT });
  const close = async (deadlineMs: number) => {
    stopping.abort();
    await serving.close(deadlineMs, () => waiter.close());
    await Promise.allSettled([queue.close(), stores.trackQueue.close(), outbound.close(), blobs.close()]);
    await stores.dirtyDays.close();
    await Promise.allSettled([
      ...stores.connections.map((connection) => closeConnection(connection)),
      database.close(),
    ]);
    await rm(stores.spoolDir, { recursive: true, force: true });
  };
  let closing: Promise<void> | undefined;
  return {
    port: serving.port,
    close: (deadlineMs) => {
      closing ??= close(deadlineMs);
      return closing;
    },
  };
}

type ApiStores = Awaited<ReturnType<typeof openStores>>;

/** Longest wait for the first answer of Redis; later outages are ridden out. */
const redisStartMs = 15_000;

async function openStores(config: Config, log: Logger) {
  const spoolDir = join(config.DATA_DIR, 'spool', String(process.pid));
  await mkdir(spoolDir, { recursive: true });
  const prefix = config.QUEUE_PREFIX;
  const url = config.REDIS_URL;
  const producer = producerConnection({ url, name: 'api:producer', log });
  const subscriber = workerConnection({ url, name: 'api:events', log });
  const listener = workerConnection({ url, name: 'api:signals', log });
  const [database] = await Promise.all([
    openDatabase({ uri: config.MONGODB_URI, log, name: 'api', patienceMs: 500 }),
    connectionReady(producer, redisStartMs),
  ]);
  await database.ensureIndexes();
  const queue = createQueue(renderJob.queue, { connection: producer, prefix, log });
  const trackQueue = createQueue(trackJob.queue, { connection: producer, prefix, log });
  const waiter = createResultWaiter({
    connection: subscriber,
    queueName: renderJob.queue,
    prefix,
    isFinished: (ids) => finishedAmong(database, ids),
    log,
  });
  await waiter.ready;
  return {
    log,
    spoolDir,
    database,
    producer,
    connections: [producer, subscriber, listener],
    queue,
    trackQueue,
    secrets: await loadSecretBox(config),
    directory: createStoreDirectory(database.stores),
    dirtyDays: createDirtyDays(database.kpiDays, log),
    waiter,
    feed: createProgressFeed(listener, { prefix }, log),
    blobs: createBlobStore(config),
    outbound: createOutbound({ allow: imageHosts(config) }),
    registry: createRegistry('api'),
  };
}

/** A caller may name a private image store that the operator allows, but never the model server. */
function imageHosts({ OUTBOUND_ALLOW, COG_URL }: Config): string[] {
  const model = COG_URL && new URL(COG_URL);
  if (!model) return OUTBOUND_ALLOW;
  const port = model.port || (model.protocol === 'https:' ? '443' : '80');
  return OUTBOUND_ALLOW.filter((entry) => entry.toLowerCase() !== `${model.hostname}:${port}`);
}

function routersOf(config: Config, stores: ApiStores, stopping: () => boolean): Router[] {
  const { database, queue, producer, blobs, outbound, waiter } = stores;
  const prefix = config.QUEUE_PREFIX;
  const readiness = createReadiness({
    stopping,
    stores: { mongodb: () => database.ping(1000), redis: () => producer.ping() },
    waiting: async () => (await queueDepth(queue)).waiting,
    maxWaiting: config.QUEUE_MAX_WAITING,
  });
  registerQueueMetrics(stores.registry, [queue, stores.trackQueue]);
  return [
    createHealthRouter({ readiness, registry: stores.registry }),
    visualizeRouter(visualizeDependencies(config, stores)),
    readRouter({
      database,
      blobs,
      queue,
      connection: producer,
      prefix,
      retention: config,
      feed: stores.feed,
      waiter,
    }),
    creditsRouter(database),
    eventsRouter(eventsDependencies(config, stores)),
    integrationsRouter({ ...database, queue: stores.trackQueue, outbound, secrets: stores.secrets }),
    createOpsRouter({
      queues: [queue, stores.trackQueue],
      config,
      readiness,
      fleet: () => readFleet(producer, { prefix }),
      providers: () => readTally(producer, { prefix }),
    }),
  ];
}

function eventsDependencies(config: Config, stores: ApiStores): EventsDependencies {
  return {
    database: stores.database,
    queue: stores.trackQueue,
    directory: stores.directory,
    service: serviceHosts(config),
    rateLimiter: createRateLimiter({ connection: stores.producer, prefix: config.QUEUE_PREFIX }),
    limits: { perVisitor: config.EVENTS_PER_VISITOR, perStore: config.EVENTS_PER_STORE },
    retentionDays: config.EVENT_RETENTION_DAYS,
    onStored: stores.dirtyDays.note,
    onUndelivered: sparingErrorLog(stores.log, 'Events wait for the sweeper: the queue'),
  };
}

function visualizeDependencies(config: Config, stores: ApiStores): VisualizeDependencies {
  const { database, queue, producer: connection, blobs, outbound, spoolDir } = stores;
  const prefix = config.QUEUE_PREFIX;
  return {
    waiter: stores.waiter,
    admission: {
      database,
      config,
      rateLimiter: createRateLimiter({ connection, prefix }),
      concurrency: createConcurrencyLimiter({ connection, prefix, log: stores.log }),
      backPressure: createBackPressure({ queue, connection, prefix, maxWaiting: config.QUEUE_MAX_WAITING }),
    },
    prepare: {
      blobs,
      outbound,
      spoolDir,
      fetchTimeoutMs: config.IMAGE_FETCH_SECONDS * 1000,
      renders: database.renders,
      catalog: createCatalog({
        products: database.products,
        stores: stores.directory,
      }),
      config,
    },
    accept: { database, queue, retention: config, developersUrl: config.DEVELOPERS_URL },
  };
}

async function finishedAmong(database: Database, ids: string[]): Promise<string[]> {
  const ended = await database.renders
    .find({ _id: { $in: ids }, state: { $in: terminalStates } }, { _id: 1 })
    .lean();
  return ended.map((render) => render._id);
}
