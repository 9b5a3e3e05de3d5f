import type { Queue } from 'bullmq';
import { enqueue } from '../jobs/job-definition.ts';
import { orderJob } from '../jobs/order-job.ts';

/** Time after a job was enqueued until the sweeper first enqueues it again. */
export const orderGraceMs = 5_000;

/** Enqueues the job of one order webhook; while that job is in Redis, this changes nothing. */
export async function enqueueOrder(queue: Queue, deliveryId: string): Promise<void> {
  await enqueue(queue, orderJob, { deliveryId }, { jobId: deliveryId });
}
