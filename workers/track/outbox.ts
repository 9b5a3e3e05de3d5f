import type { Queue } from 'bullmq';
import { createBatcher } from '../../shared/batcher.ts';
import { enqueueEventLater, outboxGraceMs } from '../../shared/events/enqueue-events.ts';
import type { EventDoc, EventModel, Forward } from '../../shared/events/event-model.ts';
import { unchangedForward, withCounters } from '../../shared/events/forward-counters.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';

/** The ways in which a job can leave its event. */
export interface Outbox {
  read(eventId: string): Promise<EventDoc | null>;
  deliver(event: EventDoc): Promise<void>;
  drop(event: EventDoc, reason: string): Promise<void>;
  /** Another attempt after `delayMs`; `counters` as they are after this one. */
  retryLater(event: EventDoc, delayMs: number, counters: Partial<Forward>): Promise<void>;
}

/**
 * A longer delay is kept in the document only and ended by the sweeper: a day of events for an endpoint
 * that is down must not fill Redis.
 */
const maxDelayInRedisMs = 60_000;

const perBatch = 100;

/** Maximum wait of a success for others before it is written; the shopper's event has arrived by then. */
const settleWaitMs = 5;

/**
 * Every write except that of a success is a compare-and-set on what was read: of two jobs for one event,
 * the second changes nothing.
 */
export function createOutbox(events: EventModel, queue: Queue, now: () => number = Date.now): Outbox {
  const settle = async ({ _id, forward }: EventDoc, next: Forward): Promise<boolean> => {
    const filter = { _id, ...unchangedForward({ ...forward, state: 'pending' }) };
    const { modifiedCount } = await getDriver(events).updateOne(filter, { $set: { forward: next } });
    return modifiedCount === 1;
  };

  const read = createBatcher({
    run: async (ids: string[]) => {
      const found = await getDriver(events)
        .find({ _id: { $in: ids } })
        .toArray();
      const byId = new Map(found.map((event) => [event._id, withCounters(event)]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    max: perBatch,
    waitMs: 0,
  });

  // Without a compare-and-set: whichever job delivered it, the event is delivered.
  const deliver = createBatcher({
    run: async (ids: string[]) => {
      await getDriver(events).updateMany(
        { _id: { $in: ids }, 'forward.state': 'pending' },
        {
          $set: { 'forward.state': 'delivered' },
          $inc: { 'forward.attempt': 1 },
          $unset: { 'forward.nextAt': 1 },
        },
      );
      return ids;
    },
    max: perBatch,
    waitMs: settleWaitMs,
  });

  return {
    read,
    deliver: async (event) => {
      await deliver(event._id);
    },
    drop: async (event, reason) => {
      const { nextAt: _, ...forward } = event.forward;
      await settle(event, { ...forward, state: 'dropped', reason });
    },
    async retryLater(event, delayMs, counters) {
      const dueAt = now() + delayMs;
      const forward = { ...event.forward, ...counters };
      if (delayMs > maxDelayInRedisMs) {
        await settle(event, { ...forward, nextAt: new Date(dueAt) });
        return;
      }
      const next = { ...forward, jobs: forward.jobs + 1, nextAt: new Date(dueAt + outboxGraceMs) };
      if (!(await settle(event, next))) return;
      await enqueueEventLater(queue, { _id: event._id, forward: next }, delayMs);
    },
  };
}
