import type { Request, Response } from 'express';
import Joi from 'joi';
import { ApiError } from '../../shared/errors.ts';
import { invite, listInvitations, withdrawInvitation } from '../../shared/identity/invitations.ts';
import type { MemberDoc } from '../../shared/identity/member-model.ts';
import { changeRoles, listMembers, removeMember } from '../../shared/identity/members.ts';
import { clientAddress } from '../http/client-address.ts';
import { checkForm, readForm } from '../http/form.ts';
import { formFacts, pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { byPerson } from '../identity/audit-origin.ts';
import { doneQuery, doneTexts } from '../identity/done-texts.ts';
import type { IdentityDependencies } from '../identity/identity-dependencies.ts';
import type { Member } from '../identity/person.ts';
import { email } from '../identity/schemas.ts';
import { seeOther, sendPage } from '../identity/send-page.ts';
import { roleChoices, type Team, type TeamMember, teamPage } from './team-page.tsx';

type Problem = Pick<Team, 'values' | 'errors' | 'mistake' | 'done'>;

async function sendTeam(
  { database, web }: IdentityDependencies,
  { res, person }: { res: Response; person: Member },
  problem: Problem = {},
  status = 200,
): Promise<void> {
  const { id } = person.account;
  const [members, invitations] = await Promise.all([
    listMembers(database.members, id),
    listInvitations(database.invitations, id),
  ]);
  const users = await database.users.find({ _id: { $in: members.map(({ user }) => user) } }).lean();
  const byId = new Map(users.map((user) => [user._id, user]));
  const team = members.flatMap((member): TeamMember[] => {
    const user = byId.get(member.user);
    return user
      ? [{ ...member, name: user.name, email: user.email, twoFactorEnabled: user.twoFactorEnabled === true }]
      : [];
  });
  sendPage(res, teamPage({ person, team, invitations, ...problem }, web().build.rooms), status);
}

const getTeam = defineRoute({
  ...pageFacts,
  id: 'getTeam',
  path: '/developers/team',
  access: 'member',
  summary: 'Members of an account',
  query: doneQuery,
  handle: (dependencies: IdentityDependencies, { res, person, query }) =>
    sendTeam(dependencies, { res, person }, { done: doneTexts.get(query.done) }),
});

const role = Joi.string()
  .valid(...roleChoices.map(({ value }) => value))
  .required()
  .label('The role');

const toRoles = (choice: string) => roleChoices.find(({ value }) => value === choice)!.roles;

const inviteForm = Joi.object<{ email: string; role: string }>({ email, role });

const postInvitation = defineRoute({
  ...formFacts,
  id: 'inviteMember',
  path: '/developers/team/invitations',
  access: 'owner',
  summary: 'Invite someone into the account',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: async (dependencies: IdentityDependencies, call) => {
    const { database, attempts, audit, mails } = dependencies;
    const { req, res, person } = call;
    const values = await readForm(req);
    const { value, errors } = checkForm(inviteForm, values);
    if (!value) return sendTeam(dependencies, call, { values, errors }, 422);
    await attempts.takeMail(value.email, clientAddress(req.ip));
    const { id: account, name: accountName } = person.account;
    const roles = toRoles(value.role);
    const invitation = await invite(database.invitations, {
      account,
      email: value.email,
      roles,
      invitedBy: person.user.id,
    });
    mails.sendInvitation(value.email, { accountName, roles, by: person.user.email });
    const subject = { kind: 'invitation', id: invitation._id, name: value.email };
    await audit({ ...byPerson(call), action: 'invitation.create', subject, after: { roles } });
    seeOther(res, '/developers/team?done=invited');
  },
});

const postWithdraw = defineRoute({
  ...formFacts,
  id: 'withdrawInvitation',
  path: '/developers/team/invitations/:id/withdraw',
  access: 'owner',
  summary: 'Withdraw an invitation',
  failures: ['NOT_FOUND'],
  handle: async ({ database, audit }: IdentityDependencies, call) => {
    const { res, person, params } = call;
    const withdrawn = await withdrawInvitation(database.invitations, person.account.id, params.id);
    if (!withdrawn) throw new ApiError('NOT_FOUND', 'The account has no such invitation.');
    const subject = { kind: 'invitation', id: withdrawn._id, name: withdrawn.email };
    await audit({ ...byPerson(call), action: 'invitation.withdraw', subject });
    seeOther(res, '/developers/team?done=withdrawn');
  },
});

const rolesForm = Joi.object<{ role: string }>({ role });

const postRoles = defineRoute({
  ...formFacts,
  id: 'changeRoles',
  path: '/developers/team/members/:id/roles',
  access: 'owner',
  summary: 'Change the roles of a member',
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async (dependencies: IdentityDependencies, call) => {
    const { value, errors } = checkForm(rolesForm, await readForm(call.req));
    if (!value) return sendTeam(dependencies, call, { mistake: Object.values(errors).join(' ') }, 422);
    const roles = toRoles(value.role);
    const { database } = dependencies;
    const member = call.params.id;
    await change(dependencies, call, {
      action: 'member.roles',
      after: { roles },
      make: () => changeRoles(database.members, { account: call.person.account.id, member, roles }),
      done: 'roles',
    });
  },
});

const postRemove = defineRoute({
  ...formFacts,
  id: 'removeMember',
  path: '/developers/team/members/:id/remove',
  access: 'owner',
  summary: 'Remove a member from the account',
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: (dependencies: IdentityDependencies, call) =>
    change(dependencies, call, {
      action: 'member.remove',
      make: () => removeMember(dependencies.database.members, call.person.account.id, call.params.id),
      done: 'removed',
    }),
});

interface Change {
  action: string;
  after?: Record<string, unknown>;
  /** Returns the member as it was. */
  make: () => Promise<MemberDoc>;
  done: string;
}

/** Changes a member, whose sessions end with it: what was opened with other roles is not used with these. */
async function change(
  dependencies: IdentityDependencies,
  call: { req: Request; res: Response; person: Member },
  { action, after, make, done }: Change,
): Promise<void> {
  const { database, audit } = dependencies;
  const before = await make().catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
    return error.message;
  });
  if (typeof before === 'string') return sendTeam(dependencies, call, { mistake: before }, 409);
  const subject = { kind: 'member', id: before._id, name: before.user };
  await audit({
    ...byPerson(call),
    action,
    subject,
    before: { roles: before.roles },
    ...(after && { after }),
  });
  await database.sessions.deleteMany({ userId: before.user });
  seeOther(call.res, before.user === call.person.user.id ? '/sign-in' : `/developers/team?done=${done}`);
}

export const teamRoutes = [getTeam, postInvitation, postWithdraw, postRoles, postRemove];
