import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';

export interface RateTake {
  allowed: boolean;
  limit: number;
  /** Requests left in this window. */
  remaining: number;
  /** Whole seconds, rounded up, until the window ends and the count restarts. */
  resetSeconds: number;
  /** Seconds to wait before the next request; 0 when this one was allowed. */
  retryAfter: number;
}

export interface RateLimiter {
  /**
   * Counts one request of that key, or `points` at once; the limit may still be loading.
   * @throws ApiError SERVICE_UNAVAILABLE when Redis does not respond: the limiter fails closed.
   */
  take(keyId: string, limits: { perMinute: number | Promise<number>; points?: number }): Promise<RateTake>;
  /**
   * Takes one request back out of the count of its window.
   * @throws ApiError SERVICE_UNAVAILABLE when Redis does not respond.
   */
  giveBack(keyId: string): Promise<void>;
  /**
   * Returns how many requests its window has now, without counting one.
   * @throws ApiError SERVICE_UNAVAILABLE when Redis does not respond.
   */
  readCount(keyId: string): Promise<number>;
}

const windowSeconds = 60;

/** Never below 0: the window of the request may have ended. */
const giveBackScript = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
`;

export interface RateLimiterOptions {
  connection: Redis;
  prefix: string;
  /** While Redis does not respond, `take` counts in this process alone instead of failing: only where nothing is paid for. */
  countsAlone?: boolean;
}

/**
 * Creates a fixed window per key, which starts with its first request. The limit is an argument of each call because
 * accounts differ: the counters have no limit of their own.
 */
export function createRateLimiter({ connection, prefix, countsAlone }: RateLimiterOptions): RateLimiter {
  const window = { keyPrefix: `${prefix}:rate`, points: Number.MAX_SAFE_INTEGER, duration: windowSeconds };
  const counter = new RateLimiterRedis({
    storeClient: connection,
    ...window,
    ...(countsAlone ? { insuranceLimiter: new RateLimiterMemory(window) } : {}),
  });
  return {
    async take(keyId, { perMinute, points = 1 }) {
      const counting = counter.consume(keyId, points).catch((cause: unknown) => {
        throw backendUnavailable(cause);
      });
      const [count, limit] = await Promise.all([counting, perMinute]);
      return judge(count.consumedPoints, count.msBeforeNext, limit);
    },
    readCount: async (keyId) => {
      const window = await counter.get(keyId).catch((cause: unknown) => {
        throw backendUnavailable(cause);
      });
      return window?.consumedPoints ?? 0;
    },
    async giveBack(keyId) {
      await connection.eval(giveBackScript, 1, `${window.keyPrefix}:${keyId}`).catch((cause: unknown) => {
        throw backendUnavailable(cause);
      });
    },
  };
}

function judge(consumed: number, windowMs: number, limit: number): RateTake {
  const resetSeconds = Math.max(1, Math.ceil(windowMs / 1000));
  const allowed = consumed <= limit;
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - consumed),
    resetSeconds,
    retryAfter: allowed ? 0 : resetSeconds,
  };
}

/** Returns the response headers of a counted request, as in the IETF draft's fixed-window form. */
export function rateLimitHeaders(take: RateTake): Record<string, string> {
  return {
    'RateLimit-Policy': `${take.limit};w=${windowSeconds}`,
    'RateLimit-Limit': String(take.limit),
    'RateLimit-Remaining': String(take.remaining),
    'RateLimit-Reset': String(take.resetSeconds),
    ...(take.allowed ? {} : { 'Retry-After': String(take.retryAfter) }),
  };
}
