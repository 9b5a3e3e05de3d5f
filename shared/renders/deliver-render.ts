import type { Queue } from 'bullmq';
import { enqueue } from '../jobs/job-definition.ts';
import { renderJob, renderJobId } from '../jobs/render-job.ts';
import type { RenderDoc } from './render-model.ts';

/** Puts the job of a queued render into the queue; the same delivery twice is one job. */
export async function deliverRender(queue: Queue, render: RenderDoc): Promise<void> {
  const data = { renderId: render._id, deadlineAt: render.deadlineAt.getTime() };
  await enqueue(queue, renderJob, data, { jobId: renderJobId(render._id, render.delivery) });
}
