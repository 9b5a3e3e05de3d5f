import { type KpiCounters, noKpis } from '../../shared/kpis/counters.ts';
import { type KpiDayDoc, kpiDayId, toDay } from '../../shared/kpis/kpi-model.ts';
import { dayMs } from '../../shared/time.ts';
import type { TestPlatform } from './platform.ts';

/** A day (UTC) before today. */
export const daysAgo = (days: number): string => toDay(new Date(Date.now() - days * dayMs));

/** Saves the counted figures of a day of a store. */
export async function keepFigures(
  { database }: Pick<TestPlatform, 'database'>,
  store: string,
  day: string,
  { counters, ...rest }: { counters: Partial<KpiCounters> } & Pick<KpiDayDoc, 'revenue' | 'top'>,
): Promise<void> {
  const _id = kpiDayId(store, day);
  await database.kpiDays.create({ _id, store, day, counters: { ...noKpis(), ...counters }, ...rest });
}
