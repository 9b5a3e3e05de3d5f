import { stat } from 'node:fs/promises';
import type { Router } from 'express';
import { createCatalog } from '../shared/catalog/catalog.ts';
import { createListing, type Listing } from '../shared/catalog/listing/listing.ts';
import { createThumbnails } from '../shared/catalog/thumbnails.ts';
import type { Config } from '../shared/config/variables.ts';
import { serviceHosts } from '../shared/events/service-hosts.ts';
import { checkDecoder } from '../shared/images/check-decoder.ts';
import { readWorkers } from '../shared/jobs/fleet.ts';
import { throttledErrorLog } from '../shared/jobs/throttled-log.ts';
import { readTally } from '../shared/metrics/provider-tally.ts';
import { registerQueueMetrics } from '../shared/metrics/queue-metrics.ts';
import { waitingRenders } from '../shared/renders/render-queues.ts';
import { readRoutes } from '../shared/renders/render-route.ts';
import { createKeptFiles } from './assets/kept-files.ts';
import { assetsRouter } from './assets/router.ts';
import type { WebFiles } from './assets/web-files.ts';
import type { ApiBackends } from './backends.ts';
import { mediaRouter } from './catalog/media-router.ts';
import { catalogRouter } from './catalog/router.ts';
import { creditsRouter } from './credits/router.ts';
import { docsRouter } from './docs/router.ts';
import { type EventsDependencies, eventsRouter } from './events/router.ts';
import { flowsRouter } from './flows/router.ts';
import { createSpillMemory } from './http/body-scanner/spill-memory.ts';
import { createConcurrencyLimiter } from './http/concurrency-limit.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createSignedImages } from './http/signed-images.ts';
import { createStreamPlaces, registerStreamMetrics } from './http/stream-places.ts';
import { integrationsRouter } from './integrations/router.ts';
import { kpisRouter } from './kpis/router.ts';
import { mcpDependencies } from './mcp/mcp-dependencies.ts';
import { mcpRouter } from './mcp/router.ts';
import { openApiDocument } from './openapi/document.ts';
import { openApiRouter } from './openapi/router.ts';
import { describeFleet } from './ops/fleet.ts';
import { createHealthRouter } from './ops/health.ts';
import { createMetricsRouter } from './ops/metrics.ts';
import { readProviderHealth } from './ops/provider-health.ts';
import { createReadiness } from './ops/readiness.ts';
import { evaluateRendering } from './ops/rendering.ts';
import { createOpsRouter } from './ops/router.ts';
import { ordersRouter } from './orders/router.ts';
import { pagesRouter } from './pages/router.ts';
import { createDailyCaps } from './try-on/caps.ts';
import { createExpectedSeconds } from './try-on/expected-seconds.ts';
import { createPhotoQuota } from './try-on/photo-quota.ts';
import { tryOnRouter } from './try-on/router.ts';

import type { TryOnDependencies } from './try-on/try-on-dependencies.ts';
import { createVisitorTokens } from './try-on/visitor-token.ts';
import { tryOnPagesRouter } from './try-on-pages/router.ts';
import { createBackPressure } from './visualize/back-pressure.ts';
import type { ReadDependencies } from './visualize/read-dependencies.ts';
import { readRouter } from './visualize/read-router.ts';
import { type VisualizeDependencies, visualizeRouter } from './visualize/router.ts';

/** Every router of the API, in matching order. */
export function routersOf(
  config: Config,
  backends: ApiBackends,
  web: () => WebFiles,
  stopping: () => boolean,
): Router[] {
  const { database, queues, renderQueues, producer, blobs, outbound, waiter } = backends;
  const prefix = config.QUEUE_PREFIX;
  const routes = readRoutes(config);
  const readiness = createReadiness({
    stopping,
    backends: {
      mongodb: () => database.ping(1000),
      redis: () => producer.ping(),
      blobs: () => blobs.check(),
    },
    // Both need a thread of libuv's pool: neither responds while images hold all of them.
    process: { files: () => stat(config.DATA_DIR), decoder: checkDecoder },
    rendering: async () => evaluateRendering(await readProviderHealth(producer, prefix, routes)),
    waiting: async () => (await waitingRenders(renderQueues.all)).live,
    maxWaiting: config.QUEUE_MAX_WAITING,
  });
  const streams = createStreamPlaces({
    perKey: config.STREAMS_PER_KEY,
    perAddress: config.STREAMS_PER_ADDRESS,
  });
  registerStreamMetrics(backends.registry, streams);
  registerQueueMetrics(backends.registry, queues);
  const visualize = visualizeDependencies(config, backends);
  const listing = listingOf(backends);
  const reading: ReadDependencies = {
    database,
    blobs,
    queues: renderQueues,
    connection: producer,
    prefix,
    baseUrl: config.BASE_URL,
    routes,
    retention: config,
    feed: backends.feed,
    streams,
    waiter,
  };
  return [
    createHealthRouter(readiness),
    ...(config.METRICS_PORT === 0
      ? [createMetricsRouter({ registry: backends.registry, token: config.METRICS_TOKEN })]
      : []),
    assetsRouter(web, createKeptFiles(blobs)),
    // Before the platform's own pages: both have `/`, on different hosts.
    tryOnPagesRouter({
      directory: backends.directory,
      service: serviceHosts(config),
      web,
      looks: {
        sharedLooks: database.sharedLooks,
        rateLimiter: createRateLimiter({ connection: producer, prefix }),
        perAddress: Math.ceil(config.TRY_ON_PER_ADDRESS / 10),
      },
    }),
    openApiRouter(config.BASE_URL),
    pagesRouter({ baseUrl: config.BASE_URL, developersUrl: config.DEVELOPERS_URL }),
    docsRouter({ baseUrl: config.BASE_URL, document: openApiDocument(config.BASE_URL), web }),
    visualizeRouter(visualize),
    readRouter(reading),
    mcpRouter(mcpDependencies(config, backends, { ...reading, ...visualize })),
    tryOnRouter(tryOnDependencies(config, backends, { ...reading, ...visualize, listing })),
    creditsRouter(database),
    eventsRouter(eventsDependencies(config, backends)),
    catalogRouter({
      directory: backends.directory,
      service: serviceHosts(config),
      listing,
      perAddress: config.CATALOG_PER_ADDRESS,
    }),
    mediaRouter({
      directory: backends.directory,
      thumbnails: createThumbnails({ blobs, products: database.products }),
      perAddress: config.CATALOG_PER_ADDRESS,
    }),
    integrationsRouter({ ...database, queue: backends.trackQueue, outbound, secrets: backends.secrets }),
    flowsRouter({ ...database, listing }),
    kpisRouter(database),
    ordersRouter({
      deliveries: database.orderDeliveries,
      queue: backends.orderQueue,
      directory: backends.directory,
      secrets: backends.secrets,
      onEnqueueFailed: throttledErrorLog(
        backends.log,
        'The order queue (the sweeper enqueues the jobs later)',
      ),
    }),
    createOpsRouter({
      queues,
      renders: database.renders,
      config,
      readiness,
      fleet: async () => describeFleet(await readWorkers(producer, { prefix }), renderQueues.all),
      providers: () => readTally(producer, { prefix }),
      health: () => readProviderHealth(producer, prefix, routes),
    }),
  ];
}

