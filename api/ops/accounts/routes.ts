import Joi from 'joi';
import type { AccountDoc } from '../../../shared/accounts/account-model.ts';
import { listAudit } from '../../../shared/audit/list-audit.ts';
import { sumCosts } from '../../../shared/costs/read-costs.ts';
import type { DayRange } from '../../../shared/credits/usage-days.ts';
import type { UserDoc } from '../../../shared/identity/library-models.ts';
import { listMembers } from '../../../shared/identity/members.ts';
import { newId } from '../../../shared/ids.ts';
import { listKeys } from '../../../shared/keys/keys.ts';
import { dayRangeFields, readInRange, toDayRange } from '../../http/day-range.ts';
import { checkForm, type FormErrors, type FormValues, readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { byOperator } from '../../identity/audit-origin.ts';
import type { Person } from '../../identity/person.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import { sendCostsCsv } from '../costs/send-costs-csv.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';
import {
  type AccountAction,
  grantAction,
  limitsAction,
  noAccount,
  resumeAction,
  runAccountAction,
  suspendAction,
} from './account-actions.ts';
import { accountPage } from './account-page.tsx';
import { findAccounts, listAccounts } from './account-queries.ts';
import { accountsPage, toAccountPath } from './accounts-page.tsx';

const pageSize = 50;
const maxChanges = 10;
const word = Joi.string().trim().max(128).empty('');
const accountParameter = {
  account: { description: 'Id of the account.', schema: { type: 'string' } },
} as const;

const getAccounts = defineRoute({
  ...pageFacts,
  id: 'getOpsAccounts',
  path: '/ops/accounts',
  access: 'operator',
  summary: 'Accounts',
  query: Joi.object<{ find?: string; before?: string }>({ find: word, before: word }).prefs({
    convert: true,
  }),
  handle: async ({ database, web }: OperatorDependencies, { res, person, query }) => {
    const { find: text = '', before } = query;
    const found =
      text === ''
        ? await listAccounts(database, { before, limit: pageSize + 1 })
        : await findAccounts(database, text, pageSize);
    const accounts = found.slice(0, pageSize);
    const next = found.length > pageSize ? accounts.at(-1)?._id : undefined;
    sendPage(res, accountsPage({ person, text, accounts, next }, web().build.ops));
  },
});

const getAccount = defineRoute({
  ...pageFacts,
  id: 'getOpsAccount',
  path: '/ops/accounts/:account',
  params: accountParameter,
  access: 'operator',
  summary: 'One account',
  query: Joi.object<{ done?: string } & Partial<DayRange>>({
    done: Joi.string().max(40),
    ...dayRangeFields,
  }).unknown(),
  failures: ['NOT_FOUND'],
  handle: async (dependencies: OperatorDependencies, { res, person, params, query }) => {
    const page = await readAccountPage(dependencies, person, params.account, query);
    const html = accountPage({ ...page, done: query.done }, dependencies.web().build.ops);
    sendPage(res, html, page.refusedRange ? 422 : 200);
  },
});

async function readAccountPage(
  { database, config }: OperatorDependencies,
  person: Person,
  id: string,
  days: Partial<DayRange> = {},
) {
  const account = await database.accounts.findById(id, { holds: 0 }).lean<AccountDoc>();
  if (!account) throw noAccount();
  const [members, keys, stores, changes, { found: costs, refused: refusedRange }] = await Promise.all([
    readMembers(database, id),
    listKeys(database.keys, id),
    database.stores
      .find({ account: id }, { slug: 1, name: 1 })
      .sort({ createdAt: 1, _id: 1 })
      .limit(100)
      .lean(),
    listAudit(database.audit, id, { limit: maxChanges }),
    readInRange(days, (range) => sumCosts(database.costDays, { account: id }, range)),
  ]);
  const { RATE_LIMIT_PER_MINUTE: perMinute, RATE_LIMIT_CONCURRENT: concurrent } = config;
  const defaults = { perMinute, concurrent };
  return {
    ...{ person, account, members, keys, stores, changes, defaults, costs, refusedRange },
    attempt: newId('grant'),
  };
}

const getCosts = defineRoute({
  id: 'getOpsAccountCosts',
  method: 'get',
  path: '/ops/accounts/:account/costs.csv',
  params: accountParameter,
  access: 'operator',
  summary: 'The costs of an account as CSV',
  query: Joi.object<Partial<DayRange>>(dayRangeFields),
  cache: 'no-store',
  responses: { 200: { description: 'Each day of each provider.' } },
  handle: ({ database }: OperatorDependencies, { res, params: { account }, query }) =>
    sendCostsCsv(database, res, { account }, toDayRange(query)),
});

async function readMembers({ members, users }: OperatorDependencies['database'], account: string) {
  const found = await listMembers(members, account);
  const ids = found.map(({ user }) => user);
  const known = await users.find({ _id: { $in: ids } }, { email: 1 }).lean<UserDoc[]>();
  const emails = new Map(known.map(({ _id, email }) => [_id, email]));
  return found.map((member) => ({ ...member, email: emails.get(member.user) }));
}

interface AccountForm {
  id: string;
  /** `done` of the page that follows. */
  done: string;
  summary: string;
}

/** Makes the route of a form about one account, which is shown again with its mistakes. */
const defineForm = <Value>(action: AccountAction<Value>, { id, done, summary }: AccountForm) =>
  defineRoute({
    ...formFacts,
    id,
    path: `/ops/accounts/:account/${action.name}`,
    params: accountParameter,
    access: 'operator',
    summary,
    failures: ['NOT_FOUND', 'CONFLICT'],
    handle: async (dependencies: OperatorDependencies, call) => {
      const { req, res, person, params } = call;
      const { account } = params as { account: string };
      const values = await readForm(req);
      const { value, errors } = checkForm(action.schema, values);
      if (errors) return showAgain(dependencies, { person, account, res, values, errors });
      await runAccountAction(dependencies, byOperator(call), action, { account, value });
      seeOther(res, `${toAccountPath(account)}?done=${done}`);
    },
  });

interface Refused {
  person: Person;
  account: string;
  res: Parameters<typeof sendPage>[0];
  values: FormValues;
  errors: FormErrors;
}

async function showAgain(dependencies: OperatorDependencies, { res, ...refused }: Refused): Promise<void> {
  const { person, account, values, errors } = refused;
  const page = await readAccountPage(dependencies, person, account);
  sendPage(res, accountPage({ ...page, values, errors }, dependencies.web().build.ops), 422);
}

const forms = [
  defineForm(grantAction, { id: 'grantCredits', done: 'granted', summary: 'Grant credits' }),
  defineForm(limitsAction, { id: 'setLimits', done: 'limits', summary: 'Set the limits of an account' }),
  defineForm(suspendAction, { id: 'suspendAccount', done: 'suspended', summary: 'Suspend an account' }),
  defineForm(resumeAction, { id: 'resumeAccount', done: 'resumed', summary: 'Resume an account' }),
];

export const accountRoutes = [getAccounts, getAccount, getCosts, ...forms];
