import type { EventModel } from '../../shared/events/event-model.ts';
import { type KpiDayDoc, type KpiDayModel, kpiDayId, toDay } from '../../shared/kpis/kpi-model.ts';
import { markDays } from '../../shared/kpis/mark-days.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import type { StoreModel } from '../../shared/stores/store-model.ts';
import { dayMs } from '../../shared/time.ts';

export interface UnmarkedDependencies {
  stores: StoreModel;
  events: EventModel;
  kpiDays: KpiDayModel;
}

/** Stores of one pass: one sweeper checks a thousand in a minute. */
const perPass = 20;

/** A day that was counted this recently is skipped: later events are about to be marked. */
const recentMs = 15_000;

/** Maximum time from an event's arrival, which is its time, to its insert. */
const maxInsertMs = 10_000;

/**
 * Marks days whose marks were lost: an API that is killed between saving events and marking their day may leave
 * a day without a document, or one whose count is too low until its next event. Checks some stores at random,
 * so that a sweeper needs no memory of its position. Returns how many days it marked.
 */
export async function markUnmarkedDays(
  { stores, events, kpiDays }: UnmarkedDependencies,
  random: () => number = Math.random,
): Promise<number> {
  const known = await stores.estimatedDocumentCount();
  const skip = Math.floor(random() * Math.max(0, known - perPass + 1));
  const page = await stores.find({}, { _id: 1 }).sort({ _id: 1 }).skip(skip).limit(perPass).lean();
  const now = Date.now();
  const today = toDay(new Date(now));
  const yesterday = toDay(new Date(now - dayMs));
  const ids = page.flatMap(({ _id }) => [kpiDayId(_id, today), kpiDayId(_id, yesterday)]);
  const days = await kpiDays.find({ _id: { $in: ids } }).lean<KpiDayDoc[]>();
  const byId = new Map(days.map((day) => [day._id, day]));
  const marks = page.flatMap(({ _id: store }) =>
    [today, yesterday].map(async (day) => {
      const kept = byId.get(kpiDayId(store, day));
      // A day that has ended is counted once more in any case, if it has a document.
      const from = kept && day === yesterday ? undefined : uncountedSince(kept, day, now);
      if (from === undefined || !(await hasEvents(events, store, day, from))) return 0;
      await markDays(kpiDays, store, [day]);
      return 1;
    }),
  );
  const marked: number[] = await Promise.all(marks);
  return marked.reduce((sum, count) => sum + count, 0);
}

/** Returns the time since which there may be uncounted events; undefined when a count is due or was just made. */
function uncountedSince(kept: KpiDayDoc | undefined, day: string, now: number): number | undefined {
  if (!kept) return Date.parse(day);
  if (kept.dirtyAt) return undefined;
  const countedAt = kept.countedAt?.getTime() ?? 0;
  return countedAt > now - recentMs ? undefined : Math.max(Date.parse(day), countedAt - maxInsertMs);
}

/** By the index of a store's time axis: at most as many keys as there are bots among the newest events. */
async function hasEvents(events: EventModel, store: string, day: string, from: number): Promise<boolean> {
  const receivedAt = { $gte: new Date(from), $lt: new Date(Date.parse(day) + dayMs) };
  const found = await getDriver(events).findOne(
    { store, receivedAt, bot: false },
    { projection: { _id: 1 } },
  );
  return found !== null;
}
