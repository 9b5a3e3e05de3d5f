import type { Request, Response } from 'express';
import { ApiError } from '../../shared/errors.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { clientAddress } from '../http/client-address.ts';
import { type RateLimiter, rateLimitHeaders } from '../http/rate-limit.ts';
import type { StoreContext } from '../http/store-context.ts';
import type { Visitor, VisitorTokens } from './visitor-token.ts';

export interface EntranceDependencies extends StoreContext {
  rateLimiter: RateLimiter;
  /** Points a minute that one network address has for all its requests. */
  pointsPerAddress: number;
  tokens: VisitorTokens;
}

/** A request from a page of a store. */
export interface StoreCall {
  req: Request;
  res: Response;
  store: StoreDoc;
}

/** A request of a visitor with a valid token. */
export interface VisitorCall extends StoreCall, Visitor {}

/** Counts points of a request's address. @throws ApiError RATE_LIMITED */
export async function takePoints(
  {
    rateLimiter,
    pointsPerAddress: perMinute,
  }: Pick<EntranceDependencies, 'rateLimiter' | 'pointsPerAddress'>,
  { req, res }: Pick<StoreCall, 'req' | 'res'>,
  points: number,
): Promise<void> {
  const taken = await rateLimiter.take(`try-on:${clientAddress(req.ip)}`, { perMinute, points });
  if (taken.allowed) return;
  requestLimited.publish({ limit: 'try-on' });
  res.set(rateLimitHeaders(taken));
  throw new ApiError('RATE_LIMITED', 'Too many requests in a minute. Retry later.', {
    retryAfter: taken.retryAfter,
    reason: 'rate_limited',
  });
}
