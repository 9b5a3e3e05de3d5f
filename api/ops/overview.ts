import type { Queue } from 'bullmq';
import type { Fleet } from '../../shared/jobs/fleet.ts';
import { type QueueDepth, queueDepth } from '../../shared/jobs/queues.ts';
import { withDeadline } from '../../shared/with-deadline.ts';
import type { Readiness } from './readiness.ts';

export interface QueueOverview {
  name: string;
  /** Absent when the queue could not be read. */
  depth?: QueueDepth & { failed: number };
}

/** What the operations page shows, read at one moment. */
export interface Overview {
  readiness: Readiness;
  queues: QueueOverview[];
  /** Absent when it could not be read. */
  fleet?: Fleet;
  process: { uptimeSeconds: number; memoryBytes: number; nodeVersion: string };
}

export interface OverviewSources {
  readiness: () => Promise<Readiness>;
  queues: readonly Queue[];
  fleet: () => Promise<Fleet>;
}

const readMs = 1_000;

export async function readOverview({ readiness, queues, fleet }: OverviewSources): Promise<Overview> {
  const [state, depths, workers] = await Promise.all([
    readiness(),
    Promise.all(queues.map(readQueue)),
    withDeadline(fleet(), readMs).catch(() => undefined),
  ]);
  const own = {
    uptimeSeconds: process.uptime(),
    memoryBytes: process.memoryUsage.rss(),
    nodeVersion: process.version,
  };
  return { readiness: state, queues: depths, process: own, ...(workers && { fleet: workers }) };
}

async function readQueue(queue: Queue): Promise<QueueOverview> {
  const work = Promise.all([queueDepth(queue), queue.getFailedCount()]);
  const [depth, failed] = await withDeadline(work, readMs).catch(() => []);
  return depth && failed !== undefined
    ? { name: queue.name, depth: { ...depth, failed } }
    : { name: queue.name };
}
