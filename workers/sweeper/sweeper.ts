import { setTimeout } from 'node:timers/promises';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import { finishGrants } from './finish-grants.ts';
import { createFinishHolds } from './finish-holds.ts';
import { finishRefunds } from './finish-refunds.ts';
import { finishReversals } from './finish-reversals.ts';
import { purgeImages } from './purge-images.ts';
import { createRemoveOrphans } from './remove-orphans.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';
import { abandonNew, createReenqueueRenders, expireOverdue, recoverLeases } from './unstick-renders.ts';
import { createWithdrawOrphans } from './withdraw-orphans.ts';

/** One duty of the sweeper: idempotent and bounded. */
export interface Duty {
  /** Returns how many documents or images it repaired. */
  run(signal: AbortSignal): Promise<number>;
  /** Minimum milliseconds between two runs; 0: in every pass. */
  pauseMs: number;
}

/** Returns the duties for renders, in the order of a pass. */
export function renderDuties(dependencies: SweepDependencies): Record<string, Duty> {
  return {
    'expire-overdue': { run: () => expireOverdue(dependencies), pauseMs: 0 },
    'recover-leases': { run: () => recoverLeases(dependencies), pauseMs: 0 },
    'reenqueue-renders': { run: createReenqueueRenders(dependencies), pauseMs: 0 },
    'finish-holds': { run: createFinishHolds(dependencies), pauseMs: 0 },
    'withdraw-orphans': { run: createWithdrawOrphans(dependencies), pauseMs: 1_000 },
    'abandon-new': { run: () => abandonNew(dependencies), pauseMs: 2_000 },
    'finish-grants': { run: () => finishGrants(dependencies), pauseMs: 5_000 },
    'finish-refunds': { run: () => finishRefunds(dependencies), pauseMs: 5_000 },
    'finish-reversals': { run: () => finishReversals(dependencies), pauseMs: 5_000 },
    'purge-images': { run: () => purgeImages(dependencies), pauseMs: 10_000 },
    'remove-orphans': { run: createRemoveOrphans(dependencies), pauseMs: 300_000 },
  };
}

export interface SweeperOptions {
  everyMs: number;
  /** Duties of other capabilities, after the renders' in every pass. */
  further?: Record<string, Duty>;
  onSwept?: (duty: string, count: number) => void;
}

/**
 * Brings every render to an end and every hold to its settlement, whichever process was killed. Any number of
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
  const all = { ...renderDuties(dependencies), ...options.further };
  const lastRun = new Map<string, number>();
  const onError = throttledErrorLog(dependencies.log, 'Sweeper');
  while (!signal.aborted) {
    for (const [name, duty] of Object.entries(all)) {
      if (signal.aborted || Date.now() - (lastRun.get(name) ?? 0) < duty.pauseMs) continue;
      lastRun.set(name, Date.now());
      const count = await duty.run(signal).catch((error: unknown) => {
        onError(error);
        return 0;
      });
      if (count === 0) continue;
      dependencies.log.info({ duty: name, count }, 'swept');
      options.onSwept?.(name, count);
    }
    await setTimeout(options.everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Runs every duty for renders once, whatever its pause. For tests, which cannot wait for the loop. */
export async function sweepOnce(dependencies: SweepDependencies): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const never = new AbortController().signal;
  for (const [name, duty] of Object.entries(renderDuties(dependencies))) counts[name] = await duty.run(never);
  return counts;
}
