import type { FleetClock } from '../../shared/jobs/fleet-clock.ts';
import type { Logger } from '../../shared/log.ts';
import type { RenderDoc, RenderModel } from '../../shared/renders/render-model.ts';
import { transition } from '../../shared/renders/transition.ts';

/** The lease was lost: another worker may own the render, so this one must stop working on it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Claims a queued render whose deadline is in the future; the returned document's `fence` is the fencing
 * token of this claim. Returns null when it cannot be claimed: cancelled, expired, or claimed by another.
 */
export async function claimRender(
  renders: RenderModel,
  renderId: string,
  options: { worker: string; leaseMs: number; clock: Pick<FleetClock, 'now'> },
): Promise<RenderDoc | null> {
  const now = options.clock.now();
  return transition(renders, renderId, 'claim', {
    guard: { deadlineAt: { $gt: new Date(now) } },
    set: {
      lease: { worker: options.worker, until: new Date(now + options.leaseMs) },
      startedAt: new Date(now),
    },
    inc: { fence: 1 },
  });
}

export interface RenewedLease {
  /** Aborts with `LeaseLost` when the lease is lost. */
  signal: AbortSignal;
  stop(): void;
}

export interface LeaseOptions {
  leaseMs: number;
  clock: Pick<FleetClock, 'now'>;
  log: Logger;
}

/** Renews a claim three times per lease until it is stopped or lost. */
export function keepLease(renders: RenderModel, render: RenderDoc, options: LeaseOptions): RenewedLease {
  const lost = new AbortController();
  const stopping: Stopping = { stopped: false, wake: () => undefined };
  void renewUntilStopped(renders, render, options, stopping).then((reason) => {
    if (reason === 'lost') lost.abort(new LeaseLost(`lease of render ${render._id} is lost`));
  });
  const stop = () => {
    stopping.stopped = true;
    stopping.wake();
  };
  return { signal: lost.signal, stop };
}

interface Stopping {
  stopped: boolean;
  wake(): void;
}

/** A plain timer: aborting one of `timers/promises` creates two errors with their stacks for each render. */
function pause(ms: number, stopping: Stopping): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopping.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

async function renewUntilStopped(
  renders: RenderModel,
  { _id, fence, lease }: RenderDoc,
  { leaseMs, clock, log }: LeaseOptions,
  stopping: Stopping,
): Promise<'stopped' | 'lost'> {
  let until = lease!.until.getTime();
  for (;;) {
    await pause(leaseMs / 3, stopping);
    if (stopping.stopped) return 'stopped';
    if (clock.now() >= until) return 'lost';
    const next = clock.now() + leaseMs;
    try {
      const renewed = await renders.updateOne(
        { _id, state: 'running', fence },
        { $set: { 'lease.until': new Date(next) } },
      );
      if (renewed.matchedCount === 0) return stopping.stopped ? 'stopped' : 'lost';
      until = next;
    } catch (error) {
      log.warn({ err: error }, 'lease not renewed; trying again');
    }
  }
}
