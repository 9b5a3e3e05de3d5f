import type { Logger } from '../../shared/log.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { type RequeueDependencies, requeueRender } from '../../shared/renders/requeue-render.ts';
import type { HandOver } from '../providers/chain/hand-over.ts';

const failAt = 'back-to-queue.before-delivery';

/** Returns the render of a stopping worker to its queue, instead of letting the lease expire. */
export async function giveBack(
  dependencies: RequeueDependencies,
  render: RenderDoc,
  log: Logger,
): Promise<'given-back' | 'lost'> {
  const queued = await requeueRender(dependencies, render, 'giveBack', { failAt });
  if (!queued) return 'lost';
  log.info('returned to the queue');
  return 'given-back';
}

/** Hands a render over to the workers of its next provider, with the chain's record so far. */
export async function handOver(
  dependencies: RequeueDependencies,
  render: RenderDoc,
  { progress }: HandOver,
  timings: { queue: number; provider: number },
  log: Logger,
): Promise<'handed-over' | 'lost'> {
  const chain = { ...progress, handOvers: (render.chain?.handOvers ?? 0) + 1 };
  const set = { chain, 'timings.queue': timings.queue, 'timings.provider': timings.provider };
  const queued = await requeueRender(dependencies, render, 'handOver', { set, failAt });
  if (!queued) return 'lost';
  log.info({ next: progress.next }, 'handed over');
  return 'handed-over';
}
