import type { AccountDoc, AccountModel, Credits } from '../../shared/accounts/account-model.ts';
import {
  type StartLimits,
  toUnchargedStarts,
  type UnchargedStarts,
} from '../../shared/credits/daily-starts.ts';
import { ApiError } from '../../shared/errors.ts';

export interface CreditsView extends Omit<Credits, 'refunded'> {
  unchargedStarts: UnchargedStarts;
}

/** The credits of an account, and what it may still start without a charge today. @throws ApiError NOT_FOUND */
export async function readCredits(
  accounts: AccountModel,
  id: string,
  limits: StartLimits,
): Promise<CreditsView> {
  const account = await accounts.findById(id, { credits: 1, starts: 1 }).lean<AccountDoc>();
  if (!account) throw new ApiError('NOT_FOUND', 'The account of this API key does not exist any more.');
  const { granted, available, held, spent } = account.credits;
  return { granted, available, held, spent, unchargedStarts: toUnchargedStarts(account, limits, new Date()) };
}
