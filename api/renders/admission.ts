import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import type { Database } from '../../shared/database/database.ts';
import { ApiError } from '../../shared/errors.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import { driverOf } from '../../shared/mongodb/driver.ts';
import {
  countInvalid,
  type LimitDependencies,
  limitScopes,
  type RateReport,
  takePlaces,
  takeRate,
} from './render-limits.ts';

export interface AdmissionDependencies extends LimitDependencies {
  database: Database;
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

/**
 * The check between key and body (decisions "Order of checks"): per key and per account, the rate and the
 * number of renders at once. `onRate` receives the count that the caller may see.
 * @throws ApiError RATE_LIMITED, or SERVICE_UNAVAILABLE when the limits cannot be read.
 */
export async function admit(
  dependencies: AdmissionDependencies,
  key: ApiKeyDoc,
  onRate: RateReport,
): Promise<Admission> {
  const reading = readAccount(dependencies.database, key.account).then((account) => {
    if (account) return account;
    throw new ApiError('UNAUTHORIZED', 'The account of this API key does not exist any more.');
  });
  const scopes = limitScopes(key, dependencies.config);
  const limits = reading.then((account) => account.limits);
  const [account, rate] = await Promise.all([reading, takeRate(dependencies, onRate, scopes, limits)]);
  const release = await takePlaces(dependencies, scopes, account.limits);
  let kept = false;
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
        if (isInvalid(error)) await countInvalid(dependencies, onRate, scopes, rate);
        throw error;
      }),
  };
}

/** What a render depends on of the account that pays for it; null when there is none. */
export function readAccount(
  { accounts }: Pick<Database, 'accounts'>,
  account: string,
): Promise<AccountDoc | null> {
  const fields = { credits: 1, limits: 1, starts: 1, webhook: 1 };
  return driverOf(accounts).findOne({ _id: account }, { projection: fields }) as Promise<AccountDoc | null>;
}

const isInvalid = (error: unknown) => error instanceof ApiError && error.code === 'INVALID_INPUT';
