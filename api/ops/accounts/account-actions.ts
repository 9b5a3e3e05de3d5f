import Joi from 'joi';
import type { AccountLimits } from '../../../shared/accounts/account-model.ts';
import {
  createAccount,
  resumeAccount,
  suspendAccount,
  updateAccount,
} from '../../../shared/accounts/accounts.ts';
import { GrantConflict, grantCredits } from '../../../shared/credits/credits.ts';
import { ApiError } from '../../../shared/errors.ts';
import type { Operator } from '../operator.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';

/** Changes that an operator makes to an account, by a form or by a token. */
type Dependencies = Pick<OperatorDependencies, 'audit'> & {
  database: Pick<OperatorDependencies['database'], 'accounts' | 'ledger'>;
};

export interface AccountAction<Value> {
  /** Last part of its path, and of what the audit log calls it. */
  name: string;
  schema: Joi.ObjectSchema<Value>;
  /** Makes the change; returns what the audit log says of it. */
  change(
    dependencies: Dependencies,
    account: string,
    value: Value,
  ): Promise<{ before?: Record<string, unknown>; after?: Record<string, unknown> }>;
}

export const noAccount = () => new ApiError('NOT_FOUND', 'There is no such account.');

/** Makes a change and records it. @throws ApiError NOT_FOUND, CONFLICT */
export async function runAccountAction<Value>(
  dependencies: Dependencies,
  by: Operator,
  { name: action, change }: AccountAction<Value>,
  { account, value }: { account: string; value: Value },
): Promise<void> {
  const { accounts } = dependencies.database;
  const { name } = (await accounts.findById(account, { name: 1 }).lean()) ?? {};
  if (name === undefined) throw noAccount();
  const changed = await change(dependencies, account, value);
  const subject = { kind: 'account', id: account, name };
  await dependencies.audit({ ...by, account, action: `account.${action}`, subject, ...changed });
}

export const grantAction: AccountAction<{ amount: number; note: string; attempt: string }> = {
  name: 'grants',
  schema: Joi.object({
    amount: Joi.number()
      .integer()
      .min(1)
      .max(1e9)
      .required()
      .label('The number of credits')
      .description('Credits.'),
    note: Joi.string()
      .trim()
      .min(1)
      .max(200)
      .required()
      .label('The reason')
      .prefs({ convert: true })
      .description('The reason, for the ledger of the account.'),
    attempt: Joi.string()
      .pattern(/^grant_[0-9a-z]{23}$/)
      .required()
      .description('Id of the grant, made by the caller: sent twice, the credits are granted once.'),
  }),
  change: async ({ database }, account, { amount, note, attempt }) => {
    const grant = { account, grantId: attempt, amount, note, at: new Date() };
    await grantCredits(database, grant).catch((error: unknown) => {
      throw error instanceof GrantConflict
        ? new ApiError('CONFLICT', 'This grant was of another number of credits before; begin another one.')
        : error;
    });
    return { after: { amount, note, grant: attempt } };
  },
};

const limit = (max: number, label: string) =>
  Joi.number()
    .integer()
    .min(1)
    .max(max)
    .empty(['', null])
    .default(null)
    .label(label)
    .description(`${label} of each of its keys; without it, that of the configuration.`);

export const limitsAction: AccountAction<{ perMinute: number | null; concurrent: number | null }> = {
  name: 'limits',
  schema: Joi.object({
    perMinute: limit(1e6, 'The number of renders a minute'),
    concurrent: limit(1e5, 'The number of renders at once'),
  }),
  change: async ({ database }, account, limits) => {
    const before = await database.accounts.findById(account, { limits: 1 }).lean();
    await updateAccount(database.accounts, account, limits);
    return { before: { ...before?.limits }, after: { ...limits } };
  },
};

export const suspendAction: AccountAction<{ reason: string }> = {
  name: 'suspend',
  schema: Joi.object({
    reason: Joi.string()
      .trim()
      .min(1)
      .max(500)
      .required()
      .label('The reason')
      .prefs({ convert: true })
      .description('The reason, which its callers read in the error.'),
  }),
  change: async ({ database }, account, { reason }) => {
    await suspendAccount(database.accounts, account, { reason });
    return { after: { reason } };
  },
};

export const resumeAction: AccountAction<object> = {
  name: 'resume',
  schema: Joi.object({}),
  change: async ({ database }, account) => {
    await resumeAccount(database.accounts, account);
    return {};
  },
};

/** Creates an account without credits, and records it. */
export async function openAccount(
  { database, audit }: Dependencies,
  by: Operator,
  { name, ...limits }: { name: string } & AccountLimits,
) {
  const account = await createAccount(database.accounts, { name, limits });
  const { _id: id } = account;
  const subject = { kind: 'account', id, name };
  await audit({ ...by, account: id, action: 'account.create', subject, after: { name, ...limits } });
  return account;
}
