import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import type { Database } from '../../shared/database/database.ts';
import { ApiError, type ErrorCode } from '../../shared/errors.ts';
import { readPayingAccount } from '../credits/paying-account.ts';
import { isRetry } from './idempotency.ts';
import { countFutile, type LimitDependencies, limitScopes, takePlaces, takeRate } from './render-limits.ts';
import type { RenderCaller } from './render-order.ts';

export interface AdmissionDependencies extends LimitDependencies {
  database: Database;
}

/** The concurrency places of a call: all that is kept of its admission while it waits. */
export interface Places {
  /** Gives them back, unless `releaseAfter` was called; idempotent. */
  release(): Promise<void>;
  /** Keeps them until `end` settles. */
  releaseAfter(end: Promise<unknown>): void;
}

export interface Admission {
  account: AccountDoc;
  places: Places;
  /** The result of `reading`; a rejected body counts towards a limit of its own instead of that of renders. */
  countIfInvalid<Value>(reading: Promise<Value>): Promise<Value>;
}

/**
 * Checks a caller between authentication and body (docs/architecture.md): per key and per account, the rate and the
 * number of renders at once. The caps of a store are checked by the try-on. A retry of a call that has started a render
 * starts none, and is not counted as one.
 * @throws ApiError RATE_LIMITED, or SERVICE_UNAVAILABLE when the limits cannot be read.
 */
export function admit(dependencies: AdmissionDependencies, caller: RenderCaller): Promise<Admission> {
  return caller.kind === 'key' ? admitKey(dependencies, caller) : admitStore(dependencies, caller);
}

async function admitKey(dependencies: AdmissionDependencies, caller: RenderCaller): Promise<Admission> {
  const onRate = caller.onRate ?? (() => undefined);
  const reading = readPayer(dependencies, caller);
  const scopes = limitScopes(caller.key, dependencies.config);
  const limits = reading.then((account) => account.limits);
  // Read only after `retrying`: until then a failure of the database must not count as unhandled and end the process.
  limits.catch(() => undefined);
  const { key, idempotencyKey } = caller;
  const retrying = isRetry(dependencies.database.renders, key, idempotencyKey);
  const [account, retry, rate] = await Promise.all([
    reading,
    retrying,
    retrying.then((retry) => takeRate(dependencies, onRate, scopes, limits, retry)),
  ]);
  const countAs = async (reason: 'invalid' | 'refused') => {
    if (!retry) await countFutile(dependencies, onRate, { reason, scopes, rate });
  };
  const release = await takePlaces(dependencies, scopes, account.limits, key.mode).catch(
    async (error: unknown) => {
      if (error instanceof ApiError && error.code === 'RATE_LIMITED') await countAs('refused');
      throw error;
    },
  );
  return {
    account,
    places: toPlaces(release),
    countIfInvalid: (work) =>
      work.catch(async (error: unknown) => {
        if (isInvalid(error)) await countAs('invalid');
        throw error;
      }),
  };
}

function toPlaces(release: () => Promise<void>): Places {
  let kept = false;
  return {
    release: async () => {
      if (!kept) await release();
    },
    releaseAfter: (end) => {
      kept = true;
      void end.catch(() => undefined).finally(release);
    },
  };
}

const noPlaces: Places = { release: async () => undefined, releaseAfter: () => undefined };

async function admitStore(dependencies: AdmissionDependencies, caller: RenderCaller): Promise<Admission> {
  return {
    account: await readPayer(dependencies, caller),
    places: noPlaces,
    countIfInvalid: (reading) => reading,
  };
}

const accountGone = {
  key: ['UNAUTHORIZED', 'The account of this API key no longer exists.'],
  store: ['MODEL_UNAVAILABLE', 'The account of this store no longer exists.'],
} as const;

async function readPayer(
  { database }: AdmissionDependencies,
  { key, kind }: RenderCaller,
): Promise<AccountDoc> {
  const account = await readPayingAccount(database, key.account);
  if (account) return account;
  const [code, message] = accountGone[kind];
  throw new ApiError(code, message);
}

const bodyErrors = new Set<ErrorCode>(['INVALID_INPUT', 'REQUEST_TIMEOUT', 'UNSUPPORTED_MEDIA_TYPE']);

const isInvalid = (error: unknown) => error instanceof ApiError && bodyErrors.has(error.code);
