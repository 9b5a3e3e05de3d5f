import type { Redis } from 'ioredis';
import type { Database } from '../../shared/database/database.ts';
import { createExpiringCache } from '../../shared/expiring-cache.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import type { StoreCaps } from '../../shared/stores/store-settings.ts';
import { dayMs, minuteMs } from '../../shared/time.ts';

/** Who a try-on counts for. */
export interface CapSubject {
  store: string;
  visitor: string;
  /** As `clientAddress` returns it. */
  address: string;
}

/** The caps in the order in which they are checked. */
const capNames = ['perVisitor', 'perAddress', 'perStore'] as const satisfies (keyof StoreCaps)[];
export type CapName = (typeof capNames)[number];

export interface DailyCaps {
  /** Counts a render of today (UTC) for all three, or for none; returns the cap that is reached, if any. */
  reserve(subject: CapSubject, caps: StoreCaps, renderId: string): Promise<CapName | undefined>;
  /** Takes back a reservation whose render was not accepted; idempotent. */
  giveBack(subject: CapSubject, renderId: string): Promise<void>;
  /** Gives the place of a cancelled render to another; it stays among those that were started. Idempotent. */
  release(subject: CapSubject, renderId: string): Promise<void>;
  /** How many renders of today (UTC) count for a store. */
  countOf(store: string): Promise<number>;
  /** The cap that the next render would exceed, if any. */
  reached(subject: CapSubject, caps: StoreCaps): Promise<CapName | undefined>;
}

/**
 * Renders of a day that may be started for each one that a cap allows. A cancelled or failed render gives its place
 * back, but a provider may have worked for it: without this bound, one address could start and cancel all day.
 */
const startsPerPlace = 4;

/*
 * Per day and subject two sorted sets, render id → time of its reservation: of the places, and of all that was
 * started. Sets instead of counters, so that a repeated reservation counts once, and so that renders which ended
 * without a charge are found and leave their places.
 */
const reserveScript = `
for at = 1, 6 do
  local counted = redis.call('ZSCORE', KEYS[at], ARGV[1])
  if not counted and redis.call('ZCARD', KEYS[at]) >= tonumber(ARGV[at + 2]) then return at end
end
for at = 1, 6 do
  redis.call('ZADD', KEYS[at], ARGV[2], ARGV[1])
  redis.call('EXPIRE', KEYS[at], 172800)
end
return 0
`;

/** A reservation this old without a render document belongs to an API process that died: no request lasts as long. */
const abandonedMs = 6 * minuteMs;
const pageSize = 1000;

const startedSuffix = ':started';

/** How often one full set is compared with its renders, at most. */
const compareEveryMs = 500;

/**
 * What is counted is what was charged or may still be: a render that failed, was cancelled, expired or refunded
 * is taken out when its cap is reached, by its document. So no ending of a render has to give anything back.
 */
export function createDailyCaps(dependencies: {
  connection: Redis;
  prefix: string;
  renders: Database['renders'];
  now?: () => number;
}): DailyCaps {
  const { connection, prefix, renders, now = Date.now } = dependencies;

  const storeKey = (store: string): string =>
    `${prefix}:try-on:${new Date(now()).toISOString().slice(0, 10)}:${store}`;
  /** In the order of `capNames`. */
  const placesOf = ({ store, visitor, address }: CapSubject): string[] => {
    const start = storeKey(store);
    return [`${start}:v:${visitor}`, `${start}:a:${sha256Hex(`${store} ${address}`).slice(0, 24)}`, start];
  };
  const keysOf = (subject: CapSubject): string[] => {
    const places = placesOf(subject);
    return [...places, ...places.map((key) => key + startedSuffix)];
  };

  const removeUncounted = async (key: string): Promise<void> => {
    const isUncounted = key.endsWith(startedSuffix) ? wasNeverAccepted : isUncharged;
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

  const reachedNow = async (keys: string[], caps: StoreCaps): Promise<number> => {
    const counts = await Promise.all(keys.map((key) => connection.zcard(key)));
    return limitsOf(caps).findIndex((limit, at) => counts[at]! >= limit);
  };
  const orUnavailable = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((cause: unknown) => {
      throw backendUnavailable(cause);
    });

  const reserveOnce = async (keys: string[], caps: StoreCaps, renderId: string): Promise<number> => {
    const reply = await connection.eval(reserveScript, 6, ...keys, renderId, now(), ...limitsOf(caps));
    return Number(reply) - 1;
  };

  const retried = async (keys: string[], attempt: () => Promise<number>): Promise<CapName | undefined> => {
    // Each may be full of renders that do not count any more.
    for (let turn = 0; turn < keys.length; turn += 1) {
      const at = await attempt();
      if (at < 0) return undefined;
      await compared.get(keys[at]!);
    }
    const at = await attempt();
    return at < 0 ? undefined : capNames[at % capNames.length];
  };
  const removeFrom = async (keys: string[], renderId: string): Promise<void> => {
    await orUnavailable(Promise.all(keys.map((key) => connection.zrem(key, renderId))));
  };

  return {
    reserve: (subject, caps, renderId) => {
      const keys = keysOf(subject);
      return orUnavailable(retried(keys, () => reserveOnce(keys, caps, renderId)));
    },
    giveBack: (subject, renderId) => removeFrom(keysOf(subject), renderId),
    release: (subject, renderId) => removeFrom(placesOf(subject), renderId),
    countOf: (store) => {
      const key = storeKey(store);
      return orUnavailable(removeUncounted(key).then(() => connection.zcard(key)));
    },
    reached: (subject, caps) => {
      const keys = keysOf(subject);
      return orUnavailable(retried(keys, () => reachedNow(keys, caps)));
    },
  };
}

/** Of the places first, then of what was started, as `keysOf`. */
function limitsOf(caps: StoreCaps): number[] {
  const places = capNames.map((name) => caps[name]);
  return [...places, ...places.map((max) => max * startsPerPlace)];
}

async function findRenders(
  renders: Database['renders'],
  reserved: { id: string }[],
): Promise<Map<string, RenderDoc>> {
  const ids = reserved.map(({ id }) => id);
  const found = await renders.find({ _id: { $in: ids } }, { state: 1, refund: 1 }).lean<RenderDoc[]>();
  return new Map(found.map((render) => [render._id, render]));
}

/** Whether a reservation's render does not exist, or cost nothing and never will. */
function isUncharged(render: RenderDoc | undefined, abandoned: boolean): boolean {
  if (!render) return abandoned;
  return isTerminal(render.state) && (render.state !== 'succeeded' || render.refund !== undefined);
}

const wasNeverAccepted = (render: RenderDoc | undefined, abandoned: boolean) => !render && abandoned;

/** Seconds until the day of the caps ends. */
export function secondsToNextDay(now: number = Date.now()): number {
  return Math.ceil((dayMs - (now % dayMs)) / 1000);
}
