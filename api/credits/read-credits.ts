import type { AccountDoc, AccountModel, Credits } from '../../shared/accounts/account-model.ts';
import {
  type StartLimits,
  toUnchargedStarts,
  type UnchargedStarts,
} from '../../shared/credits/daily-starts.ts';
import { ApiError } from '../../shared/errors.ts';

export interface CreditsView extends Omit<Credits, 'refunded' | 'reversed'> {
  /** Its id. */
  account: string;
  unchargedStarts: UnchargedStarts;
}

/** Reads the credits of an account, and its uncharged starts of today. @throws ApiError NOT_FOUND */
export async function readCredits(
  accounts: AccountModel,
  id: string,
  limits: StartLimits,
): Promise<CreditsView> {
  const account = await accounts.findById(id, { credits: 1, starts: 1 }).lean<AccountDoc>();
  if (!account) throw new ApiError('NOT_FOUND', 'The account of this API key no longer exists.');
  const { granted, available, held, spent, reversed = 0, owed } = account.credits;
  const unchargedStarts = toUnchargedStarts(account, limits, new Date());
  const balance = { granted: granted - reversed, available, held, spent, ...(owed ? { owed } : {}) };
  return { account: id, ...balance, unchargedStarts };
}
