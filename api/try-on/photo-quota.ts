import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';
import { daySeconds } from '../../shared/time.ts';

/**
 * Megabytes of photos that one network address may upload in 24 hours: new visitors cost nothing, and each may have
 * ten photos. Many shoppers share an address, and the page sends photos of about 1 MB.
 */
export const megabytesPerAddress = 300;

/** Counts a photo of an address, one that cannot be used too, as at least 1 MB. @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE */
export type PhotoQuota = (address: string, bytes: number) => Promise<void>;

export function createPhotoQuota({ connection, prefix }: { connection: Redis; prefix: string }): PhotoQuota {
  const counter = new RateLimiterRedis({
    storeClient: connection,
    keyPrefix: `${prefix}:try-on-photos`,
    points: megabytesPerAddress,
    duration: daySeconds,
  });
  return async (address, bytes) => {
    const megabytes = Math.max(1, Math.ceil(bytes / 1_000_000));
    await counter.consume(sha256Hex(address).slice(0, 24), megabytes).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw backendUnavailable(refusal);
      requestLimited.publish({ limit: 'cap' });
      throw new ApiError('RATE_LIMITED', 'This connection has uploaded too many photos. Retry tomorrow.', {
        retryAfter: Math.ceil(refusal.msBeforeNext / 1000),
        reason: 'rate_limited',
      });
    });
  };
}
