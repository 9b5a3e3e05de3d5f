import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { renderJobId } from '../../shared/jobs/render-job.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal, type RenderState } from '../../shared/renders/states.ts';
import { endingError } from './ending-error.ts';

/** What its owner sees of a render, besides the result. */
export interface RenderView {
  id: string;
  state: RenderState;
  /** 1 for the next one to start; only while it waits. */
  queuePosition?: number;
  createdAt: string;
  startedAt?: string;
  endedAt?: string;
  deadlineAt: string;
  /** Milliseconds. */
  timings: RenderDoc['timings'];
  /** Why there is no result: the Error object, with its code. */
  error?: object;
}

export function renderView(render: RenderDoc, queuePosition?: number): RenderView {
  const failed = isTerminal(render.state) && render.state !== 'succeeded';
  return {
    id: render._id,
    state: render.state,
    ...(queuePosition ? { queuePosition } : {}),
    createdAt: render.createdAt.toISOString(),
    ...(render.startedAt ? { startedAt: render.startedAt.toISOString() } : {}),
    ...(render.endedAt ? { endedAt: render.endedAt.toISOString() } : {}),
    deadlineAt: render.deadlineAt.toISOString(),
    timings: render.timings,
    ...(failed ? { error: endingError(render).toBody() } : {}),
  };
}

/** How many jobs start before this one, plus one; undefined when it does not wait in Redis. */
export async function queuePosition(
  { connection, queue }: { connection: Redis; queue: Queue },
  render: RenderDoc,
): Promise<number | undefined> {
  if (render.state !== 'queued') return undefined;
  const list = queue.toKey('wait');
  // BullMQ pushes on the left and takes from the right.
  const [length, at] = await Promise.all([
    connection.llen(list),
    connection.lpos(list, renderJobId(render._id, render.delivery)),
  ]);
  return at === null ? undefined : length - at;
}
