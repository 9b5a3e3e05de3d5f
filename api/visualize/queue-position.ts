import type { Redis } from 'ioredis';
import { renderJobId } from '../../shared/jobs/render-job.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { RenderQueues } from '../../shared/renders/render-queues.ts';

/** How many jobs of its queue start before this one, plus one; undefined when it does not wait in Redis. */
export async function queuePosition(
  { connection, queues }: { connection: Redis; queues: RenderQueues },
  render: RenderDoc,
): Promise<number | undefined> {
  if (render.state !== 'queued') return undefined;
  const list = queues.of(render).toKey('wait');
  // BullMQ pushes on the left and takes from the right.
  const [length, at] = await Promise.all([
    connection.llen(list),
    connection.lpos(list, renderJobId(render._id, render.delivery)),
  ]);
  return at === null ? undefined : length - at;
}
