import type { Queue } from 'bullmq';
import { enqueueEvents, outboxGraceMs } from '../../shared/events/enqueue-events.ts';
import type { EventDoc, EventModel } from '../../shared/events/event-model.ts';
import { unchangedForward, withCounters } from '../../shared/events/forward-counters.ts';
import { failpoint } from '../../shared/failpoints.ts';
import { trackJobId } from '../../shared/jobs/track-job.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import { pendingStates } from './pending-states.ts';

export interface OutboxDependencies {
  events: EventModel;
  /** The `track` queue. */
  queue: Queue;
}

/** Events that one pass reads, the longest overdue first. */
const perPass = 500;

/** An event whose job is still pending is checked again after this time, so that a pass reaches all of a long queue. */
const checkAgainMs = 5_000;

type Due = Pick<EventDoc, '_id' | 'forward'>;

/**
 * Works off the outbox: enqueues pending events whose time has come, because Redis lost their job, a worker
 * died with it, or their retry was too far in the future to be kept in Redis. Returns how many.
 */
export async function reenqueueEvents({ events: model, queue }: OutboxDependencies): Promise<number> {
  const events = getDriver(model);
  const now = new Date();
  const found: Due[] = await events
    .find({ 'forward.nextAt': { $lte: now } }, { projection: { forward: 1 } })
    .sort({ 'forward.nextAt': 1 })
    .limit(perPass)
    .toArray();
  if (found.length === 0) return 0;
  const due = found.map(withCounters);
  const states = await Promise.all(
    due.map(({ _id, forward }) => queue.getJobState(trackJobId(_id, forward.jobs))),
  );
  const waiting = due.filter((_, index) => pendingStates.has(states[index]!)).map(({ _id }) => _id);
  if (waiting.length > 0) {
    // An event that a worker has written meanwhile has another `nextAt`, or none.
    await events.updateMany(
      { _id: { $in: waiting }, 'forward.nextAt': { $lte: now } },
      { $set: { 'forward.nextAt': new Date(now.getTime() + checkAgainMs) } },
    );
  }
  const lost = due.filter((_, index) => !pendingStates.has(states[index]!));
  const claimed = await Promise.all(lost.map((event) => claim(model, event)));
  failpoint('sweeper.after-decision');
  const enqueued = claimed.filter((event) => event !== null);
  await enqueueEvents(queue, enqueued);
  return enqueued.length;
}

/** Only one of several sweepers claims an event. */
async function claim(events: EventModel, { _id, forward }: Due): Promise<Due | null> {
  const next = { ...forward, jobs: forward.jobs + 1, nextAt: new Date(Date.now() + outboxGraceMs) };
  const { modifiedCount } = await getDriver(events).updateOne(
    { _id, ...unchangedForward({ ...forward, state: 'pending' }), 'forward.nextAt': forward.nextAt! },
    { $set: { forward: next } },
  );
  return modifiedCount === 1 ? { _id, forward: next } : null;
}
