import type { Router } from 'express';
import { createCatalog } from '../shared/catalog/catalog.ts';
import type { Config } from '../shared/config/variables.ts';
import { serviceHosts } from '../shared/events/service-hosts.ts';
import { readWorkers } from '../shared/jobs/fleet.ts';
import { throttledErrorLog } from '../shared/jobs/throttled-log.ts';
import { readTally } from '../shared/metrics/provider-tally.ts';
import { registerQueueMetrics } from '../shared/metrics/queue-metrics.ts';
import { waitingRenders } from '../shared/renders/render-queues.ts';
import { readRoutes } from '../shared/renders/render-route.ts';
import type { ApiBackends } from './backends.ts';
import { creditsRouter } from './credits/router.ts';
import { type EventsDependencies, eventsRouter } from './events/router.ts';
import { createSpillMemory } from './http/body-scanner/spill-memory.ts';
import { createConcurrencyLimiter } from './http/concurrency-limit.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { integrationsRouter } from './integrations/router.ts';
import { kpisRouter } from './kpis/router.ts';
import { describeFleet } from './ops/fleet.ts';
import { createHealthRouter } from './ops/health.ts';
import { readProviderHealth } from './ops/provider-health.ts';
import { createReadiness } from './ops/readiness.ts';
import { createOpsRouter } from './ops/router.ts';
import { ordersRouter } from './orders/router.ts';
import { createBackPressure } from './visualize/back-pressure.ts';
import { readRouter } from './visualize/read-router.ts';
import { type VisualizeDependencies, visualizeRouter } from './visualize/router.ts';

/** Every router of the HTTP side, in the order in which they are asked. */
export function routersOf(config: Config, stores: ApiBackends, stopping: () => boolean): Router[] {
  const { database, queues, renderQueues, producer, blobs, outbound, waiter } = stores;
  const prefix = config.QUEUE_PREFIX;
  const routes = readRoutes(config);
  const readiness = createReadiness({
    stopping,
    stores: { mongodb: () => database.ping(1000), redis: () => producer.ping() },
    waiting: () => waitingRenders(renderQueues.all),
    maxWaiting: config.QUEUE_MAX_WAITING,
  });
  registerQueueMetrics(stores.registry, queues);
  return [
    createHealthRouter({ readiness, registry: stores.registry }),
    visualizeRouter(visualizeDependencies(config, stores)),
    readRouter({
      database,
      blobs,
      queues: renderQueues,
      connection: producer,
      prefix,
      retention: config,
      feed: stores.feed,
      waiter,
    }),
    creditsRouter(database),
    eventsRouter(eventsDependencies(config, stores)),
    integrationsRouter({ ...database, queue: stores.trackQueue, outbound, secrets: stores.secrets }),
    kpisRouter(database),
    ordersRouter({
      deliveries: database.orderDeliveries,
      queue: stores.orderQueue,
      directory: stores.directory,
      secrets: stores.secrets,
      onEnqueueFailed: throttledErrorLog(stores.log, 'Orders wait for the sweeper: the queue'),
    }),
    createOpsRouter({
      queues,
      config,
      readiness,
      fleet: async () => describeFleet(await readWorkers(producer, { prefix }), renderQueues.all),
      providers: () => readTally(producer, { prefix }),
      health: () => readProviderHealth(producer, prefix, routes),
    }),
  ];
}

function eventsDependencies(config: Config, stores: ApiBackends): EventsDependencies {
  return {
    database: stores.database,
    queue: stores.trackQueue,
    directory: stores.directory,
    service: serviceHosts(config),
    rateLimiter: createRateLimiter({ connection: stores.producer, prefix: config.QUEUE_PREFIX }),
    limits: { perVisitor: config.EVENTS_PER_VISITOR, perStore: config.EVENTS_PER_STORE },
    retentionDays: config.EVENT_RETENTION_DAYS,
    onStored: stores.dirtyDays.note,
    onEnqueueFailed: throttledErrorLog(stores.log, 'Events wait for the sweeper: the queue'),
  };
}

/** Images up to 256 KiB are never written to the spool folder. */
const spillMemory = { mostEach: 256 * 1024, mostTogether: 64 * 1024 * 1024 };

function visualizeDependencies(config: Config, stores: ApiBackends): VisualizeDependencies {
  const { database, renderQueues: queues, producer: connection, blobs, outbound, spoolDir } = stores;
  const prefix = config.QUEUE_PREFIX;
  return {
    waiter: stores.waiter,
    admission: {
      database,
      config,
      rateLimiter: createRateLimiter({ connection, prefix }),
      concurrency: createConcurrencyLimiter({ connection, prefix, log: stores.log }),
      backPressure: createBackPressure({ queues, connection, prefix, maxWaiting: config.QUEUE_MAX_WAITING }),
    },
    prepare: {
      blobs,
      outbound,
      spoolDir,
      memory: createSpillMemory(spillMemory),
      fetchTimeoutMs: config.IMAGE_FETCH_SECONDS * 1000,
      renders: database.renders,
      catalog: createCatalog({
        products: database.products,
        stores: stores.directory,
      }),
      config,
    },
    accept: { database, queues, retention: config, developersUrl: config.DEVELOPERS_URL },
  };
}
