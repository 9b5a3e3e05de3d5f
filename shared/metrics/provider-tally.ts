import type { Redis } from 'ioredis';
import { daySeconds } from '../time.ts';
import { getMicrodollars, type ProviderCosts, type ProviderTry, toOutcome } from './provider-costs.ts';
import { lastErrorsKey, toErrorKind } from './provider-errors.ts';

/** The tries of one render provider by all workers on one day. */
export interface ProviderDay {
  provider: string;
  /** Tries by how they ended: `ok`, `rejected`, `failed`, `unavailable`, `aborted`, `skipped`. */
  outcomes: Record<string, number>;
  /** Milliseconds of all tries that were not skipped. */
  ms: number;
  /** Estimated with `PROVIDER_COSTS`. */
  dollars: number;
}

export interface TallyLocation {
  prefix: string;
}

const keepSeconds = 3 * daySeconds;

/** One hash a day (UTC): `gemini ok` → count, `gemini ms`, `gemini microdollars`. */
const toKey = ({ prefix }: TallyLocation, nowMs: number) =>
  `${prefix}:providers:${new Date(nowMs).toISOString().slice(0, 10)}`;

/** Adds tries to the day's tally and records failures, so that an operator sees the whole fleet without Prometheus. */
export async function tallyTries(
  connection: Redis,
  location: TallyLocation,
  attempts: readonly ProviderTry[],
  options: { costs: ProviderCosts; nowMs?: number },
): Promise<void> {
  const nowMs = options.nowMs ?? Date.now();
  const key = toKey(location, nowMs);
  const commands = connection.multi();
  for (const [field, count] of sumUp(attempts, options.costs)) commands.hincrby(key, field, count);
  commands.expire(key, keepSeconds);
  const last = lastErrorsKey(location.prefix);
  for (const attempt of attempts) {
    const kind = toErrorKind(attempt);
    if (kind) commands.hset(last, attempt.provider, `${kind} ${nowMs}`).expire(last, keepSeconds);
  }
  await commands.exec();
}

/** Sums up the fields of several tries. */
function sumUp(attempts: readonly ProviderTry[], costs: ProviderCosts): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (field: string, count: number) => sums.set(field, (sums.get(field) ?? 0) + count);
  for (const attempt of attempts) {
    const { provider, ms } = attempt;
    add(`${provider} ${toOutcome(attempt)}`, 1);
    add(`${provider} ms`, Math.round(ms));
    add(`${provider} microdollars`, getMicrodollars(costs, attempt));
  }
  return sums;
}

/** Reads the tally of today (UTC), one entry per provider, by name. @throws the error of Redis. */
export async function readTally(
  connection: Redis,
  location: TallyLocation,
  nowMs: number = Date.now(),
): Promise<ProviderDay[]> {
  const days = new Map<string, ProviderDay>();
  for (const [field, value] of Object.entries(await connection.hgetall(toKey(location, nowMs)))) {
    const [provider = '', what = ''] = field.split(' ');
    const day = days.get(provider) ?? { provider, outcomes: {}, ms: 0, dollars: 0 };
    days.set(provider, day);
    if (what === 'ms') day.ms = Number(value);
    else if (what === 'microdollars') day.dollars = Number(value) / 1_000_000;
    else day.outcomes[what] = Number(value);
  }
  return [...days.values()].sort((one, other) => one.provider.localeCompare(other.provider));
}
