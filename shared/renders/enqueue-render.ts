import { enqueue } from '../jobs/job-definition.ts';
import { renderJob, renderJobId } from '../jobs/render-job.ts';
import type { RenderDoc } from './render-model.ts';
import type { RenderQueues } from './render-queues.ts';

/** Puts the job of a queued render into the queue of its next provider; the same delivery twice is one job. */
export async function enqueueRender(queues: RenderQueues, render: RenderDoc): Promise<void> {
  const data = { renderId: render._id, deadlineAt: render.deadlineAt.getTime() };
  await enqueue(queues.of(render), renderJob, data, { jobId: renderJobId(render._id, render.delivery) });
}
