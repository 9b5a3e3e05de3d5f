import type { Redis } from 'ioredis';
import { ApiError } from '../../shared/errors.ts';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { estimatedWait } from '../../shared/jobs/estimated-wait.ts';
import { readWorkers, summarizeFleet } from '../../shared/jobs/fleet.ts';
import { type QueueDepth, queueDepth } from '../../shared/jobs/queues.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { aheadOfLive, type RenderQueues } from '../../shared/renders/render-queues.ts';
import { retryIn } from '../http/retry-in.ts';

export interface BackPressure {
  /** @throws ApiError MODEL_UNAVAILABLE when a render accepted now would not be decided in time. */
  check(mode: RenderDoc['mode'], deadlineAt: number): Promise<void>;
}

/** Maximum age of the queue's state: many requests share one query to Redis. */
const maxAgeMs = 250;

interface Backlog {
  /** Renders that wait in all queues together. */
  waiting: number;
  /** Estimated wait of a render enqueued now, by queue. */
  waitMs: Map<string, number>;
}

/**
 * Rejects a render before any work is done for it (docs/architecture.md): when too many renders wait
 * in all queues together, or its own queue would not reach it before its deadline. For a live render those
 * of test keys do not count, since it starts before them.
 */
export function createBackPressure(options: {
  queues: RenderQueues;
  connection: Redis;
  prefix: string;
  maxWaiting: number;
  /** Epoch ms by the clock of the fleet, as of deadlines. */
  now: () => number;
}): BackPressure {
  let readAt = 0;
  let reading: Promise<Record<RenderDoc['mode'], Backlog>> | undefined;

  const readQueues = async () => {
    const [workers, ...depths] = await Promise.all([
      readWorkers(options.connection, { prefix: options.prefix }),
      ...options.queues.all.map(async (queue) => ({ name: queue.name, ...(await queueDepth(queue)) })),
    ]);
    const backlog = (ahead: (depth: QueueDepth) => number): Backlog => ({
      waiting: depths.reduce((sum, depth) => sum + ahead(depth), 0),
      waitMs: new Map(
        depths.map((depth) => {
          const { active, name } = depth;
          return [name, estimatedWait({ waiting: ahead(depth), active }, summarizeFleet(workers, name))];
        }),
      ),
    });
    return { live: backlog(aheadOfLive), test: backlog(({ waiting }) => waiting) };
  };

  return {
    async check(mode, deadlineAt) {
      const now = options.now();
      if (!reading || now - readAt > maxAgeMs) {
        readAt = now;
        reading = readQueues();
      }
      const backlogs = await reading.catch((error: unknown) => {
        reading = undefined;
        throw backendUnavailable(error);
      });
      const { waiting, waitMs: waits } = backlogs[mode];
      const waitMs = waits.get(options.queues.of({ mode }).name) ?? 0;
      if (waiting >= options.maxWaiting || now + waitMs > deadlineAt) throw queueTooLong(waitMs);
    },
  };
}

function queueTooLong(waitMs: number): ApiError {
  requestLimited.publish({ limit: 'queue' });
  const retryAfter = Math.min(300, Math.max(5, Math.ceil(waitMs / 2000)));
  return new ApiError('MODEL_UNAVAILABLE', `The render queue is full. ${retryIn(retryAfter)}`, {
    retryAfter,
  });
}
