import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import { type QueueDepth, queueDepth } from '../../shared/jobs/queues.ts';
import type { ProviderDay } from '../../shared/metrics/provider-tally.ts';
import { packageVersion } from '../../shared/process/package-version.ts';
import type { FleetOverview } from './fleet.ts';
import type { OperatorDependencies } from './operator-dependencies.ts';
import type { HourOutcomes } from './outcomes.ts';
import type { FleetHealth } from './provider-health.ts';
import type { Readiness } from './readiness.ts';
import { type ListedRender, recentFailures } from './renders/render-queries.ts';

export interface QueueOverview {
  name: string;
  /** Absent when the queue could not be read. */
  depth?: QueueDepth & { failed: number; paused: boolean };
}

/** State of the platform for the operations page, read at one moment. */
export interface Overview {
  readiness: Readiness;
  queues: QueueOverview[];
  /** Absent when it could not be read. */
  fleet?: FleetOverview;
  /** Today's tries of each render provider by the whole fleet; absent when they could not be read. */
  providers?: ProviderDay[];
  /** The current state of each render provider; absent when it could not be read. */
  health?: FleetHealth;
  /** The outcomes of each of the last 24 hours; absent when they could not be read. */
  outcomes?: HourOutcomes[];
  /** The newest failures; absent when they could not be read. */
  failures?: ListedRender[];
  process: { uptimeSeconds: number; memoryBytes: number; nodeVersion: string; version: string };
}

type OverviewSources = Pick<
  OperatorDependencies,
  'readiness' | 'queues' | 'fleet' | 'providers' | 'health' | 'outcomes'
> & { database: Pick<OperatorDependencies['database'], 'renders'> };

const readMs = 1_000;

export async function readOverview({
  readiness,
  queues,
  database,
  ...sources
}: OverviewSources): Promise<Overview> {
  const [state, depths, fleet, providers, health, outcomes, failures] = await Promise.all([
    readiness(),
    Promise.all(queues.map(readQueue)),
    readInTime(sources.fleet),
    readInTime(sources.providers),
    readInTime(sources.health),
    readInTime(sources.outcomes),
    readInTime(() => recentFailures(database.renders)),
  ]);
  const own = {
    uptimeSeconds: process.uptime(),
    memoryBytes: process.memoryUsage.rss(),
    nodeVersion: process.version,
    version: packageVersion(),
  };
  const known = {
    ...(fleet && { fleet }),
    ...(providers && { providers }),
    ...(health && { health }),
    ...(outcomes && { outcomes }),
    ...(failures && { failures }),
  };
  return { readiness: state, queues: depths, process: own, ...known };
}

/** Undefined when the source fails or takes too long: the page then shows the rest. */
const readInTime = <T>(read: () => Promise<T>): Promise<T | undefined> =>
  pTimeout(read(), { milliseconds: readMs }).catch(() => undefined);

/** Reads a queue; without its depth when Redis does not respond in time. */
export async function readQueue(queue: Queue): Promise<QueueOverview> {
  const work = Promise.all([queueDepth(queue), queue.getFailedCount(), queue.isPaused()]);
  const [depth, failed = 0, paused = false] = await pTimeout(work, { milliseconds: readMs }).catch(() => []);
  return depth ? { name: queue.name, depth: { ...depth, failed, paused } } : { name: queue.name };
}
