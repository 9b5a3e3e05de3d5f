import { dayMs } from '../time.ts';
import { type KpiDayModel, toDay } from './kpi-model.ts';
import { type KpiFigures, type KpiRange, type Kpis, readFigures, readKpis } from './read-kpis.ts';

export interface KpiOverview extends Kpis {
  range: KpiRange;
  /** In `range`. */
  length: number;
  /** Total of as many days just before it. */
  before: KpiFigures;
}

/**
 * Reads the KPIs of a range, and the total of the range before it.
 * @throws ApiError INVALID_INPUT naming `from` or `to`.
 */
export async function readOverview(
  kpiDays: KpiDayModel,
  store: string,
  range: KpiRange,
): Promise<KpiOverview> {
  const kpis = await readKpis(kpiDays, store, range);
  const from = Date.parse(range.from);
  const length = Math.round((Date.parse(range.to) - from) / dayMs) + 1;
  const earlier = { from: toDay(new Date(from - length * dayMs)), to: toDay(new Date(from - dayMs)) };
  const { total: before } = await readFigures(kpiDays, store, earlier);
  return { ...kpis, range, length, before };
}
