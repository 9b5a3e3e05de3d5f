import type { DayRange } from '../credits/usage-days.ts';
import { getDriver } from '../mongodb/driver.ts';
import { buildDayRange } from '../validation/day-range.ts';
import { validate } from '../validation/validate.ts';
import type { CostDayDoc, CostDayModel, CostFigures } from './cost-day-model.ts';

/** Costs are read of one account, by provider, or of one provider, by account. */
export type CostSubject = { account: string } | { provider: string };

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

const getOther = (subject: CostSubject) => ('account' in subject ? 'provider' : 'account');

const toFilter = (subject: CostSubject, { from, to }: DayRange) => ({
  ...subject,
  day: { $gte: from, $lte: to },
});

/** Sums the costs of a range of days. @throws ApiError INVALID_INPUT naming `from` or `to` */
export async function sumCosts(
  costDays: CostDayModel,
  subject: CostSubject,
  input: DayRange,
): Promise<Costs> {
  const range = validate(rangeSchema, input);
  const sums = {
    tries: { $sum: '$tries' },
    renders: { $sum: '$renders' },
    credits: { $sum: '$credits' },
    microdollars: { $sum: '$microdollars' },
  };
  const groups = await getDriver(costDays)
    .aggregate<{ _id: string } & CostFigures>([
      { $match: toFilter(subject, range) },
      { $group: { _id: `$${getOther(subject)}`, ...sums } },
    ])
    .toArray();
  const rows = groups
    .map(({ _id: name, ...figures }) => ({ name, ...figures }))
    .sort((p, q) => q.microdollars - p.microdollars || q.renders - p.renders || p.name.localeCompare(q.name));
  return {
    range,
    total: addUp(rows),
    rows: rows.slice(0, maxRows),
    more: Math.max(0, rows.length - maxRows),
  };
}

function addUp(rows: readonly CostFigures[]): CostFigures {
  const total = { tries: 0, renders: 0, credits: 0, microdollars: 0 };
  for (const row of rows) {
    total.tries += row.tries;
    total.renders += row.renders;
    total.credits += row.credits;
    total.microdollars += row.microdollars;
  }
  return total;
}

/** Reads the days themselves, the oldest first. @throws ApiError INVALID_INPUT naming `from` or `to` */
export function readCostDays(
  costDays: CostDayModel,
  subject: CostSubject,
  input: DayRange,
): AsyncIterable<CostDayDoc> {
  const range = validate(rangeSchema, input);
  return costDays.find(toFilter(subject, range)).sort({ day: 1 }).lean<CostDayDoc[]>().cursor();
}
