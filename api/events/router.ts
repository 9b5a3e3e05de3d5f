import { type Request, type Response, Router } from 'express';
import { createBatcher } from '../../shared/batcher.ts';
import { ApiError } from '../../shared/errors.ts';
import { passesContextCheck, type ServiceHosts } from '../../shared/events/context-check.ts';
import type { StoreDirectory } from '../../shared/stores/store-directory.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { type RateLimiter, rateLimitHeaders } from '../http/rate-limit.ts';
import { readJson } from '../http/read-json.ts';
import { contextOf } from '../http/request-context.ts';
import { isBot } from './bots.ts';
import { allowOrigin, preflight } from './cors.ts';
import { parseEvents } from './event-schema.ts';
import { type IngestDependencies, ingest } from './ingest.ts';
import { createEventInserter } from './insert-events.ts';
import { visitorAddress } from './visitor-address.ts';

export interface EventsDependencies extends IngestDependencies {
  directory: StoreDirectory;
  service: ServiceHosts;
  rateLimiter: RateLimiter;
  /** Events a minute. */
  limits: { perVisitor: number; perStore: number };
}

interface Receiving extends EventsDependencies {
  /** The store as it is now, if that may make a difference. */
  newest(store: StoreDoc): Promise<StoreDoc>;
}

/** `text/plain` is what `sendBeacon` and a `no-cors` fetch can send across origins. */
const bodyTypes = ['application/json', 'text/plain'];

/** `POST /api/events`, the browser events API. */
export function eventsRouter(given: EventsDependencies): Router {
  const dependencies = {
    ...given,
    insert: createEventInserter(given.database.events),
    newest: createNewest(given.directory),
  };
  const router = Router();
  router
    .route('/api/events')
    .post((req, res) => receive(dependencies, req, res))
    .options(preflight(dependencies.directory, dependencies.service))
    .all(methodNotAllowed('POST, OPTIONS'));
  return router;
}

async function receive(dependencies: Receiving, req: Request, res: Response): Promise<void> {
  const { limits } = dependencies;
  const incoming = parseEvents(await readJson(req, res, bodyTypes));
  const points = incoming.length;
  // Before the store is looked up: a stranger's guesses must not reach the database unbounded.
  await take(dependencies, res, `visitor:${visitorAddress(req.ip)}`, limits.perVisitor, points);
  const store = await storeInContext(dependencies, req, incoming[0]!.store);
  allowOrigin(req, res);
  await take(dependencies, res, `events:${store._id}`, limits.perStore, points);
  const arrival = { receivedAt: contextOf(res).receivedAt, userAgent: req.get('user-agent'), isBot };
  res.status(202).json(await ingest(dependencies, store, incoming, arrival));
}

/** @throws ApiError STORE_CONTEXT, the same for a store that does not exist: slugs are nobody's to guess. */
async function storeInContext(
  { directory, service, newest }: Receiving,
  req: Request,
  slug: string,
): Promise<StoreDoc> {
  const store = await directory.bySlug(slug);
  const origin = { host: req.host, origin: req.get('origin'), referer: req.get('referer') };
  if (store && passesContextCheck(origin, store, service)) return newest(store);
  throw new ApiError(
    'STORE_CONTEXT',
    'Events of this store are accepted from its registered hosts and from the service’s own pages only.',
  );
}

/**
 * Reads stores without a running integration anew: an endpoint may have been saved a moment ago, and an event that
 * is not forwarded now never is. Requests of one turn of the event loop share a read, which begins after all of them.
 */
function createNewest(directory: StoreDirectory): (store: StoreDoc) => Promise<StoreDoc> {
  const readAnew = createBatcher({
    run: (stores: StoreDoc[]) => {
      for (const store of stores) directory.forget(store);
      return Promise.all(stores.map(async (store) => (await directory.bySlug(store.slug)) ?? store));
    },
    max: 100,
    waitMs: 0,
  });
  return async (store) => (store.integration.state === 'Connected' ? store : readAnew(store));
}

/** @throws ApiError RATE_LIMITED */
async function take(
  { rateLimiter }: EventsDependencies,
  res: Response,
  key: string,
  perMinute: number,
  points: number,
): Promise<void> {
  const taken = await rateLimiter.take(key, { perMinute, points });
  if (taken.allowed) return;
  res.set(rateLimitHeaders(taken));
  throw new ApiError('RATE_LIMITED', 'Too many events in a minute; send the rest later.', {
    retryAfter: taken.retryAfter,
  });
}
