import type { mongo } from 'mongoose';
import type { EventDoc } from '../../shared/events/event-model.ts';
import { toDay } from '../../shared/kpis/kpi-model.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import {
  type EventTally,
  keepDayUntil,
  type ServiceDayDoc,
  type ServiceDayModel,
} from '../../shared/status/service-day-model.ts';
import { minuteMs } from '../../shared/time.ts';
import type { TrackOutcome } from './track-outcome.ts';

/** The counts that one run of a job adds to the day on which its event arrived. */
export interface TallyNote {
  day: string;
  counts: readonly (keyof EventTally)[];
}

const lateAfterMs = minuteMs;

/** Returns what a run adds; undefined: nothing. A replayed event arrives anew. */
export function toTallyNote(
  { forward }: Pick<EventDoc, 'forward'>,
  outcome: TrackOutcome,
  nowMs: number,
): TallyNote | undefined {
  const { since, attempt, retryAfterCount, deferrals } = forward;
  const isFirst = attempt + retryAfterCount + deferrals === 0 && outcome !== 'given-back';
  const isLate = nowMs - since.getTime() > lateAfterMs;
  const counts = [
    ...(isFirst ? [isLate ? ('late' as const) : ('onTime' as const)] : []),
    ...(outcome === 'delivered' || outcome === 'dropped' ? [outcome] : []),
  ];
  return counts.length === 0 ? undefined : { day: toDay(since), counts };
}

/** Adds several notes: one write for each day, which is mostly one. */
export async function addToTallies(serviceDays: ServiceDayModel, notes: readonly TallyNote[]): Promise<void> {
  const days = new Map<string, Partial<EventTally>>();
  for (const { day, counts } of notes) {
    const tally = days.get(day) ?? {};
    for (const name of counts) tally[name] = (tally[name] ?? 0) + 1;
    days.set(day, tally);
  }
  const writes = [...days].map(([_id, tally]): mongo.AnyBulkWriteOperation<ServiceDayDoc> => {
    const counts = Object.entries(tally).map(([name, count]) => [`events.${name}`, count]);
    const update = { $inc: Object.fromEntries(counts), $setOnInsert: { keepUntil: keepDayUntil(_id) } };
    return { updateOne: { filter: { _id }, update, upsert: true } };
  });
  await getDriver(serviceDays).bulkWrite(writes, { ordered: false });
}
