import type { Queue } from 'bullmq';
import { enqueue } from '../jobs/job-definition.ts';
import { trackJob, trackJobId } from '../jobs/track-job.ts';
import type { EventDoc } from './event-model.ts';

/**
 * How long after its job was made the sweeper first looks whether Redis still has it. Long enough for
 * most jobs to have ended, short enough for an event whose job was lost to be on time all the same.
 */
export const outboxGraceMs = 5_000;

/** Makes the job of one event that is to be picked up `delayMs` from now. */
export async function deliverLater(
  queue: Queue,
  { _id, forward }: Pick<EventDoc, '_id' | 'forward'>,
  delayMs: number,
): Promise<void> {
  const delayed = { ...trackJob, options: { ...trackJob.options, delay: delayMs } };
  await enqueue(queue, delayed, { eventId: _id }, { jobId: trackJobId(_id, forward.delivery) });
}

/** Makes the jobs of pending events; the same delivery twice is one job. At most 1,000 at a time. */
export async function enqueueEvents(
  queue: Queue,
  events: Pick<EventDoc, '_id' | 'forward'>[],
): Promise<void> {
  const added = await Promise.allSettled(
    events.map(({ _id, forward }) =>
      enqueue(queue, trackJob, { eventId: _id }, { jobId: trackJobId(_id, forward.delivery) }),
    ),
  );
  const lost = added.find((result) => result.status === 'rejected');
  if (lost) throw lost.reason;
}
