import { invalidInput } from '../errors.ts';
import { addRevenue, type KpiCounters, kpiNames, noKpis, type RevenueByCurrency } from './counters.ts';
import type { KpiDayDoc, KpiDayModel } from './kpi-model.ts';

export type KpiFigures = KpiCounters & {
  /** Converted sessions ÷ sessions; null without sessions. */
  conversion: number | null;
  /** Minor units. */
  revenue: RevenueByCurrency;
};

export interface Kpis {
  total: KpiFigures;
  /** Days with events or orders only, oldest first. */
  days: ({ day: string } & KpiFigures)[];
}

const mostDays = 3660;
const dayPattern = /^\d{4}-\d\d-\d\d$/;

/**
 * The KPIs of a store from one day to another, both included, UTC: one small document a day.
 * @throws ApiError INVALID_INPUT naming `from` or `to`.
 */
export async function readKpis(
  kpiDays: KpiDayModel,
  store: string,
  range: { from: string; to: string },
): Promise<Kpis> {
  for (const name of ['from', 'to'] as const) {
    const valid = dayPattern.test(range[name]) && !Number.isNaN(Date.parse(range[name]));
    if (!valid) throw invalidInput(name, 'must be a day such as 2026-01-31.');
  }
  const found = await kpiDays
    .find({ store, day: { $gte: range.from, $lte: range.to } })
    .sort({ day: 1 })
    .limit(mostDays)
    .lean<KpiDayDoc[]>();
  const days = found.map(({ day, counters, revenue }) => ({
    day,
    ...figures({ ...noKpis(), ...counters }, revenue ?? {}),
  }));
  const total = noKpis();
  const revenue: RevenueByCurrency = {};
  for (const day of days) {
    for (const name of kpiNames) total[name] += day[name];
    addRevenue(revenue, day.revenue);
  }
  return { total: figures(total, revenue), days };
}

function figures(counters: KpiCounters, revenue: RevenueByCurrency): KpiFigures {
  const { sessions, convertedSessions } = counters;
  return { ...counters, conversion: sessions === 0 ? null : convertedSessions / sessions, revenue };
}