function eventsDependencies(config: Config, backends: ApiBackends): EventsDependencies {
  return {
    database: backends.database,
    queue: backends.trackQueue,
    directory: backends.directory,
    service: serviceHosts(config),
    rateLimiter: createRateLimiter({ connection: backends.producer, prefix: config.QUEUE_PREFIX }),
    limits: { perVisitor: config.EVENTS_PER_VISITOR, perStore: config.EVENTS_PER_STORE },
    retentionDays: config.EVENT_RETENTION_DAYS,
    onSaved: backends.dirtyDays.note,
    onEnqueueFailed: throttledErrorLog(backends.log, 'The track queue (the sweeper enqueues the jobs later)'),
  };
}

/** One for all routers: it holds catalogs in memory. */
function listingOf({ database, log }: ApiBackends): Listing {
  return createListing({
    products: database.products,
    onTooMany: ({ slug }, maxProducts) =>
      log.warn({ store: slug, maxProducts }, 'catalog is too large: shoppers browse only its first products'),
  });
}

/** The try-on reads and places renders with what `POST /visualize` uses. */
function tryOnDependencies(
  config: Config,
  { producer: connection, secrets, directory, spoolDir, dirtyDays }: ApiBackends,
  shared: ReadDependencies & VisualizeDependencies & { listing: Listing },
): TryOnDependencies {
  const { database, routes, prefix, admission } = shared;
  return {
    ...shared,
    config,
    spoolDir,
    noteDays: dirtyDays.note,
    signed: createSignedImages(secrets.signer('try-on picture')),
    photoQuota: createPhotoQuota({ connection, prefix }),
    caps: createDailyCaps({ connection, prefix, renders: database.renders }),
    concurrency: admission.concurrency,
    expectedSeconds: createExpectedSeconds({ connection, prefix, routes }),
    entrance: {
      directory,
      service: serviceHosts(config),
      rateLimiter: admission.rateLimiter,
      pointsPerAddress: config.TRY_ON_PER_ADDRESS,
      tokens: createVisitorTokens(secrets.signer('visitor token')),
    },
  };
}

/** Images up to 256 KiB are never written to the spool folder. */
const spillMemory = { maxEach: 256 * 1024, maxTotal: 64 * 1024 * 1024 };

function visualizeDependencies(config: Config, backends: ApiBackends): VisualizeDependencies {
  const {
    database,
    renderQueues: queues,
    producer: connection,
    blobs,
    outbound,
    decoder,
    spoolDir,
    waiter,
    withdrawals,
  } = backends;
  const prefix = config.QUEUE_PREFIX;
  return {
    waiter,
    withdrawals,
    config,
    catalog: createCatalog({ products: database.products, stores: backends.directory }),
    backPressure: createBackPressure({ queues, connection, prefix, maxWaiting: config.QUEUE_MAX_WAITING }),
    request: { spoolDir, memory: createSpillMemory(spillMemory), config },
    intake: { blobs, outbound, decoder, spoolDir, fetchTimeoutMs: config.IMAGE_FETCH_SECONDS * 1000 },
    admission: {
      database,
      config,
      rateLimiter: createRateLimiter({ connection, prefix }),
      concurrency: createConcurrencyLimiter({ connection, prefix, log: backends.log }),
    },
    accept: {
      database,
      blobs,
      queues,
      waiter,
      withdrawals,
      retention: config,
      baseUrl: config.BASE_URL,
      developersUrl: config.DEVELOPERS_URL,
    },
  };
}
