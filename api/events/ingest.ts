import type { Queue } from 'bullmq';
import type { Database } from '../../shared/database/database.ts';
import { enqueueEvents, outboxGraceMs } from '../../shared/events/enqueue-events.ts';
import {
  type EventDoc,
  eventDocId,
  type Forward,
  optedOutReason,
  sentEventId,
} from '../../shared/events/event-model.ts';
import { failpoint } from '../../shared/failpoints.ts';
import { newId } from '../../shared/ids.ts';
import { insertNew } from '../../shared/mongodb/insert-new.ts';
import { plainToken } from '../../shared/orders/attribute.ts';
import type { IntegrationState, StoreDoc } from '../../shared/stores/store-model.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import { dayMs } from '../../shared/time.ts';
import type { IncomingEvent } from './event-schema.ts';
import type { InsertEvents } from './insert-events.ts';
import { completeLookOpens } from './look-opens.ts';
import { correctTimes } from './visitor-clock.ts';

export interface IngestDependencies {
  database: Pick<Database, 'events'>;
  /** Default: an insert of its own. */
  insert?: InsertEvents;
  /** The `track` queue. */
  queue: Queue;
  retentionDays: number;
  /** Called with the events that were new, after they were saved; must not throw. */
  onSaved?: (events: EventDoc[]) => Promise<void>;
  /** Called when Redis did not take the jobs: the sweeper enqueues them later. */
  onEnqueueFailed: (error: unknown) => void;
}

/** Result of one event of a request. */
export interface IngestedEvent {
  /** As it was sent, or chosen here; replay and deliveries know the event by it. */
  eventId: string;
  status: 'accepted' | 'duplicate';
}

export interface Arrival {
  receivedAt: number;
  userAgent: string | undefined;
  /** True if the request has the header `Sec-GPC: 1`. */
  globalPrivacyControl?: boolean;
  isBot(userAgent: string | undefined, webdriver: boolean): boolean;
}

/** Events that arrive while forwarding is switched off wait for a replay, not for the sweeper. */
const forwardStates: Record<IntegrationState, Pick<Forward, 'state' | 'reason'>> = {
  'Not connected': { state: 'none' },
  Connected: { state: 'pending' },
  Paused: { state: 'dropped', reason: 'the integration is paused' },
  Disabled: { state: 'dropped', reason: 'the integration is disabled' },
};

const optedOut: Pick<Forward, 'state' | 'reason'> = { state: 'none', reason: optedOutReason };

/**
 * Saves the events of one request in one bulk insert and starts their forwarding. Once this has
 * returned, a crash cannot lose an event: each document is its own outbox.
 */
export async function ingest(
  dependencies: IngestDependencies,
  store: StoreDoc,
  incoming: IncomingEvent[],
  arrival: Arrival,
): Promise<IngestedEvent[]> {
  const { retentionDays } = dependencies;
  const times = correctTimes(
    incoming.map(({ timestamp }) => timestamp),
    arrival.receivedAt,
    incoming.find(({ sentAt }) => sentAt !== undefined)?.sentAt,
  );
  const documents = incoming.map((event, index) =>
    toDocument({ ...event, timestamp: times[index]! }, store, arrival, retentionDays),
  );
  const { insert = (fresh: EventDoc[]) => insertNew(dependencies.database.events, fresh) } = dependencies;
  const inserted = await insert(documents);
  const known =
    inserted.length < documents.length ? documents.filter((event) => !inserted.includes(event)) : [];
  const completed = await completeLookOpens(dependencies.database.events, known);
  const saved = [...inserted, ...completed];
  failpoint('events.after-insert');
  const pending = saved.filter((event) => event.forward.state === 'pending');
  await Promise.all([
    enqueueEvents(dependencies.queue, pending).catch(dependencies.onEnqueueFailed),
    dependencies.onSaved?.(saved),
  ]);
  const isNew = new Set<EventDoc | string>([...inserted, ...completed.map(({ _id }) => _id)]);
  return documents.map((document) => ({
    eventId: sentEventId(document),
    status: isNew.has(document) || isNew.has(document._id) ? 'accepted' : 'duplicate',
  }));
}

function toDocument(
  event: IncomingEvent & { timestamp: number },
  store: StoreDoc,
  { receivedAt, userAgent, isBot, globalPrivacyControl }: Arrival,
  retentionDays: number,
): EventDoc {
  const isOptedOut = (globalPrivacyControl || event.globalPrivacyControl) && getSettings(store).respectGpc;
  const forward = isOptedOut ? optedOut : forwardStates[store.integration.state];
  return {
    _id: eventDocId(store._id, event.eventId ?? newId('evt')),
    store: store._id,
    event: event.rule.name,
    anonymousId: event.anonymousId,
    sessionId: event.sessionId,
    properties: event.properties,
    // In the form that orders have: the storefront adds `?key=…`.
    ...(event.cartToken ? { cartToken: plainToken(event.cartToken) } : {}),
    timestamp: new Date(event.timestamp),
    receivedAt: new Date(receivedAt),
    bot: isBot(userAgent, event.webdriver),
    forward: {
      ...forward,
      since: new Date(receivedAt),
      attempt: 0,
      retryAfterCount: 0,
      deferrals: 0,
      jobs: 1,
      ...(forward.state === 'pending' ? { nextAt: new Date(receivedAt + outboxGraceMs) } : {}),
    },
    keepUntil: new Date(receivedAt + retentionDays * dayMs),
  };
}
