import { driverOf } from '../database/driver.ts';
import type { EventModel } from '../events/event-model.ts';
import type { StoreModel } from '../stores/store-model.ts';
import { dayMs } from '../time.ts';
import { dayOf, type KpiDayDoc, type KpiDayModel, kpiDayId } from './kpi-model.ts';
import { markDays } from './mark-days.ts';

export interface UnmarkedDependencies {
  stores: StoreModel;
  events: EventModel;
  kpiDays: KpiDayModel;
}

/** Stores one pass looks at: a thousand of them are gone through in a minute, by one sweeper. */
const perPass = 20;

/** A day that was counted this recently is left alone: the marks of what arrives meanwhile are on their way. */
const restMs = 15_000;

/** The longest way of an event from its arrival, which is the time it has, into the store. */
const onItsWayMs = 10_000;

/**
 * Marks days whose marks were lost: an API that is killed between storing events and marking their day may have
 * left a day that nothing knows of, or one that is counted short until its next event. Looks at some stores
 * at random, so that no sweeper has to remember where it was; answers how many days it marked.
 */
export async function markUnmarkedDays(
  { stores, events, kpiDays }: UnmarkedDependencies,
  random: () => number = Math.random,
): Promise<number> {
  const known = await stores.estimatedDocumentCount();
  const skip = Math.floor(random() * Math.max(0, known - perPass + 1));
  const page = await stores.find({}, { _id: 1 }).sort({ _id: 1 }).skip(skip).limit(perPass).lean();
  const now = Date.now();
  const today = dayOf(new Date(now));
  const yesterday = dayOf(new Date(now - dayMs));
  const ids = page.flatMap(({ _id }) => [kpiDayId(_id, today), kpiDayId(_id, yesterday)]);
  const days = await kpiDays.find({ _id: { $in: ids } }).lean<KpiDayDoc[]>();
  const byId = new Map(days.map((day) => [day._id, day]));
  const marks = page.flatMap(({ _id: store }) =>
    [today, yesterday].map(async (day) => {
      const kept = byId.get(kpiDayId(store, day));
      // A day that is over is counted once more anyway, as long as there is a document of it.
      const from = kept && day === yesterday ? undefined : uncountedSince(kept, day, now);
      if (from === undefined || !(await hasEvents(events, store, day, from))) return 0;
      await markDays(kpiDays, store, [day]);
      return 1;
    }),
  );
  const marked: number[] = await Promise.all(marks);
  return marked.reduce((sum, count) => sum + count, 0);
}

/** From when on there may be events that were not counted; undefined when somebody takes care of them. */
function uncountedSince(kept: KpiDayDoc | undefined, day: string, now: number): number | undefined {
  if (!kept) return Date.parse(day);
  if (kept.dirtyAt) return undefined;
  const countedAt = kept.countedAt?.getTime() ?? 0;
  return countedAt > now - restMs ? undefined : Math.max(Date.parse(day), countedAt - onItsWayMs);
}

/** By the index of a store's time axis: at most as many keys as there are bots among the newest events. */
async function hasEvents(events: EventModel, store: string, day: string, from: number): Promise<boolean> {
  const receivedAt = { $gte: new Date(from), $lt: new Date(Date.parse(day) + dayMs) };
  const found = await driverOf(events).findOne({ store, receivedAt, bot: false }, { projection: { _id: 1 } });
  return found !== null;
}
