const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds between one failed attempt and the next; the last attempt is the one after the last delay. */
export const retrySchedules = {
  /** Svix's schedule: eight attempts, the last after 27 h 35 min. */
  event: [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour],
  /** Standard Webhooks, "Deliverability and reliability": ten attempts, the last after 75 h 35 min. */
  webhook: [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ],
} as const satisfies Record<string, readonly number[]>;

const jitter = 0.2;

/** Returns `ms` ± 20 %, so that a receiver that is up again does not get everything that failed together at once. */
export function addJitter(ms: number, random: () => number): number {
  return Math.round(ms * (1 - jitter + 2 * jitter * random()));
}

/** Returns the milliseconds until the next attempt after `attempt` (from 1) failed; undefined after the last. */
export function getRetryDelay(
  schedule: keyof typeof retrySchedules,
  attempt: number,
  random: () => number = Math.random,
): number | undefined {
  const delays: readonly number[] = retrySchedules[schedule];
  const ms = delays[attempt - 1];
  return ms === undefined ? undefined : addJitter(ms, random);
}
