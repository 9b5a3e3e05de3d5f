import type { Redis } from 'ioredis';
import { renderJobId } from '../../shared/jobs/render-job.ts';
import { getEnqueueCount } from '../../shared/renders/enqueue-count.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { RenderQueues } from '../../shared/renders/render-queues.ts';

/**
 * Returns the position of a render in its queue, 1 for the next to start; undefined when it is not waiting in Redis.
 * Renders that yield wait in a sorted set, behind those of the list.
 */
export async function queuePosition(
  { connection, queues }: { connection: Redis; queues: RenderQueues },
  render: RenderDoc,
): Promise<number | undefined> {
  if (render.state !== 'queued') return undefined;
  const queue = queues.of(render);
  const list = queue.toKey('wait');
  const jobId = renderJobId(render._id, getEnqueueCount(render));
  const [length, at, rank] = await Promise.all([
    connection.llen(list),
    connection.lpos(list, jobId),
    connection.zrank(queue.toKey('prioritized'), jobId),
  ]);
  // BullMQ pushes on the left and takes from the right.
  if (at !== null) return length - at;
  return rank === null ? undefined : length + rank + 1;
}
