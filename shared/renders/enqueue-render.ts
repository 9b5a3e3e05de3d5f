import { enqueue } from '../jobs/job-definition.ts';
import { renderJob, renderJobId } from '../jobs/render-job.ts';
import { getEnqueueCount } from './enqueue-count.ts';
import type { RenderDoc } from './render-model.ts';
import type { RenderQueues } from './render-queues.ts';

/**
 * Enqueues the job of a queued render for its next provider; with the same enqueue count twice it is one job.
 * Renders of test keys, which are free, start when no render of a live key waits in their queue.
 */
export async function enqueueRender(queues: RenderQueues, render: RenderDoc): Promise<void> {
  const jobId = renderJobId(render._id, getEnqueueCount(render));
  await enqueue(
    queues.of(render),
    renderJob,
    { renderId: render._id },
    { jobId, yields: render.mode === 'test' },
  );
}
