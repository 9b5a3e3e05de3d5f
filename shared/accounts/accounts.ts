import Joi from 'joi';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { validate } from '../validation/validate.ts';
import type { AccountDoc, AccountLimits, AccountModel } from './account-model.ts';

/** Creates an account without credits; grant them with `grantCredits`. */
export async function createAccount(
  accounts: AccountModel,
  options: { id?: string; name: string; limits?: AccountLimits; now?: Date },
): Promise<AccountDoc> {
  const account = await accounts.create({
    _id: options.id ?? newId('acc'),
    name: options.name,
    credits: { granted: 0, available: 0, held: 0, spent: 0 },
    holds: [],
    ...(options.limits ? { limits: options.limits } : {}),
    createdAt: options.now ?? new Date(),
  });
  return account.toObject();
}

export interface AccountChange {
  name?: string;
  /** `null` returns to the limit of the configuration. */
  perMinute?: number | null;
  concurrent?: number | null;
}

const accountChange = Joi.object<AccountChange>({
  name: Joi.string().trim().min(1).max(200).prefs({ convert: true }),
  perMinute: Joi.number().integer().min(1).max(1e6).allow(null),
  concurrent: Joi.number().integer().min(1).max(1e5).allow(null),
}).min(1);

/**
 * Changes the name or the limits of an account.
 * @throws ApiError INVALID_INPUT, NOT_FOUND.
 */
export async function updateAccount(
  accounts: AccountModel,
  account: string,
  input: AccountChange,
): Promise<AccountDoc> {
  const { name, ...limits } = validate(accountChange, input);
  const set: Record<string, unknown> = name === undefined ? {} : { name };
  const unset: Record<string, 1> = {};
  for (const [limit, value] of Object.entries(limits)) {
    if (value === null) unset[`limits.${limit}`] = 1;
    else set[`limits.${limit}`] = value;
  }
  const options = { returnDocument: 'after' } as const;
  const changed = await accounts
    .findOneAndUpdate({ _id: account }, { $set: set, $unset: unset }, options)
    .lean<AccountDoc>();
  if (!changed) throw noAccount(account);
  return changed;
}

const suspension = Joi.object<{ reason: string }>({
  reason: Joi.string().trim().min(1).max(500).required().prefs({ convert: true }),
});

/**
 * Refuses the renders that an account starts from now on; those that it has started go through.
 * @param reason is shown to its callers
 * @throws ApiError INVALID_INPUT, NOT_FOUND
 */
export async function suspendAccount(
  accounts: AccountModel,
  account: string,
  input: { reason: string },
): Promise<void> {
  const { reason } = validate(suspension, input);
  const change = { $set: { suspended: { reason, at: new Date() } } };
  const { matchedCount } = await accounts.updateOne({ _id: account }, change);
  if (matchedCount === 0) throw noAccount(account);
}

/** Ends a suspension. @throws ApiError NOT_FOUND */
export async function resumeAccount(accounts: AccountModel, account: string): Promise<void> {
  const { matchedCount } = await accounts.updateOne({ _id: account }, { $unset: { suspended: 1 } });
  if (matchedCount === 0) throw noAccount(account);
}

const noAccount = (account: string) =>
  new ApiError('NOT_FOUND', `There is no account ${account}; see account list.`);
