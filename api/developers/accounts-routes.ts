import type { Response } from 'express';
import Joi from 'joi';
import { updateAccount } from '../../shared/accounts/accounts.ts';
import { ApiError } from '../../shared/errors.ts';
import { acceptInvitation, listOwnInvitations } from '../../shared/identity/invitations.ts';
import { createOwnAccount } from '../../shared/identity/own-account.ts';
import { checkForm, readForm } from '../http/form.ts';
import { formFacts, pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { byPerson } from '../identity/audit-origin.ts';
import { doneQuery, doneTexts } from '../identity/done-texts.ts';
import type { IdentityDependencies } from '../identity/identity-dependencies.ts';
import type { Person } from '../identity/person.ts';
import { name } from '../identity/schemas.ts';
import { seeOther, sendPage } from '../identity/send-page.ts';
import { type Accounts, accountsPage } from './accounts-page.tsx';

type Problem = Pick<Accounts, 'values' | 'errors' | 'done'>;

async function sendAccounts(
  { database, web }: IdentityDependencies,
  { res, person }: { res: Response; person: Person },
  problem: Problem = {},
  status = 200,
): Promise<void> {
  const invitations = await listOwnInvitations(database, person.user.email);
  const mayCreate = person.account === undefined && !person.roles.includes('operator');
  sendPage(res, accountsPage({ person, invitations, mayCreate, ...problem }, web().build.rooms), status);
}

const getAccounts = defineRoute({
  ...pageFacts,
  id: 'getAccounts',
  path: '/developers/accounts',
  access: 'person',
  summary: 'Accounts and invitations of a person',
  query: doneQuery,
  handle: (dependencies: IdentityDependencies, { res, person, query }) =>
    sendAccounts(dependencies, { res, person }, { done: doneTexts.get(query.done) }),
});

const nameForm = Joi.object<{ name: string }>({ name });

const postAccount = defineRoute({
  ...formFacts,
  id: 'createOwnAccount',
  path: '/developers/accounts',
  access: 'person',
  summary: 'Create an account, for someone who is in none',
  failures: ['CONFLICT'],
  handle: async (dependencies: IdentityDependencies, call) => {
    const { req, res, person } = call;
    const values = await readForm(req);
    const { value, errors } = checkForm(nameForm, values);
    if (!value) return sendAccounts(dependencies, call, { values, errors }, 422);
    if (person.account) throw new ApiError('CONFLICT', 'You are in an account already.');
    const { database, audit } = dependencies;
    const user = await database.users.findOne({ _id: person.user.id }).lean();
    const id = await createOwnAccount(database, user!, value.name);
    const subject = { kind: 'account', id, name: value.name };
    await audit({ ...byPerson(call), account: id, action: 'account.create', subject });
    seeOther(res, '/developers/accounts?done=created');
  },
});

const postRename = defineRoute({
  ...formFacts,
  id: 'renameAccount',
  path: '/developers/accounts/rename',
  access: 'owner',
  summary: 'Rename the account',
  handle: async (dependencies: IdentityDependencies, call) => {
    const { req, res, person } = call;
    const values = await readForm(req);
    const { value, errors } = checkForm(nameForm, values);
    if (!value) return sendAccounts(dependencies, call, { values, errors }, 422);
    const { id, name: former } = person.account;
    await updateAccount(dependencies.database.accounts, id, value);
    const subject = { kind: 'account', id };
    await dependencies.audit({
      ...byPerson(call),
      action: 'account.rename',
      subject,
      before: { name: former },
      after: value,
    });
    seeOther(res, '/developers/accounts?done=renamed');
  },
});

const postSwitch = defineRoute({
  ...formFacts,
  id: 'switchAccount',
  path: '/developers/accounts/switch',
  access: 'person',
  summary: 'Work in another account',
  failures: ['NOT_FOUND'],
  handle: async ({ database }: IdentityDependencies, { req, res, person }) => {
    const { account } = await readForm(req);
    if (!person.accounts.some(({ id }) => id === account))
      throw new ApiError('NOT_FOUND', 'You are not in this account.');
    await database.sessions.updateOne({ _id: person.session.id }, { $set: { account } });
    seeOther(res, '/developers/accounts?done=switched');
  },
});

const postJoin = defineRoute({
  ...formFacts,
  id: 'acceptInvitation',
  path: '/developers/accounts/join',
  access: 'person',
  summary: 'Accept an invitation',
  failures: ['NOT_FOUND'],
  handle: async ({ database, audit }: IdentityDependencies, call) => {
    const { req, res, person } = call;
    const { invitation: id = '' } = await readForm(req);
    const user = { _id: person.user.id, email: person.user.email };
    const accepted = await acceptInvitation(database, user, id);
    if (!accepted)
      throw new ApiError('NOT_FOUND', 'This invitation was withdrawn, or is too old; ask for a new one.');
    const { account, roles } = accepted;
    await database.sessions.updateOne({ _id: person.session.id }, { $set: { account } });
    const subject = { kind: 'invitation', id };
    await audit({ ...byPerson(call), account, action: 'invitation.accept', subject, after: { roles } });
    seeOther(res, '/developers/accounts?done=joined');
  },
});

export const accountsRoutes = [getAccounts, postAccount, postRename, postSwitch, postJoin];
