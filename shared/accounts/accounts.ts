import { newId } from '../ids.ts';
import type { AccountDoc, AccountLimits, AccountModel } from './account-model.ts';

/** Creates an account without credits; grant them with `grantCredits`. */
export async function createAccount(
  accounts: AccountModel,
  options: { name: string; limits?: AccountLimits; now?: Date },
): Promise<AccountDoc> {
  const account = await accounts.create({
    _id: newId('acc'),
    name: options.name,
    credits: { granted: 0, available: 0, held: 0, spent: 0 },
    holds: [],
    ...(options.limits ? { limits: options.limits } : {}),
    createdAt: options.now ?? new Date(),
  });
  return account.toObject();
}
