import { dayMs } from '../time.ts';
import { type KpiDayDoc, type KpiDayModel, toDay } from './kpi-model.ts';

/** Looks are listed for about as long as their links are open. */
const countedDays = 400;

/** Reads how often the shared looks of a store were opened, by short id, as far as their days have counted them. */
export async function readLookOpens(
  kpiDays: KpiDayModel,
  store: string,
  now = Date.now(),
): Promise<Map<string, number>> {
  const from = toDay(new Date(now - countedDays * dayMs));
  const days = await kpiDays
    .find({ store, day: { $gte: from } }, { 'top.looks': 1 })
    .limit(countedDays + 1)
    .lean<Pick<KpiDayDoc, 'top'>[]>();
  const opens = new Map<string, number>();
  for (const { shortId, opens: more } of days.flatMap(({ top }) => top?.looks ?? []))
    opens.set(shortId, (opens.get(shortId) ?? 0) + more);
  return opens;
}
