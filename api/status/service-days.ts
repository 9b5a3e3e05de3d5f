import { lastDays, listDays } from '../../shared/credits/usage-days.ts';
import type { Database } from '../../shared/database/database.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import type { RequestModel } from '../../shared/requests/request-model.ts';
import { dayMs } from '../../shared/time.ts';
import { countByHour } from '../ops/outcomes.ts';

/** Numbers of a day; both 0: nothing was measured. */
export interface Tally {
  good: number;
  bad: number;
}

/** One day (UTC) of the service. */
export interface ServiceDay {
  /** `2026-11-22` */
  day: string;
  /** Calls with a live key; bad: responses of 500 and above. */
  api: Tally;
  /** Live renders that were decided before their deadline, without cancelled ones; bad: failed. */
  renders: Tally;
  /** Live renders that ended, without cancelled ones; bad: not decided before their deadline. */
  queue: Tally;
}

export const shownDays = 90;
/** A day's counts are final this long after its end. */
const finalAfterMs = 5 * 60_000;
const queryMs = 20_000;

/**
 * Reads the last 90 days, oldest first, from the outcomes of renders and from the request log, as far back as these are
 * kept. Ended days are counted once per process.
 */
export function createServiceDays({
  renders,
  requests,
}: Pick<Database, 'renders' | 'requests'>): (now?: Date) => Promise<ServiceDay[]> {
  const final = new Map<string, ServiceDay>();
  return async (now = new Date()) => {
    const days = listDays(lastDays(shownDays, now));
    for (const day of final.keys()) if (day < days[0]!) final.delete(day);
    const from = new Date(days.find((day) => !final.has(day)) ?? days.at(-1)!);
    const [hours, calls] = await Promise.all([
      countByHour(renders, from.getTime()),
      countCalls(requests, from),
    ]);
    return days.map((day) => {
      const known = final.get(day);
      if (known) return known;
      const start = Date.parse(day);
      const ofDay = [...hours.values()].filter(({ hour }) => hour >= start && hour < start + dayMs);
      const sum = (count: (outcomes: (typeof ofDay)[number]) => number) =>
        ofDay.reduce((total, outcomes) => total + count(outcomes), 0);
      const expired = sum((outcomes) => outcomes.expired);
      const succeeded = sum((outcomes) => outcomes.succeeded);
      const failed = sum((outcomes) => outcomes.failed) - expired;
      const counted = {
        day,
        api: calls.get(day) ?? { good: 0, bad: 0 },
        renders: { good: succeeded, bad: failed },
        queue: { good: succeeded + failed, bad: expired },
      };
      if (start + dayMs + finalAfterMs <= now.getTime()) final.set(day, counted);
      return counted;
    });
  };
}

/** Counts the live calls of each day, since test keys choose failures; served by the index on mode, time and status alone. */
async function countCalls(requests: RequestModel, from: Date): Promise<Map<string, Tally>> {
  const groups = getDriver(requests).aggregate<{ _id: { day: string; bad: boolean }; count: number }>(
    [
      { $match: { mode: 'live', at: { $gte: from } } },
      {
        $group: {
          _id: {
            day: { $dateToString: { format: '%Y-%m-%d', date: '$at' } },
            bad: { $gte: ['$status', 500] },
          },
          count: { $sum: 1 },
        },
      },
    ],
    { maxTimeMS: queryMs },
  );
  const days = new Map<string, Tally>();
  for (const { _id, count } of await groups.toArray()) {
    const tally = days.get(_id.day) ?? { good: 0, bad: 0 };
    tally[_id.bad ? 'bad' : 'good'] += count;
    days.set(_id.day, tally);
  }
  return days;
}
