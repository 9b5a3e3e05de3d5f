const second = 1;
const minute = 60 * second;
const hour = 60 * minute;

/** Seconds from one failed attempt to the next (Standard Webhooks, "Deliverability and reliability"). */
export const retryDelays = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** How far a delay may differ, so that a receiver that is up again does not get all webhooks at once. */
const jitter = 0.2;

/** Milliseconds until the attempt after `attempt` failed ones; undefined after the last. */
export function nextTryAfter(attempt: number, random: () => number = Math.random): number | undefined {
  const delay = retryDelays[attempt - 1];
  return delay === undefined ? undefined : Math.round(delay * 1000 * (1 - jitter + 2 * jitter * random()));
}
