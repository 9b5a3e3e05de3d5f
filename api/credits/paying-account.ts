import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import type { Database } from '../../shared/database/database.ts';
import { readOne } from '../../shared/mongodb/read-one.ts';

/** Reads the fields of the paying account that decide about a render; null when the account does not exist. */
export function readPayingAccount(
  { accounts }: Pick<Database, 'accounts'>,
  account: string,
): Promise<AccountDoc | null> {
  const fields = { credits: 1, limits: 1, starts: 1, webhook: 1, suspended: 1 };
  return readOne(accounts, '_id', account, fields);
}
