import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../../shared/log.ts';
import type { RenderDoc, RenderModel } from '../../shared/renders/render-model.ts';
import { transition } from '../../shared/renders/transition.ts';

/** The lease was lost: another worker may own the render, so nothing more may be done for it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Claims a queued render whose deadline is ahead; the answered document's `fence` is the fencing
 * token of this claim. Null when there is nothing to claim: cancelled, expired, or already taken.
 */
export async function claimRender(
  renders: RenderModel,
  renderId: string,
  options: { worker: string; leaseMs: number },
): Promise<RenderDoc | null> {
  const now = Date.now();
  return transition(renders, renderId, 'claim', {
    guard: { deadlineAt: { $gt: new Date(now) } },
    set: {
      lease: { worker: options.worker, until: new Date(now + options.leaseMs) },
      startedAt: new Date(now),
    },
    inc: { fence: 1 },
  });
}

export interface HeldLease {
  /** Aborts with `LeaseLost` when the lease is gone. */
  signal: AbortSignal;
  stop(): void;
}

/** Renews a claim three times a lease until it is stopped or lost. */
export function keepLease(
  renders: RenderModel,
  render: RenderDoc,
  options: { leaseMs: number; log: Logger },
): HeldLease {
  const lost = new AbortController();
  const stopped = new AbortController();
  void renewUntilStopped(renders, render, options, stopped.signal).then((reason) => {
    if (reason === 'lost') lost.abort(new LeaseLost(`lease of render ${render._id} is lost`));
  });
  return { signal: lost.signal, stop: () => stopped.abort() };
}

async function renewUntilStopped(
  renders: RenderModel,
  { _id, fence, lease }: RenderDoc,
  { leaseMs, log }: { leaseMs: number; log: Logger },
  signal: AbortSignal,
): Promise<'stopped' | 'lost'> {
  let until = lease!.until.getTime();
  for (;;) {
    await setTimeout(leaseMs / 3, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return 'stopped';
    if (Date.now() >= until) return 'lost';
    const next = Date.now() + leaseMs;
    try {
      const renewed = await renders.updateOne(
        { _id, state: 'running', fence },
        { $set: { 'lease.until': new Date(next) } },
      );
      if (renewed.matchedCount === 0) return signal.aborted ? 'stopped' : 'lost';
      until = next;
    } catch (error) {
      log.warn({ err: error }, 'lease not renewed; trying again');
    }
  }
}
