import { stat } from 'node:fs/promises';
import type { Router } from 'express';
import { closeBreaker, openBreaker } from '../shared/breaker/set-breaker.ts';
import { createListing, type Listing } from '../shared/catalog/listing/listing.ts';
import type { Config } from '../shared/config/variables.ts';
import { readWorkers, setDraining } from '../shared/jobs/fleet.ts';
import { registerClockMetrics } from '../shared/jobs/fleet-clock.ts';
import { throttledErrorLog } from '../shared/jobs/throttled-log.ts';
import { readTally } from '../shared/metrics/provider-tally.ts';
import { readExpectedSeconds } from '../shared/renders/expected-duration.ts';
import { createImageUrls } from '../shared/renders/image-url.ts';
import { waitingRenders } from '../shared/renders/render-queues.ts';
import { readRoutes } from '../shared/renders/render-route.ts';
import { retryRunning } from '../shared/renders/requeue-render.ts';
import { cancelOpenRender } from '../shared/renders/withdraw-render.ts';
import { createKeptFiles } from './assets/kept-files.ts';
import { assetsRouter } from './assets/router.ts';
import { tagSightingsRouter } from './assets/tag-sightings.ts';
import type { WebFiles } from './assets/web-files.ts';
import type { ApiBackends } from './backends.ts';
import { feedRoutes } from './catalog/feed-routes.ts';
import { importRoutes } from './catalog/import-routes.ts';
import { createThumbnailLimit, mediaRoutes } from './catalog/media-routes.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { createThumbnails } from './catalog/thumbnails.ts';
import { creditRoutes } from './credits/routes.ts';
import { dashboardDependencies } from './dashboard/dashboard-dependencies.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { checkDecoder } from './decoder/check-decoder.ts';
import type { Load } from './developers/portal-dependencies.ts';
import { developerRoutes } from './developers/routes.ts';
import { missingPagesRouter } from './docs/missing-pages.tsx';
import { docsRouter } from './docs/router.ts';
import { eventsDependencies } from './events/events-dependencies.ts';
import { eventRoutes } from './events/routes.ts';
import { createFileDependencies } from './files/file-dependencies.ts';
import { fileRoutes } from './files/routes.ts';
import { flowRoutes } from './flows/routes.ts';
import { mountPages } from './http/mount-pages.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { serviceHosts } from './http/service-hosts.ts';
import { createStreamPlaces, registerStreamMetrics } from './http/stream-places.ts';
import { failurePages } from './identity/failure-page.tsx';
import { identityDependencies } from './identity/identity-dependencies.ts';
import { identityRoutes } from './identity/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { kpiRoutes } from './kpis/routes.ts';
import { mcpDependencies } from './mcp/mcp-dependencies.ts';
import { createReceiver } from './mcp/receive-message.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { openApiDocument } from './openapi/document.ts';
import { openApiRoutes, publishDocuments } from './openapi/routes.ts';
import { describeFleet } from './ops/fleet.ts';
import { healthRoutes } from './ops/health-routes.ts';
import { operatorApiRoutes } from './ops/http/routes.ts';
import { createMetrics, metricsRoutes } from './ops/metrics-routes.ts';
import type { OperatorDependencies } from './ops/operator-dependencies.ts';
import { createOutcomes } from './ops/outcomes.ts';
import { readProviderHealth } from './ops/provider-health.ts';
import { registerQueueMetrics } from './ops/queue-metrics.ts';
import { createReadiness } from './ops/readiness.ts';
import { evaluateRendering } from './ops/rendering.ts';
import { createOpsRouter } from './ops/router.ts';
import { orderRoutes } from './orders/routes.ts';
import { pagesRouter } from './pages/router.ts';
import { createRenderCore } from './renders/render-core.ts';
import { requestRoutes } from './requests/routes.ts';
import { createStatusReads, statusRoutes } from './status/routes.ts';
import { logoRoutes } from './stores/logo-routes.ts';
import { putOrderWebhook } from './stores/order-webhook-route.ts';
import { modelPhotoRoutes } from './stores/photo-routes.ts';
import { storeRoutes } from './stores/routes.ts';
import { shopperRoutes } from './stores/shopper-routes.ts';
import { textRoutes } from './stores/text-routes.ts';
import { createCardPayments } from './top-up/card-payments.ts';
import { topUpRoutes } from './top-up/routes.ts';
import { tryOnRoutes } from './try-on/routes.ts';
import { shopperError } from './try-on/shopper-error.ts';
import { tryOnDependencies } from './try-on/try-on-dependencies.ts';
import { tryOnPagesRouter } from './try-on-pages/router.ts';
import { createConversions } from './visualize/conversions.ts';
import type { ReadDependencies } from './visualize/read-dependencies.ts';
import { requestDependencies } from './visualize/read-request.ts';
import { renderRoutes } from './visualize/routes.ts';
import { webhookRoutes } from './webhook/routes.ts';

