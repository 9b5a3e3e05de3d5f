import type { mongo } from 'mongoose';
import { buildDayRange } from '../validation/day-range.ts';
import { validate } from '../validation/validate.ts';
import { addRevenue, type KpiCounters, kpiNames, noKpis, type RevenueByCurrency } from './counters.ts';
import type { KpiDayDoc, KpiDayModel } from './kpi-model.ts';
import { sumTopItems, type TopItems } from './top-items.ts';

export type KpiFigures = KpiCounters & {
  /** Converted sessions ÷ sessions; null without sessions. */
  conversion: number | null;
  /** Minor units. */
  revenue: RevenueByCurrency;
};

/** Days such as `2026-01-31`, both included, UTC. */
export interface KpiRange {
  from: string;
  to: string;
}

export interface Kpis {
  total: KpiFigures;
  /** Days with events or orders only, oldest first. */
  days: ({ day: string } & KpiFigures)[];
  top: TopItems;
}

const maxDays = 3660;

const rangeSchema = buildDayRange(maxDays);

/**
 * Reads the KPIs of a store for a range of days: one small document a day.
 * @throws ApiError INVALID_INPUT naming `from` or `to`.
 */
export async function readKpis(kpiDays: KpiDayModel, store: string, range: KpiRange): Promise<Kpis> {
  const found = await findDays(kpiDays, store, range);
  return { ...sumFigures(found), top: sumTopItems(found.map((day) => day.top)) };
}

/**
 * Reads the figures without the top items, which are most of a day's document.
 * @throws ApiError INVALID_INPUT naming `from` or `to`.
 */
export async function readFigures(
  kpiDays: KpiDayModel,
  store: string,
  range: KpiRange,
): Promise<Omit<Kpis, 'top'>> {
  return sumFigures(await findDays(kpiDays, store, range, { day: 1, counters: 1, revenue: 1 }));
}

async function findDays(
  kpiDays: KpiDayModel,
  store: string,
  input: KpiRange,
  fields: mongo.Document = {},
): Promise<KpiDayDoc[]> {
  const range = validate(rangeSchema, input);
  return kpiDays
    .find({ store, day: { $gte: range.from, $lte: range.to } }, fields)
    .sort({ day: 1 })
    .limit(maxDays)
    .lean<KpiDayDoc[]>();
}

function sumFigures(found: readonly KpiDayDoc[]): Omit<Kpis, 'top'> {
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
