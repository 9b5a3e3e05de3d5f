import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../log.ts';
import { logErrorsThrottled } from './throttled-log.ts';

/**
 * About 2,500 renders with four events each, about 1 MB. It is also the default of BullMQ's scripts when Redis
 * restarted empty and lost its settings, so both cases are the same.
 */
const eventsMaxLen = 10_000;

export interface QueueSettings {
  /** From `producerConnection`. The caller closes it, after the queue. */
  connection: Redis;
  prefix: string;
  log: Logger;
}

/**
 * Creates a queue to add jobs to. It waits for Redis neither when it is created nor when it is used: with
 * `skipWaitingForReady` alone, an INFO that fails at that moment would make every later call of
 * this object fail; with `skipVersionCheck` there is no INFO. (The workers check the version.)
 */
export function createQueue(name: string, { connection, prefix, log }: QueueSettings): Queue {
  const queue = new Queue(name, {
    connection,
    prefix,
    skipWaitingForReady: true,
    skipVersionCheck: true,
    streams: { events: { maxLen: eventsMaxLen } },
  });
  logErrorsThrottled(queue, log, `Queue ${name}`);
  return queue;
}

export interface QueueDepth {
  waiting: number;
  /** Those of `waiting` that yield to the others (`EnqueueOptions`). */
  yielding: number;
  active: number;
  delayed: number;
  /** Milliseconds the job that starts next has waited; 0 when none waits. */
  oldestWaitMs: number;
}

/** Returns how much work is in the queue. @throws the error of Redis, on a producer connection within 1 s. */
export async function queueDepth(queue: Queue, now: number = Date.now()): Promise<QueueDepth> {
  const [counts, oldest] = await Promise.all([
    queue.getJobCounts('wait', 'prioritized', 'active', 'delayed'),
    queue.getJobs(['wait', 'prioritized'], 0, 0, true),
  ]);
  const count = (state: string) => counts[state] ?? 0;
  const head = oldest[0]?.timestamp;
  return {
    waiting: count('wait') + count('prioritized'),
    yielding: count('prioritized'),
    active: count('active'),
    delayed: count('delayed'),
    oldestWaitMs: head === undefined ? 0 : Math.max(0, now - head),
  };
}
