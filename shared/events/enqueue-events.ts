import type { Queue } from 'bullmq';
import { enqueue } from '../jobs/job-definition.ts';
import { trackJob, trackJobId } from '../jobs/track-job.ts';
import type { EventDoc } from './event-model.ts';

/**
 * Time after a job was enqueued until the sweeper first checks that Redis still has it. Long enough for
 * most jobs to have ended, short enough for an event whose job was lost to arrive soon.
 */
export const outboxGraceMs = 5_000;

/** Enqueues the job of one event, to be picked up `delayMs` from now. */
export async function enqueueEventLater(
  queue: Queue,
  { _id, forward }: Pick<EventDoc, '_id' | 'forward'>,
  delayMs: number,
): Promise<void> {
  const delayed = { ...trackJob, options: { ...trackJob.options, delay: delayMs } };
  await enqueue(queue, delayed, { eventId: _id }, { jobId: trackJobId(_id, forward.jobs) });
}

/** Enqueues the jobs of pending events; an id that is still in Redis is one job. At most 1,000 at a time. */
export async function enqueueEvents(
  queue: Queue,
  events: Pick<EventDoc, '_id' | 'forward'>[],
): Promise<void> {
  const added = await Promise.allSettled(
    events.map(({ _id, forward }) =>
      enqueue(queue, trackJob, { eventId: _id }, { jobId: trackJobId(_id, forward.jobs) }),
    ),
  );
  const lost = added.find((result) => result.status === 'rejected');
  if (lost) throw lost.reason;
}
