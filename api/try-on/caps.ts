import type { Redis } from 'ioredis';
import type { Database } from '../../shared/database/database.ts';
import { createExpiringCache } from '../../shared/expiring-cache.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import type { StoreCaps } from '../../shared/stores/store-settings.ts';
import { dayMs } from '../../shared/time.ts';

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
  /** How many renders of today (UTC) count for a store. */
  countOf(store: string): Promise<number>;
  /** The cap that the next render would exceed, if any. */
  reached(subject: CapSubject, caps: StoreCaps): Promise<CapName | undefined>;
}

/*
 * Per day and subject a sorted set: render id → time of its reservation. A set instead of a counter, so that a
 * repeated reservation counts once, and so that renders which ended without a charge are found and removed.
 */
const reserveScript = `
for at = 1, 3 do
  local counted = redis.call('ZSCORE', KEYS[at], ARGV[1])
  if not counted and redis.call('ZCARD', KEYS[at]) >= tonumber(ARGV[at + 2]) then return at end
end
for at = 1, 3 do
  redis.call('ZADD', KEYS[at], ARGV[2], ARGV[1])
  redis.call('EXPIRE', KEYS[at], 172800)
end
return 0
`;

/** A reservation this old without a render document belongs to an API process that died. */
const abandonedMs = 60_000;
const pageSize = 1000;

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
  const keysOf = ({ store, visitor, address }: CapSubject): string[] => {
    const start = storeKey(store);
    return [`${start}:v:${visitor}`, `${start}:a:${sha256Hex(`${store} ${address}`).slice(0, 24)}`, start];
  };

  const removeUncharged = async (key: string): Promise<void> => {
    for (let start = 0; ; start += pageSize) {
      const page = await connection.zrange(key, String(start), String(start + pageSize - 1), 'WITHSCORES');
      const reserved = Array.from({ length: page.length / 2 }, (_, at) => ({
        id: page[at * 2]!,
        at: Number(page[at * 2 + 1]),
      }));
      const uncharged = await unchargedOf(renders, reserved, now() - abandonedMs);
      if (uncharged.length > 0) await connection.zrem(key, ...uncharged);
      start -= uncharged.length;
      if (reserved.length < pageSize) return;
    }
  };
  const compared = createExpiringCache({ load: removeUncharged, ttlMs: compareEveryMs, max: 10_000, now });

  const reachedNow = async (keys: string[], caps: StoreCaps): Promise<number> => {
    const counts = await Promise.all(keys.map((key) => connection.zcard(key)));
    return counts.findIndex((count, at) => count >= caps[capNames[at]!]);
  };
  const orUnavailable = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((cause: unknown) => {
      throw backendUnavailable(cause);
    });

  const reserveOnce = async (keys: string[], caps: StoreCaps, renderId: string): Promise<number> => {
    const limits = capNames.map((name) => caps[name]);
    const reply = await connection.eval(reserveScript, 3, ...keys, renderId, now(), ...limits);
    return Number(reply) - 1;
  };

  const retried = async (keys: string[], attempt: () => Promise<number>): Promise<CapName | undefined> => {
    // Each of the three may be full of renders that were not charged.
    for (let turn = 0; turn < capNames.length; turn += 1) {
      const at = await attempt();
      if (at < 0) return undefined;
      await compared.get(keys[at]!);
    }
    const at = await attempt();
    return at < 0 ? undefined : capNames[at];
  };

  return {
    reserve: (subject, caps, renderId) => {
      const keys = keysOf(subject);
      return orUnavailable(retried(keys, () => reserveOnce(keys, caps, renderId)));
    },
    giveBack: async (subject, renderId) => {
      await orUnavailable(Promise.all(keysOf(subject).map((key) => connection.zrem(key, renderId))));
    },
    countOf: (store) => {
      const key = storeKey(store);
      return orUnavailable(removeUncharged(key).then(() => connection.zcard(key)));
    },
    reached: (subject, caps) => {
      const keys = keysOf(subject);
      return orUnavailable(retried(keys, () => reachedNow(keys, caps)));
    },
  };
}

/** Those of the reservations whose renders cost nothing and never will. */
async function unchargedOf(
  renders: Database['renders'],
  reserved: { id: string; at: number }[],
  abandonedBefore: number,
): Promise<string[]> {
  const ids = reserved.map(({ id }) => id);
  const found = await renders.find({ _id: { $in: ids } }, { state: 1, refund: 1 }).lean<RenderDoc[]>();
  const byId = new Map(found.map((render) => [render._id, render]));
  const isUncharged = ({ id, at }: { id: string; at: number }) => {
    const render = byId.get(id);
    if (!render) return at < abandonedBefore;
    return isTerminal(render.state) && (render.state !== 'succeeded' || render.refund !== undefined);
  };
  return reserved.filter(isUncharged).map(({ id }) => id);
}

/** Seconds until the day of the caps ends. */
export function secondsToNextDay(now: number = Date.now()): number {
  return Math.ceil((dayMs - (now % dayMs)) / 1000);
}
