import { addJitter } from '../retries/schedules.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits that a destination asked for do not count as attempts, up to this many. */
export const maxRetryAfterWaits = 20;

const retryAfterLimits = { minMs: 1 * second, maxMs: 300 * second };

/** A destination known to be unavailable defers an event by 5 s, doubling up to half an hour. */
const deferral = { firstMs: 5 * second, maxMs: 30 * minute };

/** An event that is still pending after this is dropped at its next deferral. */
export const maxPendingMs = 72 * hour;

/** Returns the delay for a `Retry-After` of that many seconds, in milliseconds: 1 to 300 s. */
export function retryAfterDelay(seconds: number): number {
  return Math.min(Math.max(seconds * second, retryAfterLimits.minMs), retryAfterLimits.maxMs);
}

/** Returns the milliseconds by which an event is deferred the `deferrals`-th time (from 0), at least `minMs`. */
export function deferralDelay(deferrals: number, minMs: number, random: () => number = Math.random): number {
  const full = Math.min(deferral.firstMs * 2 ** Math.min(deferrals, 20), deferral.maxMs);
  return Math.max(minMs, 0) + addJitter(full, random);
}
