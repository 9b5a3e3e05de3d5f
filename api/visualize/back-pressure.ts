import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { ApiError } from '../../shared/errors.ts';
import { estimatedWait } from '../../shared/jobs/estimated-wait.ts';
import { readFleet } from '../../shared/jobs/fleet.ts';
import { queueDepth } from '../../shared/jobs/queues.ts';
import { storeUnavailable } from '../../shared/jobs/store-unavailable.ts';

export interface BackPressure {
  /** @throws ApiError MODEL_UNAVAILABLE when a render accepted now would not be decided in time. */
  check(deadlineAt: number): Promise<void>;
}

/** How old the picture of the queue may be: many requests share one look at Redis. */
const lookAgainMs = 250;

/** Refuses work before any is done for it (decisions "Back-pressure"). */
export function createBackPressure(options: {
  queue: Queue;
  connection: Redis;
  prefix: string;
  maxWaiting: number;
}): BackPressure {
  let seenAt = 0;
  let seen: Promise<{ waiting: number; waitMs: number }> | undefined;

  const look = async () => {
    const [depth, fleet] = await Promise.all([
      queueDepth(options.queue),
      readFleet(options.connection, { prefix: options.prefix }),
    ]);
    return { waiting: depth.waiting, waitMs: estimatedWait(depth, fleet) };
  };

  return {
    async check(deadlineAt) {
      const now = Date.now();
      if (!seen || now - seenAt > lookAgainMs) {
        seenAt = now;
        seen = look();
      }
      const { waiting, waitMs } = await seen.catch((error: unknown) => {
        seen = undefined;
        throw storeUnavailable(error);
      });
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
