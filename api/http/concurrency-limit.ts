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
   * Returns how long ago the oldest of the key's slots was acquired, of slots of `ttlMs`; 0 without any.
   * @throws ApiError SERVICE_UNAVAILABLE when Redis does not respond.
   */
  readOldestMs(keyId: string, ttlMs: number): Promise<number>;
  /** The lease ids of the key's slots. @throws ApiError SERVICE_UNAVAILABLE when Redis does not respond. */
  held(keyId: string): Promise<string[]>;
  /** Frees the slot; idempotent. When Redis does not respond, the slot expires after its `ttlMs`. */
  release(keyId: string, leaseId: string): Promise<void>;
}

/*
 * A sorted set per key, lease id → expiry in milliseconds by the clock of Redis, so that the slots of a
 * killed API process are freed. The set itself expires with its last lease.
 */
const acquireScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local inUse = redis.call('ZCARD', KEYS[1])
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  if inUse >= tonumber(ARGV[2]) then return {0, inUse} end
  inUse = inUse + 1
end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIREAT', KEYS[1], redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2])
return {1, inUse}
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
  return {
    async acquire(keyId, leaseId, { max, ttlMs }) {
      const reply = await connection
        .eval(acquireScript, 1, toKey(keyId), leaseId, max, Math.ceil(ttlMs))
        .catch((cause: unknown) => {
          throw backendUnavailable(cause);
        });
      const [allowed, inUse] = reply as [number, number];
      return { allowed: allowed === 1, inUse };
    },
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
