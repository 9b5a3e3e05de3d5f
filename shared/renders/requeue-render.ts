import type { QueryFilter } from 'mongoose';
import type { Config } from '../config/variables.ts';
import type { Database } from '../database/database.ts';
import { type FailpointName, failpoint } from '../failpoints.ts';
import type { FleetClock } from '../jobs/fleet-clock.ts';
import { countEnqueue } from './enqueue-count.ts';
import { enqueueRender } from './enqueue-render.ts';
import type { RenderDoc } from './render-model.ts';
import type { RenderQueues } from './render-queues.ts';
import { type TransitionChange, transition } from './transition.ts';

export interface RequeueDependencies {
  database: Pick<Database, 'renders'>;
  queues: RenderQueues;
  clock: Pick<FleetClock, 'now'>;
}

interface Requeue {
  /** Besides the attempt that was seen. */
  guard?: QueryFilter<RenderDoc>;
  set?: NonNullable<TransitionChange['set']>;
  failAt?: FailpointName;
}

/** Returns true if a worker may claim a render once more: every claim was lost but those that ended in a hand-over. */
export function hasAttemptLeft(
  { fence, chain }: Pick<RenderDoc, 'fence' | 'chain'>,
  { RENDER_ATTEMPTS }: Pick<Config, 'RENDER_ATTEMPTS'>,
): boolean {
  return fence - (chain?.handOvers ?? 0) < RENDER_ATTEMPTS;
}

/** Returns a running render that has an attempt left to its queue, or null. */
export async function retryRunning(
  dependencies: RequeueDependencies,
  config: Pick<Config, 'RENDER_ATTEMPTS'>,
  id: string,
): Promise<RenderDoc | null> {
  const render = await dependencies.database.renders.findById(id).lean<RenderDoc>();
  if (!render || !hasAttemptLeft(render, config)) return null;
  return requeueRender(dependencies, render, 'retry');
}

/**
 * Returns a running render to its queue, or null when the attempt that was seen is over. The worker that had it no
 * longer decides anything: the next claim takes a new fencing token. The document changes first: when the job is lost,
 * the sweeper enqueues it again, in the right queue.
 */
export async function requeueRender(
  { database, queues, clock }: RequeueDependencies,
  seen: RenderDoc,
  name: 'giveBack' | 'handOver' | 'recover' | 'retry',
  { guard, set, failAt }: Requeue = {},
): Promise<RenderDoc | null> {
  const queued = await transition(database.renders, seen._id, name, {
    guard: { ...guard, fence: seen.fence },
    set: { ...set, ...countEnqueue(seen), queuedAt: new Date(clock.now()) },
    unset: { lease: 1 },
  });
  if (!queued) return null;
  if (failAt) failpoint(failAt);
  await enqueueRender(queues, queued);
  return queued;
}
