import type { Response } from 'express';
import type { AccountDoc, AccountLimits } from '../../shared/accounts/account-model.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import { driverOf } from '../../shared/database/driver.ts';
import { ApiError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';
import type { ConcurrencyLimiter } from '../http/concurrency-limit.ts';
import { type RateLimiter, type RateTake, rateLimitHeaders } from '../http/rate-limit.ts';

export interface AdmissionDependencies {
  database: Database;
  rateLimiter: RateLimiter;
  concurrency: ConcurrencyLimiter;
  config: Pick<Config, 'RATE_LIMIT_PER_MINUTE' | 'RATE_LIMIT_CONCURRENT' | 'WAIT_SECONDS'>;
}

export interface Admission {
  account: AccountDoc;
  /** Gives the concurrency place back, unless `leaveAfter` was called; idempotent. */
  leave(): Promise<void>;
  /** Keeps the place until `end` settles. */
  leaveAfter(end: Promise<unknown>): void;
  /** The result of `reading`; a rejected body counts towards a limit of its own instead of that of renders. */
  countingInvalid<Value>(reading: Promise<Value>): Promise<Value>;
}

/** Added to the wait for a body that is still arriving and a response that is still being sent. */
const transferMs = 120_000;

/**
 * The check between key and body (decisions "Order of checks"): per key, the rate and the number of
 * renders at once.
 * @throws ApiError RATE_LIMITED, or SERVICE_UNAVAILABLE when the limits cannot be read.
 */
export async function admit(
  dependencies: AdmissionDependencies,
  res: Response,
  key: ApiKeyDoc,
): Promise<Admission> {
  const reading = readAccount(dependencies.database, key.account).then((account) => {
    if (account) return account;
    throw new ApiError('UNAUTHORIZED', 'The account of this API key does not exist any more.');
  });
  const [account, rate] = await Promise.all([reading, takeRate(dependencies, res, key, reading)]);
  const placeId = newId('place');
  await takePlace(dependencies, key, account.limits, placeId);
  let kept = false;
  const release = () => dependencies.concurrency.release(key._id, placeId);
  return {
    account,
    leave: async () => {
      if (!kept) await release();
    },
    leaveAfter: (end) => {
      kept = true;
      void end.catch(() => undefined).finally(release);
    },
    countingInvalid: (work) =>
      work.catch(async (error: unknown) => {
        if (isInvalid(error)) await countInvalid(dependencies.rateLimiter, res, key, rate);
        throw error;
      }),
  };
}

/** What a render depends on of the account that pays for it; null when there is none. */
export function readAccount(
  { accounts }: Pick<Database, 'accounts'>,
  account: string,
): Promise<AccountDoc | null> {
  const fields = { credits: 1, limits: 1, webhook: 1 };
  return driverOf(accounts).findOne({ _id: account }, { projection: fields }) as Promise<AccountDoc | null>;
}

/** Counts this call while the account, which has the limit, is being read. */
async function takeRate(
  { rateLimiter, config }: AdmissionDependencies,
  res: Response,
  key: ApiKeyDoc,
  reading: Promise<AccountDoc>,
): Promise<RateTake> {
  const perMinute = reading.then(({ limits }) => limits?.perMinute ?? config.RATE_LIMIT_PER_MINUTE);
  const rate = await rateLimiter.take(key._id, { perMinute });
  res.set(rateLimitHeaders(rate));
  if (rate.allowed) return rate;
  requestLimited.publish({ limit: 'rate' });
  throw new ApiError(
    'RATE_LIMITED',
    `More than ${rate.limit} renders a minute with this key; repeat in ${rate.retryAfter} s.`,
    { retryAfter: rate.retryAfter },
  );
}

/** Rejected bodies per minute, as a multiple of the renders; beyond it they count as renders again. */
const invalidPerRender = 10;

const isInvalid = (error: unknown) => error instanceof ApiError && error.code === 'INVALID_INPUT';

/** A render of this call was counted before its body was read: a series of typing errors must not use them up. */
async function countInvalid(
  rateLimiter: RateLimiter,
  res: Response,
  key: ApiKeyDoc,
  rate: RateTake,
): Promise<void> {
  const perMinute = rate.limit * invalidPerRender;
  const invalid = await rateLimiter.take(`invalid:${key._id}`, { perMinute });
  if (!invalid.allowed) return;
  await rateLimiter.giveBack(key._id);
  res.set(rateLimitHeaders({ ...rate, remaining: rate.remaining + 1 }));
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
    ttlMs: config.WAIT_SECONDS * 1000 + transferMs,
  });
  if (place.allowed) return;
  requestLimited.publish({ limit: 'concurrency' });
  throw new ApiError('RATE_LIMITED', `More than ${max} renders at once with this key; wait for one to end.`, {
    retryAfter: 1,
  });
}
