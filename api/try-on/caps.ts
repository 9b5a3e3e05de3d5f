import type { Redis } from 'ioredis';
import type { Database } from '../../shared/database/database.ts';
import { createExpiringCache } from '../../shared/expiring-cache.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import type { StoreCaps } from '../../shared/stores/store-settings.ts';
import { daySeconds, minuteMs } from '../../shared/time.ts';
import { type CapCounter, type CapName, type CapSubject, countersFor, ownCounter } from './cap-counters.ts';

export interface DailyCaps {
  /** Counts a render of today (UTC) in every counter of its subject, or in none; returns the cap that is reached, if any. */
  reserve(subject: CapSubject, caps: StoreCaps, renderId: string): Promise<CapName | undefined>;
  /** Takes back a reservation whose render was not accepted, or for which no provider was called; idempotent. */
  giveBack(subject: CapSubject, renderId: string): Promise<void>;
  /** Gives the place of a cancelled render to another; it stays among those that were started. Idempotent. */
  release(subject: CapSubject, renderId: string): Promise<void>;
  /** Returns how many renders a visitor can still start today (UTC), or of a free second attempt whether it is there: 1 or 0. */
  getOwnLeft(
    subject: Pick<CapSubject, 'store' | 'visitor' | 'secondOf'>,
    caps: Pick<StoreCaps, 'perVisitor'>,
  ): Promise<number>;
  /** Returns the number of today's renders (UTC) that count for a store. */
  getCount(store: string): Promise<number>;
  /** Returns the number of today's renders (UTC) that each cap has refused to a store's shoppers. */
  getRefusals(store: string): Promise<Partial<Record<CapName, number>>>;
  /** The cap that the next render would exceed, if any. */
  reached(subject: CapSubject, caps: StoreCaps): Promise<CapName | undefined>;
}

/**
 * Renders that may be started for each one that a cap allows. A cancelled or failed render gives its place back, but a
 * provider may have worked for it: without this bound, one address could start and cancel all day.
 */
const startsPerPlace = 4;

const startedSuffix = ':started';
const refusedSuffix = ':refused';
const keepSeconds = 2 * daySeconds;

/*
 * Per counter two sorted sets, render id → time of its reservation: of the places, and of all that was started. Sets
 * instead of counters, so that a retried reservation counts once, and so that renders which ended without a charge
 * are found and leave their places. ARGV: id, time, a limit for each key (-1: none).
 */
const reserveScript = `
for at, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[at + 2])
  local counted = limit < 0 or redis.call('ZSCORE', key, ARGV[1])
  if not counted and redis.call('ZCARD', key) >= limit then return at end
end
for at, key in ipairs(KEYS) do
  if tonumber(ARGV[at + 2]) >= 0 then
    redis.call('ZADD', key, ARGV[2], ARGV[1])
    redis.call('EXPIRE', key, ${keepSeconds})
  end
end
return 0
`;

/** A reservation this old without a render document belongs to an API process that died: no request lasts as long. */
const abandonedMs = 6 * minuteMs;
const pageSize = 1000;

/** Minimum interval between two comparisons of one full set with its renders. */
const compareEveryMs = 500;

/**
 * Counts renders that were or may be charged. Those that failed, were cancelled, expired or refunded are removed lazily
 * when a cap is reached, so no code path has to decrement.
 */
