import type { Request, Response } from 'express';
import { createBatcher } from '../../shared/batcher.ts';
import { ApiError } from '../../shared/errors.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';
import type { StoreDirectory } from '../../shared/stores/store-directory.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { clientAddress } from '../http/client-address.ts';
import type { ServiceHosts } from '../http/context-check.ts';
import { type RateLimiter, rateLimitHeaders } from '../http/rate-limit.ts';
import { parseJson, readJsonBytes } from '../http/read-json.ts';
import { getContext } from '../http/request-context.ts';
import { storeInContext } from '../http/store-context.ts';
import { limitStoreGuesses } from '../http/store-guesses.ts';
import { isBot } from './bots.ts';
import { allowOrigin, isStorePage, type PageDependencies } from './cors.ts';
import { allRejected, type EventReceipt, toReceipt } from './event-receipt.ts';
import { parseEvents } from './event-schema.ts';
import { type IngestDependencies, ingest } from './ingest.ts';
import { createEventInserter } from './insert-events.ts';

export interface EventsDependencies extends IngestDependencies {
  directory: StoreDirectory;
  service: ServiceHosts;
  rateLimiter: RateLimiter;
  /** Events a minute. */
  limits: { perVisitor: number; perStore: number };
}

/** Dependencies of the routes, with the state that they keep in memory. */
export interface ReceiveDependencies extends EventsDependencies, PageDependencies {
  /** The store as it is now, where that may change the outcome. */
  currentStore(store: StoreDoc): Promise<StoreDoc>;
}

export function openReceiver(given: EventsDependencies): ReceiveDependencies {
  return {
    ...given,
    insert: createEventInserter(given.database.events),
    currentStore: createCurrentStore(given.directory),
    findStore: limitStoreGuesses(),
  };
}

/** A body counts as one event for each KiB at least: a usual one has 300 to 600 bytes, and all are kept for a year. */
const bytesPerEvent = 1024;

/** `sendBeacon` and a `no-cors` fetch can send only `text/plain` across origins. */
const bodyTypes = ['application/json', 'text/plain'];

/**
 * Saves the events that a page of a store reports, and starts forwarding them.
 * @throws ApiError INVALID_INPUT, STORE_CONTEXT, RATE_LIMITED
 */
export async function receiveEvents(
  dependencies: ReceiveDependencies,
  req: Request,
  res: Response,
): Promise<EventReceipt> {
  try {
    return await receive(dependencies, req, res);
  } catch (error) {
    await allowOriginOfFailure(dependencies, req, res, error);
    throw error;
  }
}

async function receive(
  dependencies: ReceiveDependencies,
  req: Request,
  res: Response,
): Promise<EventReceipt> {
  const { limits } = dependencies;
  const visitor = `visitor:${clientAddress(req.ip)}`;
  const body = await readJsonBytes(req, bodyTypes);
  // Before anything is parsed or read for it: what is refused costs this process as much as what is accepted.
  const bySize = Math.max(1, Math.ceil(body.length / bytesPerEvent));
  await take(dependencies, res, visitor, limits.perVisitor, bySize);
  const parsed = parseEvents(parseJson(body));
  const points = Math.max(parsed.length, bySize);
  if (points > bySize) await take(dependencies, res, visitor, limits.perVisitor, points - bySize);
  const incoming = parsed.flatMap((entry) => ('event' in entry ? [entry.event] : []));
  const [first] = incoming;
  if (!first) throw allRejected(parsed);
  const store = await dependencies.currentStore(await storeInContext(dependencies, req, first.store));
  allowOrigin(req, res);
  await take(dependencies, res, `events:${store._id}`, limits.perStore, points);
  const arrival = {
    receivedAt: getContext(res).receivedAt,
    userAgent: req.get('user-agent'),
    isBot,
    globalPrivacyControl: req.get('sec-gpc') === '1',
  };
  return toReceipt(parsed, await ingest(dependencies, store, incoming, arrival));
}

/** A page has to read why its events were not accepted, except when it is not a page of the store. */
async function allowOriginOfFailure(
  dependencies: ReceiveDependencies,
  req: Request,
  res: Response,
  error: unknown,
): Promise<void> {
  if (error instanceof ApiError && error.code === 'STORE_CONTEXT') return;
  // A limit must not replace the error that the caller receives.
  const known = await isStorePage(dependencies, req).catch(() => false);
  if (known && !res.headersSent) allowOrigin(req, res);
}

/**
 * Reads a store again unless its integration is connected: an endpoint may have been saved a moment ago, and an
 * event that is not forwarded now never is. Requests of one turn of the event loop share a read.
 */
function createCurrentStore(directory: StoreDirectory): (store: StoreDoc) => Promise<StoreDoc> {
  const readAgain = createBatcher({
    run: (stores: StoreDoc[]) => {
      for (const store of stores) directory.forget(store);
      return Promise.all(stores.map(async (store) => (await directory.bySlug(store.slug)) ?? store));
    },
    max: 100,
    waitMs: 0,
  });
  return async (store) => (store.integration.state === 'Connected' ? store : readAgain(store));
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
  requestLimited.publish({ limit: 'events' });
  res.set(rateLimitHeaders(taken));
  throw new ApiError('RATE_LIMITED', 'Too many events in a minute; send the rest later.', {
    retryAfter: taken.retryAfter,
  });
}
