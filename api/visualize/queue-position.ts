import type { Redis } from 'ioredis';
import { renderJobId } from '../../shared/jobs/render-job.ts';
import { enqueueCountOf } from '../../shared/renders/enqueue-count.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { RenderQueues } from '../../shared/renders/render-queues.ts';

/** The position of a render in its queue, 1 for the next to start; undefined when it is not waiting in Redis. */
export async function queuePosition(
  { connection, queues }: { connection: Redis; queues: RenderQueues },
  render: RenderDoc,
): Promise<number | undefined> {
  if (render.state !== 'queued') return undefined;
  const list = queues.of(render).toKey('wait');
  // BullMQ pushes on the left and takes from the right.
  const [length, at] = await Promise.all([
    connection.llen(list),
    connection.lpos(list, renderJobId(render._id, enqueueCountOf(render))),
  ]);
  return at === null ? undefined : length - at;
}
