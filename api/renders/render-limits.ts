import type { AccountLimits } from '../../shared/accounts/account-model.ts';
import type { Config } from '../../shared/config/variables.ts';
import { ApiError } from '../../shared/errors.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';
import type { ConcurrencyLimiter } from '../http/concurrency-limit.ts';
import type { RateLimiter, RateTake } from '../http/rate-limit.ts';
import { retryIn } from '../http/retry-in.ts';
import { freeLostPlaces, newPlace } from './lost-places.ts';
import type { Peers } from './peers.ts';
import { refuseTooManyAtOnce, type UsualSeconds } from './too-many-at-once.ts';

export interface LimitDependencies {
  rateLimiter: RateLimiter;
  concurrency: ConcurrencyLimiter;
  peers: Peers;
  usualSeconds: UsualSeconds;
  config: Pick<
    Config,
    'RATE_LIMIT_PER_MINUTE' | 'RATE_LIMIT_CONCURRENT' | 'RATE_LIMIT_ACCOUNT_KEYS' | 'WAIT_SECONDS'
  >;
}

/** Use of its limits by a group of renders now. */
export interface LimitUse {
  thisMinute: number;
  atOnce: number;
}

/** @throws ApiError SERVICE_UNAVAILABLE when the counts cannot be read. */
export async function readUse(
  { rateLimiter, concurrency }: Pick<LimitDependencies, 'rateLimiter' | 'concurrency'>,
  scope: string,
): Promise<LimitUse> {
  const [thisMinute, places] = await Promise.all([rateLimiter.readCount(scope), concurrency.held(scope)]);
  return { thisMinute, atOnce: places.length };
}

/** Receives the count of a call, and again when it changes. */
export type RateReport = (rate: RateTake) => void;

/** A group of renders that one limit counts together, with the factor by which it exceeds the limit of a key. */
export interface LimitScope {
  id: string;
  /** As a message names it. */
  name: string;
  times: number;
}

/** Returns the key, and all keys of its account and mode: more keys are not more renders. */
export function limitScopes(
  key: Pick<ApiKeyDoc, '_id' | 'account' | 'mode'>,
  { RATE_LIMIT_ACCOUNT_KEYS }: Pick<Config, 'RATE_LIMIT_ACCOUNT_KEYS'>,
): LimitScope[] {
  return [
    { id: key._id, name: 'for this key', times: 1 },
    {
      id: `${key.account}:${key.mode}`,
      name: `for the ${key.mode} keys of this account`,
      times: RATE_LIMIT_ACCOUNT_KEYS,
    },
  ];
}

/**
 * Counts this call while the account, which has the limits, is being read; returns the count that leaves least. A retry
 * counts to a limit of its own.
 * @throws ApiError RATE_LIMITED, or SERVICE_UNAVAILABLE when the counts cannot be read.
 */
export async function takeRate(
  { rateLimiter, config }: LimitDependencies,
  onRate: RateReport,
  scopes: LimitScope[],
  limits: Promise<AccountLimits | undefined>,
  retry: boolean,
): Promise<RateTake> {
  const perMinute = limits.then((own) => own?.perMinute ?? config.RATE_LIMIT_PER_MINUTE);
  const takes = await Promise.all(
    scopes.map(async ({ id, name, times }) => ({
      name,
      ...(await rateLimiter.take(id, {
        perMinute: perMinute.then((limit) => limit * times),
        points: retry ? 0 : 1,
      })),
    })),
  );
  const rate = takes.find(({ allowed }) => !allowed) ?? takes.sort((a, b) => a.remaining - b.remaining)[0]!;
  onRate({ ...rate, allowed: rate.allowed || retry });
  if (retry) await takeRetry(rateLimiter, scopes, rate);
  if (rate.allowed || retry) return rate;
  requestLimited.publish({ limit: 'rate' });
  const { limit, name, retryAfter } = rate;
  throw new ApiError(
    'RATE_LIMITED',
    `Rate limit of ${limit} renders per minute exceeded ${name}. ${retryIn(retryAfter)}`,
    { retryAfter },
  );
}

/** Retries per minute, as a multiple of the renders. */
const retriesPerRender = 10;

async function takeRetry(rateLimiter: RateLimiter, [scope]: LimitScope[], rate: RateTake): Promise<void> {
  const perMinute = rate.limit * retriesPerRender;
  const { allowed, retryAfter } = await rateLimiter.take(`retries:${scope!.id}`, { perMinute });
  if (allowed) return;
  requestLimited.publish({ limit: 'rate' });
  throw new ApiError(
    'RATE_LIMITED',
    `Rate limit of ${perMinute} retries per minute exceeded. ${retryIn(retryAfter)}`,
    {
      retryAfter,
    },
  );
}

/** Calls per minute that start no render, as a multiple of the renders; beyond it they count as renders again. */
const futilePerRender = 10;

/** A call that was counted as a render before it turned out that it starts none. */
interface FutileCall {
  /** `invalid`: its body was rejected. `refused`: too many renders run at once. */
  reason: 'invalid' | 'refused';
  scopes: LimitScope[];
  rate: RateTake;
}

/** Takes a call out of the count of renders: typing errors, and calls before their time, must not use them up. */
export async function countFutile(
  { rateLimiter }: LimitDependencies,
  onRate: RateReport,
  { reason, scopes, rate }: FutileCall,
): Promise<void> {
  const perMinute = rate.limit * futilePerRender;
  const futile = await rateLimiter.take(`${reason}:${scopes[0]!.id}`, { perMinute });
  if (!futile.allowed) return;
  await Promise.all(scopes.map(({ id }) => rateLimiter.giveBack(id)));
  onRate({ ...rate, remaining: rate.remaining + 1 });
}

/** Added to the wait for a body that is still arriving and a response that is still being sent. */
const transferMs = 120_000;

/**
 * Takes a place among the renders at once of every scope, or of none. Those of lost processes do not count.
 * @returns what gives the places back; idempotent
 * @throws ApiError RATE_LIMITED, or SERVICE_UNAVAILABLE when the places cannot be read.
 */
export async function takePlaces(
  dependencies: LimitDependencies,
  scopes: LimitScope[],
  limits: AccountLimits | undefined,
  mode: ApiKeyDoc['mode'],
): Promise<() => Promise<void>> {
  const { concurrency, config, peers } = dependencies;
  const placeId = newPlace(peers.self);
  const ttlMs = config.WAIT_SECONDS * 1000 + transferMs;
  const each = limits?.concurrent ?? config.RATE_LIMIT_CONCURRENT;
  const slots = scopes.map(({ id, times }) => ({ keyId: id, max: each * times }));
  const ids = scopes.map(({ id }) => id);
  const release = toRelease(concurrency, ids, placeId);
  try {
    const acquire = () => concurrency.acquireAll(slots, placeId, ttlMs);
    let full = await acquire();
    for (let freed = 0; full !== undefined && freed < scopes.length; freed++) {
      if (!(await freeLostPlaces(dependencies, full))) break;
      full = await acquire();
    }
    const at = slots.findIndex(({ keyId }) => keyId === full);
    const scope = scopes[at];
    if (scope) throw await refuseTooManyAtOnce(dependencies, { ...scope, max: slots[at]!.max, ttlMs, mode });
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

/** Returns a function of its own: it is kept while the render waits, and nothing else of the call with it. */
const toRelease =
  (concurrency: ConcurrencyLimiter, ids: string[], placeId: string): (() => Promise<void>) =>
  async () => {
    await Promise.all(ids.map((id) => concurrency.release(id, placeId)));
  };
