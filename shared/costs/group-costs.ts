import { LRUCache } from 'lru-cache';
import { toDay } from '../credits/daily-starts.ts';
import type { DayRange } from '../credits/usage-days.ts';
import { getDriver } from '../mongodb/driver.ts';
import { dayMs, hourMs } from '../time.ts';
import type { CostDayModel, CostFigures } from './cost-day-model.ts';

/** Costs are read of one account, by provider, or of one provider, by account. */
export type CostSubject = { account: string } | { provider: string };

/** By provider, of an account; by account, of a provider. */
export type CostSums = ReadonlyMap<string, CostFigures>;

/** The sums of ended days, of the ranges that were read last. */
type EndedSums = LRUCache<string, Promise<CostSums>>;
const maxRanges = 4;
const endedByModel = new WeakMap<CostDayModel, EndedSums>();

/** A worker notes work for its own day, some seconds later and by its own clock. */
const endedAfterMs = hourMs;

export const toCostFilter = (subject: CostSubject, { from, to }: DayRange) => ({
  ...subject,
  day: { $gte: from, $lte: to },
});

/**
 * Sums the days of a range. Those of a provider that have ended are summed once: with 10,000 accounts a month is 300,000
 * documents, and today 10,000.
 */
export async function groupCosts(
  costDays: CostDayModel,
  subject: CostSubject,
  range: DayRange,
  now: Date,
): Promise<CostSums> {
  const firstOpen = toDay(new Date(now.getTime() - endedAfterMs));
  if ('account' in subject || range.from >= firstOpen) return aggregate(costDays, subject, range);
  if (range.to < firstOpen) return groupEnded(costDays, subject, range);
  const lastEnded = toDay(new Date(Date.parse(firstOpen) - dayMs));
  const [ended, open] = await Promise.all([
    groupEnded(costDays, subject, { from: range.from, to: lastEnded }),
    aggregate(costDays, subject, { from: firstOpen, to: range.to }),
  ]);
  return addSums(ended, open);
}

function groupEnded(costDays: CostDayModel, subject: CostSubject, range: DayRange): Promise<CostSums> {
  const known = endedByModel.get(costDays) ?? new LRUCache({ max: maxRanges, ttl: hourMs });
  endedByModel.set(costDays, known);
  const key = JSON.stringify([subject, range]);
  const sums = known.get(key) ?? aggregate(costDays, subject, range);
  known.set(key, sums, { noUpdateTTL: true });
  sums.catch(() => known.delete(key));
  return sums;
}

async function aggregate(costDays: CostDayModel, subject: CostSubject, range: DayRange): Promise<CostSums> {
  const sums = {
    tries: { $sum: '$tries' },
    renders: { $sum: '$renders' },
    credits: { $sum: '$credits' },
    microdollars: { $sum: '$microdollars' },
  };
  const groups = getDriver(costDays).aggregate<{ _id: string } & CostFigures>(
    [
      { $match: toCostFilter(subject, range) },
      { $group: { _id: `$${'account' in subject ? 'provider' : 'account'}`, ...sums } },
    ],
    { batchSize: 10_000 },
  );
  const rows = await groups.toArray();
  return new Map(rows.map(({ _id, ...figures }) => [_id, figures]));
}

function addSums(some: CostSums, others: CostSums): CostSums {
  const sums = new Map(some);
  for (const [name, figures] of others) {
    const known = sums.get(name);
    sums.set(name, known ? addFigures(known, figures) : figures);
  }
  return sums;
}

export const addFigures = (one: CostFigures, other: CostFigures): CostFigures => ({
  tries: one.tries + other.tries,
  renders: one.renders + other.renders,
  credits: one.credits + other.credits,
  microdollars: one.microdollars + other.microdollars,
});
