import type { Queue } from 'bullmq';
import { createQueue, type QueueDepth, type QueueSettings, queueDepth } from '../jobs/queues.ts';
import { getRoute, type RenderRoutes, type RoutedRender, renderQueueNames } from './render-route.ts';

/** The queues that renders travel on; one unless providers are dedicated. */
export interface RenderQueues {
  /** The shared one first. */
  all: readonly Queue[];
  /** Returns the queue of this render's next job. */
  of(render: RoutedRender): Queue;
}

/** Queues to add renders to, all over one connection; the caller closes them and then that. */
export function createRenderQueues(routes: RenderRoutes, settings: QueueSettings): RenderQueues {
  const all = renderQueueNames(routes).map((name) => createQueue(name, settings));
  const named = new Map(all.map((queue) => [queue.name, queue]));
  return { all, of: (render) => named.get(getRoute(render, routes))! };
}

/** Counts the renders that wait in these queues together. @throws the error of Redis. */
export async function waitingRenders(queues: readonly Queue[]): Promise<{ all: number; live: number }> {
  const depths = await Promise.all(queues.map((queue) => queueDepth(queue)));
  const sum = (count: (depth: QueueDepth) => number) =>
    depths.reduce((total, depth) => total + count(depth), 0);
  return { all: sum(({ waiting }) => waiting), live: sum(aheadOfLive) };
}

/** Waiting renders that start before a live one enqueued now: those of test keys yield. */
export const aheadOfLive = ({ waiting, yielding }: QueueDepth): number => waiting - yielding;
