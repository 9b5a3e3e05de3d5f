import { setTimeout } from 'node:timers/promises';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import { finishGrants } from './finish-grants.ts';
import { finishHolds } from './finish-holds.ts';
import { purgeImages } from './purge-images.ts';
import { removeOrphans } from './remove-orphans.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';
import { abandonNew, expireOverdue, recoverLeases, redeliverLost } from './unstick-renders.ts';

/** One duty of the sweeper: idempotent, bounded, answers how many things it put right. */
export type Duty = (dependencies: SweepDependencies, signal: AbortSignal) => Promise<number>;

/** A duty of another capability, which brings its own dependencies; after the renders' in every pass. */
export interface FurtherDuty {
  run(signal: AbortSignal): Promise<number>;
  pauseMs: number;
}

/** In this order in every pass; a duty with a pause runs only that often. */
export const duties: Record<string, { run: Duty; pauseMs: number }> = {
  'expire-overdue': { run: expireOverdue, pauseMs: 0 },
  'recover-leases': { run: recoverLeases, pauseMs: 0 },
  'redeliver-lost': { run: redeliverLost, pauseMs: 0 },
  'finish-holds': { run: finishHolds, pauseMs: 0 },
  'abandon-new': { run: abandonNew, pauseMs: 2_000 },
  'finish-grants': { run: finishGrants, pauseMs: 5_000 },
  'purge-images': { run: purgeImages, pauseMs: 10_000 },
  'remove-orphans': { run: removeOrphans, pauseMs: 300_000 },
};

export interface SweeperOptions {
  everyMs: number;
  further?: Record<string, FurtherDuty>;
  onSwept?: (duty: string, count: number) => void;
}

/**
 * Brings every render to an end and every hold to its settlement, whatever was killed. Any number of
 * sweepers may run at once: everything they do is a compare-and-set or safe to do twice.
 */
export function startSweeper(
  dependencies: SweepDependencies,
  options: SweeperOptions,
): { close(): Promise<void> } {
  const stop = new AbortController();
  const running = sweepUntilStopped(dependencies, options, stop.signal);
  return {
    close: async () => {
      stop.abort();
      await running;
    },
  };
}

async function sweepUntilStopped(
  dependencies: SweepDependencies,
  options: SweeperOptions,
  signal: AbortSignal,
): Promise<void> {
  const all = { ...ownDuties(dependencies), ...options.further };
  const lastRun = new Map<string, number>();
  const complain = throttledErrorLog(dependencies.log, 'Sweeper');
  while (!signal.aborted) {
    for (const [name, duty] of Object.entries(all)) {
      if (signal.aborted || Date.now() - (lastRun.get(name) ?? 0) < duty.pauseMs) continue;
      lastRun.set(name, Date.now());
      const count = await duty.run(signal).catch((error: unknown) => {
        complain(error);
        return 0;
      });
      if (count === 0) continue;
      dependencies.log.info({ duty: name, count }, 'swept');
      options.onSwept?.(name, count);
    }
    await setTimeout(options.everyMs, undefined, { signal }).catch(() => undefined);
  }
}

function ownDuties(dependencies: SweepDependencies): Record<string, FurtherDuty> {
  const own = Object.entries(duties).map(([name, { run, pauseMs }]): [string, FurtherDuty] => [
    name,
    { run: (signal) => run(dependencies, signal), pauseMs },
  ]);
  return Object.fromEntries(own);
}

/** Runs every duty once, whatever its pause; what tests and `npm run admin -- sweep` call. */
export async function sweepOnce(dependencies: SweepDependencies): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const never = new AbortController().signal;
  for (const [name, duty] of Object.entries(duties)) counts[name] = await duty.run(dependencies, never);
  return counts;
}
