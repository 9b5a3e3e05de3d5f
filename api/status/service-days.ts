import type { mongo } from 'mongoose';
import { lastDays, listDays } from '../../shared/credits/usage-days.ts';
import type { Database } from '../../shared/database/database.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import type { RequestModel } from '../../shared/requests/request-model.ts';
import {
  type EndedTallies,
  type EventTally,
  keepDayUntil,
  type ServiceDayDoc,
  type ServiceDayModel,
  type Tally,
} from '../../shared/status/service-day-model.ts';
import { dayMs } from '../../shared/time.ts';
import { countByHour } from '../ops/outcomes.ts';

/** One day (UTC) of the service. */
export interface ServiceDay extends EndedTallies {
  /** `2026-11-22` */
  day: string;
  /** Events by when they were first forwarded; bad: later than a minute after their arrival. */
  events: Tally;
  /** How forwardings ended. */
  forwarded: Pick<EventTally, 'delivered' | 'dropped'>;
}

export const shownDays = 90;
/** A day's counts are final this long after its end. */
const finalAfterMs = 5 * 60_000;
const queryMs = 20_000;

type Models = Pick<Database, 'renders' | 'requests' | 'serviceDays'>;

/**
 * Reads the last 90 days, oldest first. Days that are over are counted once, from the outcomes of renders and from the
 * request log as far back as these are kept, and saved; the events of each day are counted by the workers.
 */
export async function readServiceDays(models: Models, now = new Date()): Promise<ServiceDay[]> {
  const days = listDays(lastDays(shownDays, now));
  const found = await getDriver(models.serviceDays)
    .find({ _id: { $gte: days[0]! } }, { maxTimeMS: queryMs })
    .toArray();
  const saved = new Map(found.map((day) => [day._id, day]));
  const from = days.find((day) => !saved.get(day)?.ended) ?? days.at(-1)!;
  const count = await countFrom(models, new Date(from));
  const counted = days.filter((day) => day >= from).map((day) => ({ day, tallies: count(day) }));
  await saveEnded(
    models.serviceDays,
    counted.filter(({ day }) => Date.parse(day) + dayMs + finalAfterMs <= now.getTime()),
  );
  const uncounted = new Map(counted.map(({ day, tallies }) => [day, tallies]));
  return days.map((day) => ({
    day,
    ...(uncounted.get(day) ?? saved.get(day)!.ended!),
    ...toEvents(saved.get(day)?.events),
  }));
}

const toEvents = ({ onTime = 0, late = 0, delivered = 0, dropped = 0 }: Partial<EventTally> = {}) => ({
  events: { good: onTime, bad: late },
  forwarded: { delivered, dropped },
});

async function saveEnded(
  serviceDays: ServiceDayModel,
  days: readonly { day: string; tallies: EndedTallies }[],
): Promise<void> {
  if (days.length === 0) return;
  const writes = days.map(({ day: _id, tallies: ended }): mongo.AnyBulkWriteOperation<ServiceDayDoc> => {
    const update = { $set: { ended }, $setOnInsert: { keepUntil: keepDayUntil(_id) } };
    return { updateOne: { filter: { _id }, update, upsert: true } };
  });
  await getDriver(serviceDays).bulkWrite(writes, { ordered: false });
}

/** Counts all days from one on; returns what gives the tallies of each. */
async function countFrom({ renders, requests }: Models, from: Date): Promise<(day: string) => EndedTallies> {
  const [hours, calls] = await Promise.all([
    countByHour(renders, from.getTime()),
    countCalls(requests, from),
  ]);
  return (day) => {
    const start = Date.parse(day);
    const ofDay = [...hours.values()].filter(({ hour }) => hour >= start && hour < start + dayMs);
    const sum = (count: (outcomes: (typeof ofDay)[number]) => number) =>
      ofDay.reduce((total, outcomes) => total + count(outcomes), 0);
    const expired = sum((outcomes) => outcomes.expired);
    const succeeded = sum((outcomes) => outcomes.succeeded);
    const failed = sum((outcomes) => outcomes.failed) - expired;
    return {
      api: calls.get(day) ?? { good: 0, bad: 0 },
      renders: { good: succeeded, bad: failed },
      queue: { good: succeeded + failed, bad: expired },
    };
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
