import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError, type ApiErrorDetail } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';
import { daySeconds } from '../../shared/time.ts';

/**
 * Counts an upload of an address or an account, one that cannot be used too, as at least 1 MB.
 * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export type UploadQuota = (owner: string, bytes: number) => Promise<void>;

interface QuotaOptions {
  connection: Redis;
  /** Of its keys in Redis. */
  prefix: string;
  /** In 24 hours, for each owner. */
  megabytes: number;
  refusal: { message: string; reason?: NonNullable<ApiErrorDetail['reason']> };
}

export function createUploadQuota({ connection, prefix, megabytes, refusal }: QuotaOptions): UploadQuota {
  const counter = new RateLimiterRedis({
    storeClient: connection,
    keyPrefix: prefix,
    points: megabytes,
    duration: daySeconds,
  });
  return async (owner, bytes) => {
    const counted = Math.max(1, Math.ceil(bytes / 1_000_000));
    await counter.consume(sha256Hex(owner).slice(0, 24), counted).catch((refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw backendUnavailable(refused);
      requestLimited.publish({ limit: 'cap' });
      const { message, ...more } = refusal;
      const retryAfter = Math.ceil(refused.msBeforeNext / 1000);
      throw new ApiError('RATE_LIMITED', message, { retryAfter, ...more });
    });
  };
}
