import type { EventModel } from '../events/event-model.ts';
import { isDuplicateKey } from '../mongodb/database-errors.ts';
import { getDriver } from '../mongodb/driver.ts';
import type { OrderModel } from '../orders/order-model.ts';
import { dayMs } from '../time.ts';
import { countOrders } from './count-orders.ts';
import { countTopItems } from './count-top-items.ts';
import { eventKpiNames, type KpiCounters, kpiRules, noKpis } from './counters.ts';
import type { FeedbackModel } from './feedback-model.ts';
import { type KpiDayDoc, type KpiDayModel, kpiDayId, toDay } from './kpi-model.ts';
import { toRange } from './to-range.ts';

export interface CountDependencies {
  events: EventModel;
  orders: OrderModel;
  kpiDays: KpiDayModel;
  feedback: FeedbackModel;
}

/** Counts a day of a store from its raw events, without bots. */
export async function countEvents(events: EventModel, store: string, day: string): Promise<KpiCounters> {
  const groups = getDriver(events).aggregate<{ _id: string; events: number; sessions: number }>([
    { $match: { store, receivedAt: toRange(day), bot: false } },
    { $group: { _id: { event: '$event', session: '$sessionId' }, events: { $sum: 1 } } },
    {
      $group: {
        _id: '$_id.event',
        events: { $sum: '$events' },
        sessions: { $sum: { $cond: [{ $eq: ['$_id.session', null] }, 0, 1] } },
      },
    },
  ]);
  const byEvent = new Map<string, { events: number; sessions: number }>();
  for await (const group of groups) byEvent.set(group._id, group);
  const counters = noKpis();
  for (const name of eventKpiNames) {
    const { event, per } = kpiRules[name];
    const group = byEvent.get(event);
    counters[name] = (per === 'event' ? group?.events : group?.sessions) ?? 0;
  }
  return counters;
}

/**
 * Counts a day again from its raw events and orders and saves the result: the only way a counter is
 * written, live or rebuilt. Events that arrive meanwhile mark the day dirty again, and that mark stays. When
 * another count of the day has begun meanwhile, this one is outdated and discarded: a worker that was
 * suspended would otherwise overwrite newer figures.
 */
export async function recountDay(
  { events, orders, kpiDays, feedback }: CountDependencies,
  store: string,
  day: string,
): Promise<void> {
  const _id = kpiDayId(store, day);
  const before = await kpiDays
    .findById(_id, { dirtyAt: 1, countedAt: 1, tookMs: 1 })
    .lean<Pick<KpiDayDoc, 'dirtyAt' | 'countedAt' | 'tookMs'>>();
  const startedAt = Date.now();
  const [counted, { revenue, ...ofOrders }, top] = await Promise.all([
    countEvents(events, store, day),
    countOrders(orders, store, day),
    countTopItems({ events, orders, feedback }, store, day),
  ]);
  const counters = { ...counted, ...ofOrders };
  const tookMs = boundedTook(Date.now() - startedAt, before?.tookMs);
  const { matchedCount, upsertedCount } = await kpiDays
    .updateOne(
      { _id, countedAt: before?.countedAt ?? { $exists: false } },
      { $set: { store, day, counters, revenue, top, tookMs } },
      { upsert: !before },
    )
    .catch(countedByAnother);
  if (matchedCount + upsertedCount === 0 || !before?.dirtyAt) return;
  await kpiDays.updateOne({ _id, dirtyAt: before.dirtyAt }, { $unset: { dirtyAt: 1 } });
}

/** One count that a slow database delayed must not postpone the next by minutes; a long day stays long. */
const boundedTook = (tookMs: number, before = 0): number => Math.min(tookMs, 2 * Math.max(before, 100));

/** Returns true if the day had no document when this count began, and another count has inserted it. */
function countedByAnother(error: unknown): { matchedCount: number; upsertedCount: number } {
  if (!isDuplicateKey(error)) throw error;
  return { matchedCount: 0, upsertedCount: 0 };
}

/** Returns true while all raw events of a day exist: a count of fewer would stay wrong for ever. */
export function isCountable(day: string, retentionDays: number, now = Date.now()): boolean {
  return new Date(`${day}T00:00:00.000Z`).getTime() > now - (retentionDays - 1) * dayMs;
}

/** Rebuilds the days of a store whose raw events all exist; returns how many. */
export async function rebuildDays(
  dependencies: CountDependencies,
  store: string,
  retentionDays: number,
): Promise<number> {
  const known = await dependencies.kpiDays.find({ store }, { day: 1 }).sort({ day: 1 }).limit(4000).lean();
  const days = new Set(known.map(({ day }) => day));
  const oldest = await getDriver(dependencies.events)
    .find({ store })
    .sort({ receivedAt: 1 })
    .limit(1)
    .toArray();
  const firstOrder = await dependencies.orders
    .findOne({ store, day: { $exists: true } }, { day: 1 })
    .sort({ day: 1 })
    .lean<{ day: string }>();
  const start = Math.min(
    oldest[0]?.receivedAt.getTime() ?? Number.POSITIVE_INFINITY,
    Math.max(Date.parse(firstOrder?.day ?? '9999-01-01'), Date.now() - retentionDays * dayMs),
  );
  // From the first day's midnight: from the first event on, the last step could miss today.
  for (let at = start - (start % dayMs); at <= Date.now(); at += dayMs) days.add(toDay(new Date(at)));
  let rebuilt = 0;
  for (const day of days) {
    if (!isCountable(day, retentionDays)) continue;
    await recountDay(dependencies, store, day);
    rebuilt += 1;
  }
  return rebuilt;
}
