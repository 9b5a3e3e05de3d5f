import type { AccountDoc, AccountModel, Credits } from '../../shared/accounts/account-model.ts';
import { ApiError } from '../../shared/errors.ts';

/** The credits of an account. @throws ApiError NOT_FOUND */
export async function readCredits(accounts: AccountModel, id: string): Promise<Credits> {
  const account = await accounts.findById(id, { credits: 1 }).lean<AccountDoc>();
  if (!account) throw new ApiError('NOT_FOUND', 'The account of this API key does not exist any more.');
  const { granted, available, held, spent } = account.credits;
  return { granted, available, held, spent };
}
