import type { Queue } from 'bullmq';
import { type Fleet, type LiveWorker, summarizeFleet } from '../../shared/jobs/fleet.ts';

/** The fleet as operators see it. */
export interface FleetOverview extends Fleet {
  live: readonly LiveWorker[];
  /** Names of the render queues that no worker serves. */
  unserved?: string[];
}

export function describeFleet(
  live: readonly LiveWorker[],
  renderQueues: readonly Pick<Queue, 'name'>[],
): FleetOverview {
  const unserved = renderQueues
    .map(({ name }) => name)
    .filter((name) => summarizeFleet(live, name).workers === 0);
  return { ...summarizeFleet(live), live, ...(unserved.length > 0 ? { unserved } : {}) };
}
