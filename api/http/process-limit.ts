import type { Request } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../shared/errors.ts';
import { type RequestLimit, requestLimited } from '../../shared/metrics/measurements.ts';

import { clientAddress } from './client-address.ts';

export interface Refusal {
  /** As the metrics name it. */
  limit: RequestLimit;
  refusal(retryAfter: number): string;
  reason?: string;
}

/**
 * Counts a request in this process, which also works while Redis is down: what such a limit protects is this
 * process and the database. @throws ApiError RATE_LIMITED
 */
export async function takeInProcess(
  limiter: RateLimiterMemory,
  subject: string,
  { limit, refusal, reason }: Refusal,
): Promise<void> {
  try {
    await limiter.consume(subject);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    requestLimited.publish({ limit });
    const retryAfter = Math.ceil(error.msBeforeNext / 1000);
    throw new ApiError('RATE_LIMITED', refusal(retryAfter), { retryAfter, ...(reason ? { reason } : {}) });
  }
}

/** Counts the requests of each network address, at most `perMinute`. */
export function createAddressLimit(perMinute: number, refusal: Refusal): (req: Request) => Promise<void> {
  const addresses = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return (req) => takeInProcess(addresses, clientAddress(req.ip), refusal);
}
