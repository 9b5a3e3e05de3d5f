import type { Redis } from 'ioredis';
import pTimeout from 'p-timeout';
import {
  type BreakerPolicy,
  type BreakerState,
  breakerKey,
  breakerPolicy,
  parseBreaker,
} from '../../shared/breaker/breaker-state.ts';
import { redisNowMs } from '../../shared/jobs/redis-clock.ts';
import type { Logger } from '../../shared/log.ts';
import { hourMs } from '../../shared/time.ts';
import { afterOutcome, allowed, askPermit, type Breaker } from './breaker.ts';

/** A state as read, with the time of Redis: machines whose clocks differ must agree on "until". */
interface Reading {
  raw: string;
  nowMs: number;
}

export interface FleetBreaker {
  read(name: string): Promise<Reading>;
  /** Writes `next` if the value is still `raw`; returns false when another process was faster. */
  swap(name: string, raw: string, next: string): Promise<boolean>;
}

/** States that are not written for this time expire, so that a removed provider leaves nothing behind. */
const expireMs = hourMs;

const swapScript = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/** One small string per provider, `PREFIX:breaker:NAME`, changed only by compare-and-set. */
export function createFleetBreaker(redis: Redis, prefix: string): FleetBreaker {
  const getKey = (name: string) => breakerKey(prefix, name);
  return {
    async read(name) {
      const [raw, nowMs] = await Promise.all([redis.get(getKey(name)), redisNowMs(redis)]);
      return { raw: raw ?? '', nowMs };
    },
    async swap(name, raw, next) {
      return (await redis.eval(swapScript, 1, getKey(name), raw, next, expireMs)) === 1;
    },
  };
}

export interface SharedBreakerOptions {
  store: FleetBreaker;
  log: Logger;
  policy?: BreakerPolicy;
  /** Maximum wait for Redis, in milliseconds. */
  timeoutMs?: number;
}

const maxSwaps = 5;

/** How long a breaker that was found closed, without failures, counts as such: many renders share one read. */
const freshMs = 250;

/**
 * Creates the breaker of a fleet. When Redis does not respond in time, every render is allowed: the breaker saves time
 * and must not fail a render.
 */
export function createBreaker({
  store,
  log,
  policy = breakerPolicy,
  timeoutMs = 500,
}: SharedBreakerOptions): Breaker {
  const guarded = async <Result>(work: Promise<Result>, fallback: Result): Promise<Result> => {
    try {
      return await pTimeout(work, { milliseconds: timeoutMs });
    } catch (error) {
      log.warn({ err: error }, 'breaker state cannot be read or written');
      return fallback;
    }
  };
  const healthyUntil = new Map<string, number>();
  const isHealthy = (name: string) => performance.now() < (healthyUntil.get(name) ?? 0);
  const decide = async <Result>(name: string, judge: Judge<Result>) => {
    const { result, state } = await change(store, name, judge);
    if (isUntroubled(state)) healthyUntil.set(name, performance.now() + freshMs);
    else healthyUntil.delete(name);
    return result;
  };
  return {
    async allows(name) {
      if (isHealthy(name)) return allowed;
      const asked = decide(name, (state, nowMs) => {
        const { permit, next } = askPermit(state, nowMs, policy);
        return { result: permit, next };
      });
      return guarded(asked, allowed);
    },
    async record(name, outcome) {
      // It would find nothing to change.
      if (outcome === 'alive' && isHealthy(name)) return;
      const recorded = decide(name, (state, nowMs) => {
        const next = afterOutcome(state, outcome, nowMs, policy);
        if (next.trips > state.trips) log.warn({ provider: name, trips: next.trips }, 'breaker opened');
        return { result: undefined, next };
      });
      await guarded(recorded, undefined);
    },
  };
}

const isUntroubled = ({ failures, openUntil }: BreakerState) => failures === 0 && openUntil === 0;

type Judge<Result> = (state: BreakerState, nowMs: number) => { result: Result; next: BreakerState };

/**
 * Reads, decides and swaps until no other process was faster; after five rounds the decision is not written. Returns
 * the new state too.
 */
async function change<Result>(
  store: FleetBreaker,
  name: string,
  judge: Judge<Result>,
): Promise<{ result: Result; state: BreakerState }> {
  for (let round = 1; ; round++) {
    const { raw, nowMs } = await store.read(name);
    const state = parseBreaker(raw);
    const { result, next } = judge(state, nowMs);
    if (next === state || round === maxSwaps) return { result, state };
    if (await store.swap(name, raw, JSON.stringify(next))) return { result, state: next };
  }
}
