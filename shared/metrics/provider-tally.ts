import type { Redis } from 'ioredis';
import { daySeconds } from '../time.ts';
import { getCost, type ProviderCosts, type ProviderTry, toOutcome } from './provider-costs.ts';
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

/** Adds a try to the day's tally and records its failure, so that an operator sees the whole fleet without Prometheus. */
export async function tallyTry(
  connection: Redis,
  location: TallyLocation,
  attempt: ProviderTry,
  options: { costs: ProviderCosts; nowMs?: number },
): Promise<void> {
  const { provider, ms } = attempt;
  const nowMs = options.nowMs ?? Date.now();
  const key = toKey(location, nowMs);
  const microdollars = Math.round(getCost(options.costs, attempt) * 1_000_000);
  const commands = connection
    .multi()
    .hincrby(key, `${provider} ${toOutcome(attempt)}`, 1)
    .hincrby(key, `${provider} ms`, Math.round(ms))
    .hincrby(key, `${provider} microdollars`, microdollars)
    .expire(key, keepSeconds);
  const kind = toErrorKind(attempt);
  if (kind) {
    const last = lastErrorsKey(location.prefix);
    commands.hset(last, provider, `${kind} ${nowMs}`).expire(last, keepSeconds);
  }
  await commands.exec();
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