export function createDailyCaps(dependencies: {
  connection: Redis;
  prefix: string;
  renders: Database['renders'];
  now?: () => number;
}): DailyCaps {
  const { connection, prefix, renders, now = Date.now } = dependencies;

  const storeKey = (store: string, period: CapCounter['period'] = 'day'): string => {
    const length = { day: 'YYYY-MM-DD', hour: 'YYYY-MM-DDTHH', once: '' }[period].length;
    return `${prefix}:try-on:${new Date(now()).toISOString().slice(0, length)}:${store}`;
  };
  const getPlaces = (counters: CapCounter[], store: string): string[] =>
    counters.map(
      ({ id, period }) => `${storeKey(store, period)}:${sha256Hex(`${store} ${id}`).slice(0, 24)}`,
    );
  const toKeys = (counters: CapCounter[], store: string): string[] => {
    const places = getPlaces(counters, store);
    return [...places, ...places.map((key) => key + startedSuffix)];
  };

  const removeUncounted = async (key: string): Promise<void> => {
    const isUncounted = key.endsWith(startedSuffix) ? reachedNoProvider : isUncharged;
    for (let start = 0; ; start += pageSize) {
      const page = await connection.zrange(key, String(start), String(start + pageSize - 1), 'WITHSCORES');
      const reserved = Array.from({ length: page.length / 2 }, (_, at) => ({
        id: page[at * 2]!,
        at: Number(page[at * 2 + 1]),
      }));
      const found = await findRenders(renders, reserved);
      const abandonedBefore = now() - abandonedMs;
      const uncounted = reserved.filter(({ id, at }) => isUncounted(found.get(id), at < abandonedBefore));
      if (uncounted.length > 0) await connection.zrem(key, ...uncounted.map(({ id }) => id));
      start -= uncounted.length;
      if (reserved.length < pageSize) return;
    }
  };
  const compared = createExpiringCache({ load: removeUncounted, ttlMs: compareEveryMs, max: 10_000, now });

  const reachedNow = async (keys: string[], counters: CapCounter[]): Promise<number> => {
    const counts = await Promise.all(keys.map((key) => connection.zcard(key)));
    return getLimits(counters).findIndex((limit, at) => limit >= 0 && counts[at]! >= limit);
  };
  const orUnavailable = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((cause: unknown) => {
      throw backendUnavailable(cause);
    });

  const reserveOnce = async (keys: string[], counters: CapCounter[], renderId: string): Promise<number> => {
    const limits = getLimits(counters);
    const reply = await connection.eval(reserveScript, keys.length, ...keys, renderId, now(), ...limits);
    return Number(reply) - 1;
  };
  const noteRefusal = async (store: string, cap: CapName): Promise<void> => {
    const key = storeKey(store) + refusedSuffix;
    await connection.multi().hincrby(key, cap, 1).expire(key, keepSeconds).exec();
  };

  const retried = async (
    keys: string[],
    counters: CapCounter[],
    attempt: () => Promise<number>,
  ): Promise<CapName | undefined> => {
    // Each may be full of renders that no longer count.
    for (let turn = 0; turn < keys.length; turn += 1) {
      const at = await attempt();
      if (at < 0) return undefined;
      await compared.get(keys[at]!);
    }
    const at = await attempt();
    return at < 0 ? undefined : counters[at % counters.length]!.name;
  };
  const removeFrom = async (keys: string[], renderId: string): Promise<void> => {
    await orUnavailable(Promise.all(keys.map((key) => connection.zrem(key, renderId))));
  };

  const everyCounter = (subject: CapSubject) => countersFor(subject, noCaps);
  return {
    reserve: async (subject, caps, renderId) => {
      const counters = countersFor(subject, caps);
      const keys = toKeys(counters, subject.store);
      const cap = await orUnavailable(retried(keys, counters, () => reserveOnce(keys, counters, renderId)));
      if (cap) await orUnavailable(noteRefusal(subject.store, cap));
      return cap;
    },
    giveBack: (subject, renderId) => removeFrom(toKeys(everyCounter(subject), subject.store), renderId),
    release: (subject, renderId) => removeFrom(getPlaces(everyCounter(subject), subject.store), renderId),
    getOwnLeft: async (subject, caps) => {
      const counters = [ownCounter(subject, caps)];
      const keys = toKeys(counters, subject.store);
      const counts = await orUnavailable(
        // Not as of half a second ago: a render that has just failed has given its place back.
        Promise.all(keys.map((key) => removeUncounted(key).then(() => connection.zcard(key)))),
      );
      return Math.max(0, Math.min(...getLimits(counters).map((limit, at) => limit - counts[at]!)));
    },
    getCount: (store) => {
      const [key] = getPlaces([{ name: 'perStore', id: 'all', period: 'day', max: 0 }], store);
      return orUnavailable(removeUncounted(key!).then(() => connection.zcard(key!)));
    },
    getRefusals: async (store) => {
      const counts = await orUnavailable(connection.hgetall(storeKey(store) + refusedSuffix));
      return Object.fromEntries(Object.entries(counts).map(([cap, count]) => [cap, Number(count)]));
    },
    reached: (subject, caps) => {
      const counters = countersFor(subject, caps);
      const keys = toKeys(counters, subject.store);
      return orUnavailable(retried(keys, counters, () => reachedNow(keys, counters)));
    },
  };
}

/** For what depends on no maximum. */
const noCaps: StoreCaps = { perVisitor: 0, perAddress: 0, perStore: 0 };

/** Of the places first, then of what was started, as `toKeys`; -1 where the subject is not bounded. */
function getLimits(counters: CapCounter[]): number[] {
  const places = counters.map(({ max }) => (max === Infinity ? -1 : max));
  return [...places, ...places.map((max) => (max < 0 ? max : max * startsPerPlace))];
}

async function findRenders(
  renders: Database['renders'],
  reserved: { id: string }[],
): Promise<Map<string, RenderDoc>> {
  const ids = reserved.map(({ id }) => id);
  const found = await renders
    .find({ _id: { $in: ids } }, { state: 1, refund: 1, fence: 1 })
    .lean<RenderDoc[]>();
  return new Map(found.map((render) => [render._id, render]));
}

/** Returns true if the render is missing or will never be charged. */
function isUncharged(render: RenderDoc | undefined, abandoned: boolean): boolean {
  if (!render) return abandoned;
  return isTerminal(render.state) && (render.state !== 'succeeded' || render.refund !== undefined);
}

/**
 * Returns true if the render was never accepted, or ended before a worker claimed it: no provider has worked for it.
 */
function reachedNoProvider(render: RenderDoc | undefined, abandoned: boolean): boolean {
  return render ? isTerminal(render.state) && render.fence === 0 : abandoned;
}
