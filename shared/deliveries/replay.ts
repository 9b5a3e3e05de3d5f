import type { Queue } from 'bullmq';
import { ApiError, invalidInput } from '../errors.ts';
import { enqueueEvents, outboxGraceMs } from '../events/enqueue-events.ts';
import { findEvent } from '../events/event-map.ts';
import { type EventDoc, type EventModel, eventDocIds, optedOutReason } from '../events/event-model.ts';
import { unchangedForward, withCounters } from '../events/forward-counters.ts';
import { getDriver } from '../mongodb/driver.ts';
import type { StoreDoc } from '../stores/store-model.ts';

export interface ReplayDependencies {
  events: EventModel;
  /** The `track` queue. */
  queue: Queue;
}

export interface Replayed {
  replayed: number;
  /** The range contains more of them: call again. */
  more: boolean;
}

const pageSize = 500;
const maxPages = 20;

/**
 * Forwards one event of a store again, delivered or not, under the same id. `eventId` is the one that was
 * sent, or the one that the destination received.
 * @throws ApiError CONFLICT unless the integration is connected and the visitor's choice allows it, NOT_FOUND.
 */
export async function replayEvent(
  dependencies: ReplayDependencies,
  store: StoreDoc,
  eventId: string,
): Promise<Replayed> {
  assertConnected(store);
  const event = await getDriver(dependencies.events).findOne({
    _id: { $in: eventDocIds(store._id, eventId) },
    store: store._id,
  });
  // Events of the server are not in the event map, and are never forwarded.
  if (!event || !findEvent(event.event))
    throw new ApiError('NOT_FOUND', `This store has no event ${eventId}.`);
  if (event.forward.reason === optedOutReason)
    throw new ApiError('CONFLICT', `The event is not forwarded: ${optedOutReason}.`);
  return { replayed: await replay(dependencies, [event]), more: false };
}

/**
 * Forwards again every event that was received in that range and dropped, oldest first, at most 10,000
 * a call.
 * @throws ApiError CONFLICT unless the integration is connected, INVALID_INPUT for an empty range.
 */
export async function replayDropped(
  dependencies: ReplayDependencies,
  store: StoreDoc,
  range: { from: Date; to: Date },
): Promise<Replayed> {
  assertConnected(store);
  if (!(range.from < range.to)) throw invalidInput('from', 'must be before to.');
  let replayed = 0;
  for (let page = 0; page < maxPages; page++) {
    const dropped = await getDriver(dependencies.events)
      .find({
        store: store._id,
        receivedAt: { $gte: range.from, $lt: range.to },
        'forward.state': 'dropped',
      })
      .sort({ receivedAt: 1 })
      .limit(pageSize)
      .toArray();
    replayed += await replay(dependencies, dropped);
    if (dropped.length < pageSize) return { replayed, more: false };
  }
  return { replayed, more: true };
}

function assertConnected({ integration }: StoreDoc): void {
  if (integration.state === 'Connected') return;
  throw new ApiError('CONFLICT', `The integration is ${integration.state}; connect it before a replay.`);
}

/** Events that are pending, or that another replay has just taken, are skipped. */
async function replay({ events, queue }: ReplayDependencies, found: EventDoc[]): Promise<number> {
  const now = Date.now();
  const nextAt = new Date(now + outboxGraceMs);
  const fresh = {
    state: 'pending' as const,
    since: new Date(now),
    attempt: 0,
    retryAfterCount: 0,
    deferrals: 0,
    nextAt,
  };
  const taken = await Promise.all(
    found.map(withCounters).map(async ({ _id, forward }) => {
      if (forward.state === 'pending') return undefined;
      const filter = { _id, ...unchangedForward(forward) };
      const next = { ...fresh, jobs: forward.jobs + 1 };
      const { modifiedCount } = await getDriver(events).updateOne(filter, { $set: { forward: next } });
      return modifiedCount === 1 ? { _id, forward: next } : undefined;
    }),
  );
  const again = taken.filter((event) => event !== undefined);
  await enqueueEvents(queue, again);
  return again.length;
}
