import type { Queue } from 'bullmq';
import { driverOf } from '../../shared/database/driver.ts';
import { enqueueEvents, outboxGraceMs } from '../../shared/events/enqueue-events.ts';
import type { EventDoc, EventModel } from '../../shared/events/event-model.ts';
import { failpoint } from '../../shared/failpoints.ts';
import { trackJobId } from '../../shared/jobs/track-job.ts';

export interface OutboxDependencies {
  events: EventModel;
  /** The `track` queue. */
  queue: Queue;
}

/** Events one pass looks at, the longest overdue first. */
const perPass = 500;

/** An event whose job is still there is looked at again after this: a long queue is gone through in turns. */
const lookAgainMs = 5_000;

const onItsWay = new Set(['waiting', 'active', 'delayed', 'prioritized', 'paused', 'wait']);

type Due = Pick<EventDoc, '_id' | 'forward'>;

/**
 * The outbox: pending events whose time has come get a job, whether Redis lost theirs, a worker died
 * with it, or their retry was too far away to be kept there. Answers how many.
 */
export async function reenqueueEvents({ events: model, queue }: OutboxDependencies): Promise<number> {
  const events = driverOf(model);
  const now = new Date();
  const due: Due[] = await events
    .find({ 'forward.nextAt': { $lte: now } }, { projection: { forward: 1 } })
    .sort({ 'forward.nextAt': 1 })
    .limit(perPass)
    .toArray();
  if (due.length === 0) return 0;
  const states = await Promise.all(
    due.map(({ _id, forward }) => queue.getJobState(trackJobId(_id, forward.delivery))),
  );
  const waiting = due.filter((_, index) => onItsWay.has(states[index]!)).map(({ _id }) => _id);
  if (waiting.length > 0) {
    // What a worker has written meanwhile has another `nextAt`, or none.
    await events.updateMany(
      { _id: { $in: waiting }, 'forward.nextAt': { $lte: now } },
      { $set: { 'forward.nextAt': new Date(now.getTime() + lookAgainMs) } },
    );
  }
  const lost = due.filter((_, index) => !onItsWay.has(states[index]!));
  const taken = await Promise.all(lost.map((event) => takeOn(model, event)));
  failpoint('sweeper.after-decision');
  const again = taken.filter((event) => event !== null);
  await enqueueEvents(queue, again);
  return again.length;
}

/** Of several sweepers one gets it. */
async function takeOn(events: EventModel, { _id, forward }: Due): Promise<Due | null> {
  const delivery = forward.delivery + 1;
  const nextAt = new Date(Date.now() + outboxGraceMs);
  const { modifiedCount } = await driverOf(events).updateOne(
    {
      _id,
      'forward.state': 'pending',
      'forward.delivery': forward.delivery,
      'forward.nextAt': forward.nextAt!,
    },
    { $set: { 'forward.delivery': delivery, 'forward.nextAt': nextAt } },
  );
  return modifiedCount === 1 ? { _id, forward: { ...forward, delivery } } : null;
}
