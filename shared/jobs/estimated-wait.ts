import type { Fleet } from './fleet.ts';
import type { QueueDepth } from './queues.ts';

/**
 * Returns the milliseconds that a render enqueued now is likely to wait for its start.
 *
 * With S slots and an average run A, renders end every A / S; one enqueued now starts when as many
 * have ended as are ahead of it beyond the free slots. The result is 0 without a worker or before the first
 * render: a fleet that is being replaced must not refuse callers who can wait for minutes, and the length
 * of the queue has a limit of its own.
 */
export function estimatedWait(
  depth: Pick<QueueDepth, 'waiting' | 'active'>,
  fleet: Pick<Fleet, 'slots' | 'runMs'>,
): number {
  if (fleet.slots <= 0 || fleet.runMs === undefined) return 0;
  const endsNeeded = depth.waiting + depth.active - fleet.slots + 1;
  return Math.max(0, Math.ceil((endsNeeded * fleet.runMs) / fleet.slots));
}

/** Weight of the newest run: after a change of load the average follows within about ten renders. */
const newestWeight = 0.2;

/** Returns the run average that a worker announces, after one more run of `sampleMs`. */
export function nextRunAverage(averageMs: number | undefined, sampleMs: number): number {
  return averageMs === undefined ? sampleMs : averageMs + newestWeight * (sampleMs - averageMs);
}
