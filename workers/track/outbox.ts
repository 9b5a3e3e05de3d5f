import type { Queue } from 'bullmq';
import { createBatcher } from '../../shared/batcher.ts';
import { driverOf } from '../../shared/database/driver.ts';
import { deliverLater, outboxGraceMs } from '../../shared/events/enqueue-events.ts';
import type { EventDoc, EventModel, Forward } from '../../shared/events/event-model.ts';

/** How a job leaves the event it was for. */
export interface Outbox {
  read(eventId: string): Promise<EventDoc | null>;
  deliver(event: EventDoc): Promise<void>;
  drop(event: EventDoc, reason: string): Promise<void>;
  /** Another try after `delayMs`; `counters` as they are after this one. */
  again(event: EventDoc, delayMs: number, counters: Partial<Forward>): Promise<void>;
}

/**
 * A longer wait is kept in the document only and ended by the sweeper: a day of events for an endpoint
 * that is away must not fill Redis.
 */
const longestInRedisMs = 60_000;

const perBatch = 100;

/** What a success waits for others before it is written; the shopper's event has arrived by then. */
const settleWaitMs = 5;

/** Every write but that of a success is a compare-and-set on what was read: of two jobs for one event the second changes nothing. */
export function createOutbox(events: EventModel, queue: Queue, now: () => number = Date.now): Outbox {
  const settle = async (event: EventDoc, set: Partial<Forward>, keepWaiting: boolean): Promise<boolean> => {
    const { attempt, told, deferrals, delivery } = event.forward;
    const { modifiedCount } = await driverOf(events).updateOne(
      {
        _id: event._id,
        'forward.state': 'pending',
        'forward.attempt': attempt,
        'forward.told': told,
        'forward.deferrals': deferrals,
        'forward.delivery': delivery,
      },
      {
        $set: Object.fromEntries(Object.entries(set).map(([name, value]) => [`forward.${name}`, value])),
        ...(keepWaiting ? {} : { $unset: { 'forward.nextAt': 1 as const } }),
      },
    );
    return modifiedCount === 1;
  };

  const read = createBatcher({
    run: async (ids: string[]) => {
      const found = await driverOf(events)
        .find({ _id: { $in: ids } })
        .toArray();
      const byId = new Map(found.map((event) => [event._id, event]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    max: perBatch,
    waitMs: 0,
  });

  // Whichever job delivered it and whatever happened to its counters meanwhile: it is delivered.
  const deliver = createBatcher({
    run: async (ids: string[]) => {
      await driverOf(events).updateMany(
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
      await settle(event, { state: 'dropped', reason }, false);
    },
    async again(event, delayMs, counters) {
      const dueAt = now() + delayMs;
      if (delayMs > longestInRedisMs) {
        await settle(event, { ...counters, nextAt: new Date(dueAt) }, true);
        return;
      }
      const delivery = event.forward.delivery + 1;
      const nextAt = new Date(dueAt + outboxGraceMs);
      if (!(await settle(event, { ...counters, delivery, nextAt }, true))) return;
      await deliverLater(queue, { _id: event._id, forward: { ...event.forward, delivery } }, delayMs);
    },
  };
}
