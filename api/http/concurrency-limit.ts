import type { Redis } from 'ioredis';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import type { Logger } from '../../shared/log.ts';

export interface ConcurrencyLimiter {
  /**
   * Acquires one of the key's slots for `ttlMs`; acquiring it again with the same lease id renews it.
   * `inUse` includes this lease when it was allowed.
   * @throws ApiError SERVICE_UNAVAILABLE when Redis does not respond: the limiter fails closed.
   */
  acquire(
    keyId: string,
    leaseId: string,
    limits: { max: number; ttlMs: number },
  ): Promise<{ allowed: boolean; inUse: number }>;
  /**
   * Acquires a slot of each key with one command, or of none.
   * @returns the first key without a free slot; undefined when all were acquired
   * @throws ApiError SERVICE_UNAVAILABLE when Redis does not respond: the limiter fails closed.
   */
  acquireAll(slots: readonly Slot[], leaseId: string, ttlMs: number): Promise<string | undefined>;
  /**
   * Returns how long ago the oldest of the key's slots was acquired, of slots of `ttlMs`; 0 without any.
   * @throws ApiError SERVICE_UNAVAILABLE when Redis does not respond.
   */
  readOldestMs(keyId: string, ttlMs: number): Promise<number>;
  /** The lease ids of the key's slots. @throws ApiError SERVICE_UNAVAILABLE when Redis does not respond. */
  held(keyId: string): Promise<string[]>;
  /** Frees the slot; idempotent. When Redis does not respond, the slot expires after its `ttlMs`. */
  release(keyId: string, leaseId: string): Promise<void>;
}

export interface Slot {
  keyId: string;
  max: number;
}

/*
 * A sorted set per key, lease id → expiry in milliseconds by the clock of Redis, so that the slots of a
 * killed API process are freed. The set itself expires with its last lease.
 */
const acquireScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local inUse = 0
for at, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  inUse = redis.call('ZCARD', key)
  if not redis.call('ZSCORE', key, ARGV[1]) then
    if inUse >= tonumber(ARGV[2 + at]) then return {at, inUse} end
    inUse = inUse + 1
  end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIREAT', key, redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')[2])
end
return {0, inUse}
`;

const oldestScript = `
local time = redis.call('TIME')
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
if not oldest then return 0 end
return time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1] - oldest
`;

/** Limits the concurrent requests of a key. The caller must not use a slot longer than `ttlMs`. */
export function createConcurrencyLimiter(options: {
  connection: Redis;
  prefix: string;
  log: Logger;
}): ConcurrencyLimiter {
  const { connection, prefix } = options;
  const onReleaseError = throttledErrorLog(options.log, 'Concurrency limit');
  const toKey = (keyId: string) => `${prefix}:concurrent:${keyId}`;
  const acquire = async (slots: readonly Slot[], leaseId: string, ttlMs: number) => {
    const keys = slots.map(({ keyId }) => toKey(keyId));
    const limits = slots.map(({ max }) => max);
    const reply = await connection
      .eval(acquireScript, keys.length, ...keys, leaseId, Math.ceil(ttlMs), ...limits)
      .catch((cause: unknown) => {
        throw backendUnavailable(cause);
      });
    const [full, inUse] = reply as [position: number, inUse: number];
    return { full: slots[full - 1]?.keyId, inUse };
  };
  return {
    async acquire(keyId, leaseId, { max, ttlMs }) {
      const { full, inUse } = await acquire([{ keyId, max }], leaseId, ttlMs);
      return { allowed: full === undefined, inUse };
    },
    acquireAll: async (slots, leaseId, ttlMs) => (await acquire(slots, leaseId, ttlMs)).full,
    readOldestMs: async (keyId, ttlMs) => {
      const age = await connection.eval(oldestScript, 1, toKey(keyId), ttlMs).catch((cause: unknown) => {
        throw backendUnavailable(cause);
      });
      return Math.max(0, Number(age));
    },
    held: (keyId) =>
      connection.zrange(toKey(keyId), '0', '-1').catch((cause: unknown) => {
        throw backendUnavailable(cause);
      }),
    async release(keyId, leaseId) {
      await connection.zrem(toKey(keyId), leaseId).catch(onReleaseError);
    },
  };
}
