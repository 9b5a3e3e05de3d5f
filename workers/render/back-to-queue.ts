import type { Database } from '../../shared/database/database.ts';
import { failpoint } from '../../shared/failpoints.ts';
import type { FleetClock } from '../../shared/jobs/fleet-clock.ts';
import type { Logger } from '../../shared/log.ts';
import { countEnqueue } from '../../shared/renders/enqueue-count.ts';
import { enqueueRender } from '../../shared/renders/enqueue-render.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { RenderQueues } from '../../shared/renders/render-queues.ts';
import { type TransitionChange, transition } from '../../shared/renders/transition.ts';
import type { HandOver } from '../providers/chain/hand-over.ts';

export interface BackToQueueDependencies {
  database: Pick<Database, 'renders'>;
  queues: RenderQueues;
  clock: Pick<FleetClock, 'now'>;
}

/** Returns the render of a stopping worker to its queue, instead of letting the lease expire. */
export async function giveBack(
  dependencies: BackToQueueDependencies,
  render: RenderDoc,
  log: Logger,
): Promise<'given-back' | 'lost'> {
  const queued = await requeue(dependencies, render, 'giveBack', {});
  if (!queued) return 'lost';
  log.info('returned to the queue');
  return 'given-back';
}

/**
 * Hands a render over to the workers of its next provider, with the chain's record so far. The document
 * changes first: when the job is lost, the sweeper enqueues it again, in the right queue.
 */
export async function handOver(
  dependencies: BackToQueueDependencies,
  render: RenderDoc,
  { progress }: HandOver,
  timings: { queue: number; provider: number },
  log: Logger,
): Promise<'handed-over' | 'lost'> {
  const chain = { ...progress, handOvers: (render.chain?.handOvers ?? 0) + 1 };
  const queued = await requeue(dependencies, render, 'handOver', {
    chain,
    'timings.queue': timings.queue,
    'timings.provider': timings.provider,
  });
  if (!queued) return 'lost';
  log.info({ next: progress.next }, 'handed over');
  return 'handed-over';
}

async function requeue(
  { database, queues, clock }: BackToQueueDependencies,
  render: RenderDoc,
  name: 'giveBack' | 'handOver',
  set: NonNullable<TransitionChange['set']>,
): Promise<RenderDoc | null> {
  const queued = await transition(database.renders, render._id, name, {
    guard: { fence: render.fence },
    set: { ...set, ...countEnqueue(render), queuedAt: new Date(clock.now()) },
    unset: { lease: 1 },
  });
  if (!queued) return null;
  failpoint('back-to-queue.before-delivery');
  await enqueueRender(queues, queued);
  return queued;
}
