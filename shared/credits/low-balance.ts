import type { AccountDoc, AccountModel } from '../accounts/account-model.ts';
import { ApiError } from '../errors.ts';
import { getDriver } from '../mongodb/driver.ts';

/** Far above what an account has. */
export const maxThreshold = 1_000_000;

/**
 * Sets below how many available credits an account is notified; undefined: never. A new threshold counts as not
 * crossed yet. @throws ApiError NOT_FOUND
 */
export async function saveLowBalance(
  accounts: AccountModel,
  account: string,
  threshold: number | undefined,
): Promise<void> {
  const update =
    threshold === undefined
      ? { $unset: { lowBalance: 1 as const } }
      : { $set: { lowBalance: { threshold } } };
  const { matchedCount } = await accounts.updateOne({ _id: account }, update);
  if (matchedCount === 0)
    throw new ApiError('NOT_FOUND', `There is no account ${account}; see account list.`);
}

/** A crossing of the threshold that has to be reported. */
export interface Crossing {
  account: string;
  name: string;
  threshold: number;
  available: number;
  at: Date;
}

type WatchedAccount = Required<Pick<AccountDoc, '_id' | 'name' | 'credits' | 'lowBalance'>> &
  Pick<AccountDoc, 'webhook'>;

/**
 * Marks an account whose balance has crossed its threshold, in either direction; returns the crossing downwards, once,
 * and leaves its webhook in the document to be sent.
 */
export async function markCrossing(
  accounts: AccountModel,
  { _id, name, credits, lowBalance, webhook }: WatchedAccount,
  at = new Date(),
): Promise<Crossing | undefined> {
  const { threshold, since } = lowBalance;
  const { available } = credits;
  if (available < threshold === (since !== undefined)) return undefined;
  const filter = { _id, 'lowBalance.threshold': threshold, 'lowBalance.since': since ?? { $exists: false } };
  const next = { threshold, ...(since ? {} : { since: at, available, ...toOutbox(webhook?.url, at) }) };
  const { modifiedCount } = await getDriver(accounts).updateOne(filter, { $set: { lowBalance: next } });
  return modifiedCount === 1 && !since ? { account: _id, name, threshold, available, at } : undefined;
}

const toOutbox = (url: string | undefined, at: Date) =>
  url ? { webhook: { url, state: 'waiting' as const, attempt: 0, nextAt: at } } : {};
