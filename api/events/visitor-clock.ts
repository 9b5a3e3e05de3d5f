import { dayMs, minuteMs } from '../../shared/time.ts';

/** Events may wait in a browser that is offline; none happens after its arrival. */
const limits = { pastMs: dayMs, futureMs: 5 * minuteMs };

/**
 * Returns the times of the events of one request by our clock. A visitor's clock is corrected by its difference to
 * ours: known from `sentAt`, else, where the newest time cannot be true, taken from that one. A time that is not
 * plausible after that is replaced by the time of arrival.
 */
export function correctTimes(
  times: readonly (number | undefined)[],
  receivedAt: number,
  sentAt?: number,
): number[] {
  const isPlausible = (time: number) =>
    time >= receivedAt - limits.pastMs && time <= receivedAt + limits.futureMs;
  const newest = Math.max(...times.filter((time) => time !== undefined));
  const sent = sentAt ?? (isPlausible(newest) ? receivedAt : newest);
  return times.map((time) => {
    const corrected = time === undefined ? receivedAt : time + receivedAt - sent;
    return isPlausible(corrected) ? corrected : receivedAt;
  });
}
