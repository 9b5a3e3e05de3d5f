import type { DayRange } from '../credits/usage-days.ts';
import { getDriver } from '../mongodb/driver.ts';
import { buildDayRange } from '../validation/day-range.ts';
import { validate } from '../validation/validate.ts';
import type { CostDayDoc, CostDayModel, CostFigures } from './cost-day-model.ts';
import { addFigures, type CostSubject, groupCosts, toCostFilter } from './group-costs.ts';

export interface CostRow extends CostFigures {
  /** The provider, of an account; the account, of a provider. */
  name: string;
}

export interface Costs {
  range: DayRange;
  total: CostFigures;
  /** The most expensive first. */
  rows: CostRow[];
  /** Rows that are only in the total. */
  more: number;
}

const maxRows = 100;
const maxDays = 400;
const rangeSchema = buildDayRange(maxDays);

/** Sums the costs of a range of days. @throws ApiError INVALID_INPUT naming `from` or `to` */
export async function sumCosts(
  costDays: CostDayModel,
  subject: CostSubject,
  input: DayRange,
  now = new Date(),
): Promise<Costs> {
  const range = validate(rangeSchema, input);
  const sums = await groupCosts(costDays, subject, range, now);
  const rows = [...sums]
    .map(([name, figures]) => ({ name, ...figures }))
    .sort((p, q) => q.microdollars - p.microdollars || q.renders - p.renders || p.name.localeCompare(q.name));
  return {
    range,
    total: rows.reduce<CostFigures>(addFigures, { tries: 0, renders: 0, credits: 0, microdollars: 0 }),
    rows: rows.slice(0, maxRows),
    more: Math.max(0, rows.length - maxRows),
  };
}

/** Reads the days themselves, the oldest first. @throws ApiError INVALID_INPUT naming `from` or `to` */
export function readCostDays(
  costDays: CostDayModel,
  subject: CostSubject,
  input: DayRange,
): AsyncIterable<CostDayDoc> {
  const range = validate(rangeSchema, input);
  return getDriver(costDays)
    .find<CostDayDoc>(toCostFilter(subject, range) as object, { batchSize: 1000 })
    .sort({ day: 1 });
}
