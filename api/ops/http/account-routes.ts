import Joi from 'joi';
import type { AccountDoc, AccountLimits, Credits } from '../../../shared/accounts/account-model.ts';
import { defineRoute } from '../../http/route.ts';
import { byOperator } from '../../identity/audit-origin.ts';
import { json } from '../../openapi/operation.ts';
import {
  buildList,
  buildObject,
  count,
  integer,
  moment,
  namedObject,
  optional,
  text,
} from '../../openapi/schema.ts';
import {
  type AccountAction,
  grantAction,
  limitsAction,
  noAccount,
  openAccount,
  resumeAction,
  runAccountAction,
  suspendAction,
} from '../accounts/account-actions.ts';
import { findAccounts, type ListedAccount, listAccounts } from '../accounts/account-queries.ts';
import { type OperatorApiDependencies, operatorFacts } from './operator-call.ts';

type CreditsView = Pick<Credits, 'available' | 'held' | 'spent' | 'granted'>;

interface AccountView extends Pick<AccountDoc, 'name' | 'createdAt'> {
  id: string;
  credits: CreditsView;
  limits?: AccountLimits;
  suspended?: { reason: string; at: Date };
}

const toAccountView = ({
  _id: id,
  name,
  credits: { available, held, spent, granted },
  limits,
  suspended,
  createdAt,
}: ListedAccount & Pick<AccountDoc, 'limits'>): AccountView => ({
  ...{ id, name, createdAt, credits: { available, held, spent, granted } },
  ...(limits && { limits }),
  ...(suspended && { suspended: { reason: suspended.reason, at: suspended.at } }),
});

const accountSchema = namedObject<AccountView>('OperatedAccount', 'An account, as its operator sees it.', {
  id: text('Id of the account.'),
  name: text('Its name.'),
  createdAt: moment('When it was created.'),
  credits: buildObject<CreditsView>('Its credits.', {
    available: integer('That it may spend.'),
    held: count('Of open renders.'),
    spent: count('That were charged.'),
    granted: integer('That it was given.'),
  }),
  limits: optional(
    buildObject<AccountLimits>('Limits of its own, of each of its keys.', {
      perMinute: optional(count('Renders a minute.')),
      concurrent: optional(count('Renders at once.')),
    }),
  ),
  suspended: optional(
    buildObject<NonNullable<AccountView['suspended']>>('Why it starts no renders.', {
      reason: text('The reason, which its callers read.'),
      at: moment('Since when.'),
    }),
  ),
});

interface AccountList {
  accounts: AccountView[];
  next?: string;
}

const accountListSchema = namedObject<AccountList>('OperatedAccountList', 'Accounts.', {
  accounts: buildList(accountSchema, 'At most 50, the newest first.'),
  next: optional(text('`before` of the next page; absent on the last one.')),
});

const base = '/api/ops/accounts';
const accountParameter = {
  account: { description: 'Id of the account.', schema: text('An id.') },
} as const;
const responses = { 200: { description: 'The account.', content: json(accountSchema) } };
const pageSize = 50;
const word = Joi.string().trim().max(128).prefs({ convert: true });

const getAccounts = defineRoute({
  ...operatorFacts,
  id: 'listAccounts',
  method: 'get',
  path: base,
  summary: 'List or find accounts',
  query: Joi.object<{ find?: string; before?: string }>({
    find: word.description('An id, how a name begins, the address of a member, or the slug of a store.'),
    before: word.description('`next` of the page before.'),
  }),
  responses: { 200: { description: 'The accounts.', content: json(accountListSchema) } },
  handle: async ({ database }: OperatorApiDependencies, { query: { find, before } }) => {
    const found = find
      ? await findAccounts(database, find, pageSize)
      : await listAccounts(database, { before, limit: pageSize + 1 });
    const accounts = found.slice(0, pageSize).map(toAccountView);
    return { accounts, ...(found.length > pageSize && { next: accounts.at(-1)!.id }) };
  },
});

const postAccount = defineRoute({
  ...operatorFacts,
  id: 'createAccount',
  method: 'post',
  path: base,
  summary: 'Create an account',
  description: 'It has no credits until some are granted.',
  body: {
    name: 'NewAccount',
    schema: Joi.object<{ name: string } & AccountLimits>({
      name: Joi.string()
        .trim()
        .min(1)
        .max(200)
        .required()
        .prefs({ convert: true })
        .description('Whose account it is.'),
      perMinute: Joi.number().integer().min(1).max(1e6).description('Renders a minute of each of its keys.'),
      concurrent: Joi.number().integer().min(1).max(1e5).description('Renders at once of each of its keys.'),
    }),
  },
  responses: { 201: { description: 'The account.', content: json(accountSchema) } },
  handle: async (dependencies: OperatorApiDependencies, call) =>
    toAccountView(await openAccount(dependencies, byOperator(call), call.body)),
});

const getAccount = defineRoute({
  ...operatorFacts,
  id: 'getAccount',
  method: 'get',
  path: `${base}/:account`,
  params: accountParameter,
  summary: 'Read an account',
  responses,
  failures: ['NOT_FOUND'],
  handle: (dependencies: OperatorApiDependencies, { params }) => readAccount(dependencies, params.account),
});

/** @throws ApiError NOT_FOUND */
async function readAccount({ database }: OperatorApiDependencies, id: string): Promise<AccountView> {
  const account = await database.accounts.findById(id, { holds: 0 }).lean<AccountDoc>();
  if (!account) throw noAccount();
  return toAccountView(account);
}

const defineAction = <Value extends object>(
  action: AccountAction<Value>,
  facts: { id: string; body?: string; summary: string },
) =>
  defineRoute({
    ...operatorFacts,
    id: facts.id,
    method: 'post',
    path: `${base}/:account/${action.name}`,
    params: accountParameter,
    summary: facts.summary,
    ...(facts.body !== undefined && { body: { name: facts.body, schema: action.schema } }),
    responses,
    failures: ['NOT_FOUND', 'CONFLICT'],
    handle: async (dependencies: OperatorApiDependencies, call) => {
      const { account } = call.params as { account: string };
      await runAccountAction(dependencies, byOperator(call), action, {
        account,
        value: call.body ?? ({} as Value),
      });
      return readAccount(dependencies, account);
    },
  });

export const accountApiRoutes = [
  getAccounts,
  postAccount,
  getAccount,
  defineAction(grantAction, {
    id: 'grantAccount',
    body: 'CreditGrant',
    summary: 'Grant credits to an account',
  }),
  defineAction(limitsAction, {
    id: 'limitAccount',
    body: 'AccountLimits',
    summary: 'Set the limits of an account',
  }),
  defineAction(suspendAction, {
    id: 'stopAccount',
    body: 'AccountSuspension',
    summary: 'Suspend an account',
  }),
  defineAction(resumeAction, { id: 'restartAccount', summary: 'Let a suspended account render again' }),
];
