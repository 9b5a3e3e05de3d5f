import { LRUCache } from 'lru-cache';
import { getDriver } from '../mongodb/driver.ts';
import { dayMs, hourMs } from '../time.ts';
import { toDay } from './daily-starts.ts';
import type { LedgerKind, LedgerModel } from './ledger-model.ts';

/** Movements of one kind by one key on one day (UTC). */
export interface UsageRow {
  day: string;
  kind: LedgerKind;
  /** Of the API key, or `store:{slug}` for try-ons; absent for grants, and for movements before keys were noted. */
  keyId?: string;
  credits: number;
}

/** Both included; as `2026-11-22`. */
export interface DayRange {
  from: string;
  to: string;
}

/** Returns the last `days` days up to today. */
export function lastDays(days: number, now = new Date()): DayRange {
  return { from: toDay(new Date(now.getTime() - (days - 1) * dayMs)), to: toDay(now) };
}

/** Returns every day of a range. */
export function listDays({ from, to }: DayRange): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) days.push(toDay(new Date(at)));
  return days;
}

/** Sums from the start of a day up to a moment behind which no movement is written. */
interface Settled {
  from: string;
  until: Date;
  rows: UsageRow[];
}

/** The sums of one account that do not change. */
interface KnownSums {
  days: Map<string, UsageRow[]>;
  /** Of the days after these. */
  settled?: Settled;
}

/** Those of the accounts that were read last. */
type EndedDays = LRUCache<string, KnownSums>;
const maxAccounts = 500;
/** Earlier days are summed each time. */
const keptDays = 400;
/** A movement may be written this long after its time: a refund is retried until the database responds. */
const endedAfterMs = hourMs;
const endedByLedger = new WeakMap<LedgerModel, EndedDays>();

/**
 * Sums the movements of an account by day, kind and key. The ledger only grows: what is older than an hour is summed
 * once, but for the rest of a day.
 */
export async function readUsageDays(
  ledger: LedgerModel,
  account: string,
  range: DayRange,
  now = new Date(),
): Promise<UsageRow[]> {
  const ended = endedByLedger.get(ledger) ?? new LRUCache({ max: maxAccounts });
  endedByLedger.set(ledger, ended);
  const known: KnownSums = ended.get(account) ?? { days: new Map() };
  ended.set(account, known);
  const days = listDays(range);
  const from = days.find((day) => !known.days.has(day));
  const rows = from === undefined ? [] : await sumFrom({ ledger, account, known }, { ...range, from }, now);
  const kept = { from: lastDays(keptDays, now).from, to: toDay(new Date(now.getTime() - endedAfterMs)) };
  return days.flatMap((day) => {
    const ofDay = known.days.get(day) ?? rows.filter((row) => row.day === day);
    if (day >= kept.from && day < kept.to) known.days.set(day, ofDay);
    return ofDay;
  });
}

interface Sums {
  ledger: LedgerModel;
  account: string;
  known: KnownSums;
}

/** Sums the days from one on; up to an hour ago only what was not summed by the call before. */
async function sumFrom({ ledger, account, known }: Sums, range: DayRange, now: Date): Promise<UsageRow[]> {
  const end = new Date(Date.parse(range.to) + dayMs);
  const before = known.settled?.from === range.from ? known.settled : undefined;
  const until = new Date(Math.min(now.getTime() - endedAfterMs, end.getTime()));
  const start = before?.until ?? new Date(range.from);
  if (until <= start) return addRows(before?.rows ?? [], await sumBetween(ledger, account, [start, end]));
  const [older, newer] = await Promise.all([
    sumBetween(ledger, account, [start, until]),
    sumBetween(ledger, account, [until, end]),
  ]);
  const rows = addRows(before?.rows ?? [], older);
  known.settled = { from: range.from, until, rows };
  return addRows(rows, newer);
}

/** Adds rows of the same day, kind and key. */
function addRows(some: readonly UsageRow[], others: readonly UsageRow[]): UsageRow[] {
  const sums = new Map<string, UsageRow>();
  for (const row of [...some, ...others]) {
    const name = `${row.day} ${row.kind} ${row.keyId ?? ''}`;
    sums.set(name, { ...row, credits: row.credits + (sums.get(name)?.credits ?? 0) });
  }
  return [...sums.values()];
}

async function sumBetween(
  ledger: LedgerModel,
  account: string,
  [from, to]: readonly [Date, Date],
): Promise<UsageRow[]> {
  const at = { $gte: from, $lt: to };
  const day = { $dateToString: { date: '$at', format: '%Y-%m-%d' } };
  const groups = await getDriver(ledger)
    .aggregate<{ _id: Omit<UsageRow, 'credits'>; credits: number }>([
      { $match: { account, at } },
      { $group: { _id: { day, kind: '$kind', keyId: '$keyId' }, credits: { $sum: '$amount' } } },
    ])
    .toArray();
  return groups.map(({ _id: { keyId, ...group }, credits }) => ({
    ...group,
    ...(keyId ? { keyId } : {}),
    credits,
  }));
}

/** Net credits that were charged: captures less refunds. */
export function countCharged(rows: readonly Pick<UsageRow, 'kind' | 'credits'>[]): number {
  const sign = { capture: 1, refund: -1, grant: 0, release: 0, reversal: 0 } as const;
  return rows.reduce((sum, { kind, credits }) => sum + sign[kind] * credits, 0);
}

export interface Forecast {
  /** Credits a day, on average of the last days. */
  perDay: number;
  /** Whole days until none is left at that rate; absent without use. */
  daysLeft?: number;
}

const forecastDays = 7;

/** Returns how long the credits last at the rate of the last seven days, today included. */
export function forecastCredits(available: number, rows: readonly UsageRow[], now = new Date()): Forecast {
  const { from } = lastDays(forecastDays, now);
  const perDay = Math.max(0, countCharged(rows.filter(({ day }) => day >= from))) / forecastDays;
  if (perDay === 0) return { perDay };
  return { perDay: Math.round(perDay * 10) / 10, daysLeft: Math.floor(available / perDay) };
}
