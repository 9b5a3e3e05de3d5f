const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits before the second to the eighth try (Svix's schedule): 27 h 35 min in all. */
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

/** Waits that a destination asked for do not count as tries, up to this many. */
export const toldBudget = 20;

const toldMs = { least: 1 * second, most: 300 * second };

/** A destination known to be away puts an event off by 5 s, doubling up to half an hour. */
const deferral = { firstMs: 5 * second, longestMs: 30 * minute };

/** An event put off this long without one success in between is given up. */
export const longestPendingMs = 72 * hour;

/** `ms` more or less 20 %: events that failed together must not come back together. */
function jittered(ms: number, random: () => number): number {
  return Math.round(ms * (1 - jitter + 2 * jitter * random()));
}

/** Milliseconds until the next try after `attempt` (from 1) failed; undefined when it was the last. */
export function retryDelay(attempt: number, random: () => number = Math.random): number | undefined {
  const ms = retrySchedule[attempt - 1];
  return ms === undefined ? undefined : jittered(ms, random);
}

/** What a `Retry-After` of so many seconds is worth, in milliseconds: 1 to 300 s. */
export function toldDelay(seconds: number): number {
  return Math.min(Math.max(seconds * second, toldMs.least), toldMs.most);
}

/** Milliseconds by which an event is put off the `deferrals`-th time (from 0), at least `leastMs`. */
export function deferralDelay(
  deferrals: number,
  leastMs: number,
  random: () => number = Math.random,
): number {
  const full = Math.min(deferral.firstMs * 2 ** Math.min(deferrals, 20), deferral.longestMs);
  return Math.max(leastMs, 0) + jittered(full, random);
}
