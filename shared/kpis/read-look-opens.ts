import { dayMs } from '../time.ts';
import { type KpiDayDoc, type KpiDayModel, toDay } from './kpi-model.ts';

/** Links are open for a shorter time. */
const countedDays = 400;

/**
 * Reads how often the shared looks of a store were opened, by short id, as far as their days have counted them.
 * @param since When the oldest of the looks was shared. The day before counts too: events have the time of a visitor's clock.
 */
export async function readLookOpens(
  kpiDays: KpiDayModel,
  store: string,
  since: Date,
  now = Date.now(),
): Promise<Map<string, number>> {
  const from = toDay(new Date(Math.max(since.getTime() - dayMs, now - countedDays * dayMs)));
  const days = await kpiDays
    .find({ store, day: { $gte: from } }, { 'top.looks': 1 })
    .limit(countedDays + 1)
    .lean<Pick<KpiDayDoc, 'top'>[]>();
  const opens = new Map<string, number>();
  for (const { shortId, opens: more } of days.flatMap(({ top }) => top?.looks ?? []))
    opens.set(shortId, (opens.get(shortId) ?? 0) + more);
  return opens;
}
