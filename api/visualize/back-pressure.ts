import type { Redis } from 'ioredis';
import { ApiError } from '../../shared/errors.ts';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { estimatedWait } from '../../shared/jobs/estimated-wait.ts';
import { fleetOf, readWorkers } from '../../shared/jobs/fleet.ts';
import { queueDepth } from '../../shared/jobs/queues.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { RenderQueues } from '../../shared/renders/render-queues.ts';

export interface BackPressure {
  /** @throws ApiError MODEL_UNAVAILABLE when a render accepted now would not be decided in time. */
  check(mode: RenderDoc['mode'], deadlineAt: number): Promise<void>;
}

/** How old the picture of the queue may be: many requests share one look at Redis. */
const lookAgainMs = 250;

/**
 * Refuses work before any is done for it (decisions "Back-pressure"): when too many renders wait in all
 * queues together, or the one that this render would join takes too long.
 */
export function createBackPressure(options: {
  queues: RenderQueues;
  connection: Redis;
  prefix: string;
  maxWaiting: number;
}): BackPressure {
  let seenAt = 0;
  let seen: Promise<{ waiting: number; waitMs: Map<string, number> }> | undefined;

  const look = async () => {
    const [workers, ...depths] = await Promise.all([
      readWorkers(options.connection, { prefix: options.prefix }),
      ...options.queues.all.map(async (queue) => ({ name: queue.name, ...(await queueDepth(queue)) })),
    ]);
    return {
      waiting: depths.reduce((sum, depth) => sum + depth.waiting, 0),
      waitMs: new Map(
        depths.map((depth) => [depth.name, estimatedWait(depth, fleetOf(workers, depth.name))]),
      ),
    };
  };

  return {
    async check(mode, deadlineAt) {
      const now = Date.now();
      if (!seen || now - seenAt > lookAgainMs) {
        seenAt = now;
        seen = look();
      }
      const { waiting, waitMs: waits } = await seen.catch((error: unknown) => {
        seen = undefined;
        throw backendUnavailable(error);
      });
      const waitMs = waits.get(options.queues.of({ mode }).name) ?? 0;
      if (waiting >= options.maxWaiting || now + waitMs > deadlineAt) throw tooDeep(waitMs);
    },
  };
}

function tooDeep(waitMs: number): ApiError {
  const retryAfter = Math.min(300, Math.max(5, Math.ceil(waitMs / 2000)));
  return new ApiError('MODEL_UNAVAILABLE', `Too many renders are waiting; repeat in ${retryAfter} s.`, {
    retryAfter,
  });
}
