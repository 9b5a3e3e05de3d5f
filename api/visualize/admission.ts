import type { Response } from 'express';
import type { AccountDoc, AccountLimits } from '../../shared/accounts/account-model.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import { driverOf } from '../../shared/database/driver.ts';
import { ApiError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { ConcurrencyLimiter } from '../http/concurrency-limit.ts';
import { type RateLimiter, rateLimitHeaders } from '../http/rate-limit.ts';
import type { BackPressure } from './back-pressure.ts';

export interface AdmissionDependencies {
  database: Database;
  rateLimiter: RateLimiter;
  concurrency: ConcurrencyLimiter;
  backPressure: BackPressure;
  config: Pick<Config, 'RATE_LIMIT_PER_MINUTE' | 'RATE_LIMIT_CONCURRENT' | 'HOLD_SECONDS'>;
}

export interface Admission {
  account: AccountDoc;
  /** Gives the concurrency place back; idempotent. */
  leave(): Promise<void>;
}

/** Room over the hold for a body that is still arriving and an answer still being sent. */
const leaveLateMs = 120_000;

/**
 * The check that comes after the key and before the body (decisions "Order of checks"): the rate and
 * the number of renders under way, per key.
 * @throws ApiError RATE_LIMITED, or MODEL_UNAVAILABLE when the limits cannot be read.
 */
export async function admit(
  dependencies: AdmissionDependencies,
  res: Response,
  key: ApiKeyDoc,
): Promise<Admission> {
  const reading = readAccount(dependencies.database, key);
  const [account] = await Promise.all([reading, takeRate(dependencies, res, key, reading)]);
  const placeId = newId('place');
  await takePlace(dependencies, key, account.limits, placeId);
  return { account, leave: () => dependencies.concurrency.release(key._id, placeId) };
}

async function readAccount(database: Database, key: ApiKeyDoc): Promise<AccountDoc> {
  const account = await driverOf(database.accounts).findOne(
    { _id: key.account },
    { projection: { credits: 1, limits: 1, webhook: 1 } },
  );
  if (account) return account;
  throw new ApiError('UNAUTHORIZED', 'The account of this API key does not exist any more.');
}

/** Counts while the account is being read, which says how many there may be. */
async function takeRate(
  { rateLimiter, config }: AdmissionDependencies,
  res: Response,
  key: ApiKeyDoc,
  reading: Promise<AccountDoc>,
): Promise<void> {
  const perMinute = reading.then(({ limits }) => limits?.perMinute ?? config.RATE_LIMIT_PER_MINUTE);
  const rate = await rateLimiter.take(key._id, { perMinute });
  res.set(rateLimitHeaders(rate));
  if (rate.allowed) return;
  throw new ApiError(
    'RATE_LIMITED',
    `More than ${rate.limit} renders a minute with this key; repeat in ${rate.retryAfter} s.`,
    { retryAfter: rate.retryAfter },
  );
}

async function takePlace(
  { concurrency, config }: AdmissionDependencies,
  key: ApiKeyDoc,
  limits: AccountLimits | undefined,
  placeId: string,
): Promise<void> {
  const max = limits?.concurrent ?? config.RATE_LIMIT_CONCURRENT;
  const place = await concurrency.acquire(key._id, placeId, {
    max,
    ttlMs: config.HOLD_SECONDS * 1000 + leaveLateMs,
  });
  if (place.allowed) return;
  throw new ApiError('RATE_LIMITED', `More than ${max} renders at once with this key; wait for one to end.`, {
    retryAfter: 1,
  });
}