/** Builds every router of the API, in matching order. */
export function buildRouters(
  config: Config,
  backends: ApiBackends,
  web: () => WebFiles,
  stopping: AbortSignal,
): Router[] {
  const { database, queues, renderQueues, producer, blobs, outbound, waiter } = backends;
  const prefix = config.QUEUE_PREFIX;
  const routes = readRoutes(config);
  const readiness = createReadiness({
    stopping: () => stopping.aborted,
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
  registerClockMetrics(backends.registry, backends.clock);
  const identity = identityDependencies(config, backends, web);
  const payments = createCardPayments(config);
  const core = createRenderCore(config, backends);
  const request = requestDependencies(config, backends.spoolDir);
  const listing = buildListing(backends);
  const docs = { baseUrl: config.BASE_URL, document: openApiDocument(config.BASE_URL), web };
  const reading: ReadDependencies = {
    database,
    blobs,
    conversions: createConversions({ database, blobs }),
    queues: renderQueues,
    connection: producer,
    prefix,
    imageUrls: createImageUrls(backends.secrets),
    baseUrl: config.BASE_URL,
    routes,
    retention: config,
    feed: backends.feed,
    streams,
    waiter,
    now: backends.clock.now,
  };
  // Pages and keys change the same things by the same functions.
  const managing = dashboardDependencies(config, backends, {
    ...{ identity, listing, core },
    conversions: reading.conversions,
  });
  const operating: OperatorDependencies = {
    people: identity.people,
    audit: identity.audit,
    ...{ database, queues, config, web, readiness, streams, stopping },
    trackQueue: backends.trackQueue,
    fleet: async () => describeFleet(await readWorkers(producer, { prefix }), renderQueues.all),
    providers: () => readTally(producer, { prefix }),
    health: () => readProviderHealth(producer, prefix, routes),
    outcomes: createOutcomes(database.renders),
    breakers: {
      open: (provider, ms) => openBreaker(producer, { prefix }, provider, ms),
      close: (provider) => closeBreaker(producer, { prefix }, provider),
    },
    drain: (worker, draining) => setDraining(producer, { prefix }, worker, draining),
    retry: (id) => retryRunning({ database, queues: renderQueues, clock: backends.clock }, config, id),
    withdraw: (id) =>
      cancelOpenRender({ database, retention: config, connection: producer, prefix }, id, 'withdraw'),
  };
  const mcp = mcpDependencies(config, backends, { ...reading, core, request });
  return [
    mountRoutes(healthRoutes, { readiness }),
    // Before the pages, whose hundred paths would be compared with that of every call.
    mountRoutes(renderRoutes, { ...database, ...reading, core, request, config }),
    mountRoutes(fileRoutes, { ...database, ...createFileDependencies(config, backends) }),
    mountRoutes(mcpRoutes, { ...mcp, keys: database.keys, receive: createReceiver(mcp) }),
    mountRoutes(tryOnRoutes, tryOnDependencies(config, backends, { ...reading, core, listing })).use(
      '/api/try-on/:slug',
      shopperError,
    ),
    mountRoutes(eventRoutes, eventsDependencies(config, backends)),
    ...(config.METRICS_PORT === 0
      ? [mountRoutes(metricsRoutes, createMetrics(backends.registry, config.METRICS_TOKEN))]
      : []),
    tagSightingsRouter(backends),
    assetsRouter(web, createKeptFiles(blobs)),
    // Before the platform's own pages: both have `/`, on different hosts.
    tryOnPagesRouter({
      directory: backends.directory,
      service: serviceHosts(config),
      web,
      looks: {
        sharedLooks: database.sharedLooks,
        listing,
        rateLimiter: createRateLimiter({ connection: producer, prefix }),
        perAddress: Math.ceil(config.TRY_ON_PER_ADDRESS / 10),
      },
    }),
    mountRoutes(openApiRoutes, {
      publishedDocuments: publishDocuments((tags) => openApiDocument(config.BASE_URL, tags)),
    }),
    pagesRouter({ baseUrl: config.BASE_URL, packs: payments.packs, web, readiness }),
    mountPages(statusRoutes, { web, readiness, ...createStatusReads(database) }, failurePages(web)),
    mountPages(
      [...identityRoutes, ...developerRoutes],
      {
        ...identity,
        ...{ core, payments, outbound, blobs, box: backends.secrets, limits: config },
        ...{ conversions: reading.conversions, readLoad: () => readLoad(config, backends) },
      },
      failurePages(web),
    ),
    mountPages(dashboardRoutes, managing, failurePages(web)),
    docsRouter(docs),
    mountRoutes(requestRoutes, database),
    mountRoutes(topUpRoutes, { ...database, payments }),
    mountRoutes(creditRoutes, { ...database, startLimits: config }),
    mountRoutes(catalogRoutes, {
      directory: backends.directory,
      service: serviceHosts(config),
      listing,
      perAddress: config.CATALOG_PER_ADDRESS,
    }),
    mountRoutes(mediaRoutes, {
      directory: backends.directory,
      thumbnails: createThumbnails({ blobs, products: database.products }),
      limit: createThumbnailLimit(config.CATALOG_PER_ADDRESS),
    }),
    mountRoutes(
      [
        ...keyRoutes,
        ...webhookRoutes,
        ...storeRoutes,
        ...logoRoutes,
        ...textRoutes,
        ...modelPhotoRoutes,
        ...importRoutes,
        ...feedRoutes,
        ...integrationRoutes,
        ...flowRoutes,
        ...shopperRoutes,
        putOrderWebhook,
      ],
      { ...database, ...managing, looks: { sharedLooks: database.sharedLooks, blobs } },
    ),
    mountRoutes(kpiRoutes, database),
    mountRoutes(orderRoutes, {
      deliveries: database.orderDeliveries,
      queue: backends.orderQueue,
      directory: backends.directory,
      secrets: backends.secrets,
      onEnqueueFailed: throttledErrorLog(
        backends.log,
        'The order queue (the sweeper enqueues the jobs later)',
      ),
    }),
    mountRoutes(operatorApiRoutes, { ...operating, operatorTokens: database.operatorTokens }),
    createOpsRouter({ ...operating, signer: backends.secrets.signer('operations') }),
    // After every address that exists.
    missingPagesRouter({ ...docs, service: serviceHosts(config) }),
  ];
}

/** One for all routers: it holds catalogs in memory. */
function buildListing({ database, log }: ApiBackends): Listing {
  return createListing({
    products: database.products,
    onTooMany: ({ slug }, maxProducts) =>
      log.warn({ store: slug, maxProducts }, 'catalog is too large: shoppers browse only its first products'),
  });
}

/** How busy the service is, for the page of the limits. */
async function readLoad(config: Config, { renderQueues, producer }: ApiBackends): Promise<Load> {
  const prefix = config.QUEUE_PREFIX;
  const [{ live: waiting }, usualSeconds] = await Promise.all([
    waitingRenders(renderQueues.all),
    readExpectedSeconds(producer, { prefix }, config.RENDER_PROVIDERS[0]!),
  ]);
  return { waiting, usualSeconds };
}
