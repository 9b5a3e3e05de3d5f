const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays before the second to the eighth attempt (Svix's schedule): 27 h 35 min in total. */
export const retrySchedule: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
];

const jitter = 0.2;

/** Waits that a destination asked for do not count as attempts, up to this many. */
export const maxRetryAfterWaits = 20;

const retryAfterLimits = { minMs: 1 * second, maxMs: 300 * second };

/** A destination known to be unavailable defers an event by 5 s, doubling up to half an hour. */
const deferral = { firstMs: 5 * second, maxMs: 30 * minute };

/** An event that is still pending after this is dropped at its next deferral. */
export const maxPendingMs = 72 * hour;

/** `ms` ± 20 %: events that failed together must not be retried together. */
function jittered(ms: number, random: () => number): number {
  return Math.round(ms * (1 - jitter + 2 * jitter * random()));
}

/** Milliseconds until the next attempt after `attempt` (from 1) failed; undefined after the last. */
export function retryDelay(attempt: number, random: () => number = Math.random): number | undefined {
  const ms = retrySchedule[attempt - 1];
  return ms === undefined ? undefined : jittered(ms, random);
}

/** The delay for a `Retry-After` of that many seconds, in milliseconds: 1 to 300 s. */
export function retryAfterDelay(seconds: number): number {
  return Math.min(Math.max(seconds * second, retryAfterLimits.minMs), retryAfterLimits.maxMs);
}

/** Milliseconds by which an event is deferred the `deferrals`-th time (from 0), at least `minMs`. */
export function deferralDelay(deferrals: number, minMs: number, random: () => number = Math.random): number {
  const full = Math.min(deferral.firstMs * 2 ** Math.min(deferrals, 20), deferral.maxMs);
  return Math.max(minMs, 0) + jittered(full, random);
}
