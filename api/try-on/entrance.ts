import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../shared/errors.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { clientAddress } from '../http/client-address.ts';
import { type RateLimiter, rateLimitHeaders } from '../http/rate-limit.ts';
import { type StoreContext, storeInContext } from '../http/store-context.ts';
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

/** The checks before every route, in this order: rate, store context, token. */
export interface Entrance {
  /** `points`: what the request counts for in the rate of its address. */
  forPage(points: number, handle: (call: StoreCall) => Promise<void>): RequestHandler;
  forVisitor(points: number, handle: (call: VisitorCall) => Promise<void>): RequestHandler;
}

const bearer = /^Bearer +(\S+) *$/i;

export function createEntrance(dependencies: EntranceDependencies): Entrance {
  const enter = async (req: Request, res: Response, points: number): Promise<StoreCall> => {
    // Before the store is read: guessed slugs must not reach the database without a limit.
    await takePoints(dependencies, { req, res }, points);
    const store = await storeInContext(dependencies, req, String(req.params.slug));
    res.set('Cache-Control', 'no-store');
    return { req, res, store };
  };
  return {
    forPage: (points, handle) => async (req, res) => handle(await enter(req, res, points)),
    forVisitor: (points, handle) => async (req, res) => {
      const call = await enter(req, res, points);
      await handle({ ...call, ...visitorOf(dependencies.tokens, call) });
    },
  };
}

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
  throw new ApiError('RATE_LIMITED', 'Too many requests in a minute; repeat later.', {
    retryAfter: taken.retryAfter,
    reason: 'rate_limited',
  });
}

/** @throws ApiError UNAUTHORIZED */
function visitorOf(tokens: VisitorTokens, { req, store }: StoreCall): Visitor {
  const token = bearer.exec(req.get('authorization') ?? '')?.[1];
  const visitor = token && tokens.verify(store._id, token);
  if (visitor) return visitor;
  throw new ApiError(
    'UNAUTHORIZED',
    `The visitor token is missing, expired or of another store; request one by POST /api/try-on/${store.slug}/session.`,
  );
}
