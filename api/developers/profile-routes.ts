import type { Request, Response } from 'express';
import Joi from 'joi';
import { ApiError } from '../../shared/errors.ts';
import { deleteUser } from '../../shared/identity/delete-user.ts';
import type { SessionDoc } from '../../shared/identity/library-models.ts';
import { listPasskeys } from '../../shared/identity/passkeys.ts';
import { hasPassword } from '../../shared/identity/ways-in.ts';
import { clientAddress } from '../http/client-address.ts';
import { checkForm, readForm } from '../http/form.ts';
import { formFacts, pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { byPerson } from '../identity/audit-origin.ts';
import { doneQuery, doneTexts } from '../identity/done-texts.ts';
import { sendCookies, toLibraryHeaders, toRefusal } from '../identity/identity.ts';
import type { IdentityDependencies } from '../identity/identity-dependencies.ts';
import { readClaims } from '../identity/link-claims.ts';
import type { Person } from '../identity/person.ts';
import { email, linkToken, newPassword, password } from '../identity/schemas.ts';
import { seeOther, sendPage } from '../identity/send-page.ts';
import { newEmailPage, type Profile, type ProfileForm, profilePage } from './profile-page.tsx';

export interface ProfileCall {
  req: Request;
  res: Response;
  person: Person;
}

const maxSessions = 50;

/** Sends the page, with what is wrong in one of its forms. */
export async function sendProfile(
  { database, web, passkeys: ceremonies }: IdentityDependencies,
  { res, person }: Pick<ProfileCall, 'res' | 'person'>,
  problem: Pick<Profile, 'sent' | 'mistake' | 'done'> = {},
  status = 200,
): Promise<void> {
  const open = { userId: person.user.id };
  const [sessions, passkeys, isKnown] = await Promise.all([
    database.sessions.find(open, { token: 0 }).limit(maxSessions).lean<SessionDoc[]>(),
    listPasskeys(database.passkeys, person.user.id),
    hasPassword(database, person.user.id),
  ]);
  const options = await ceremonies.askToRegister(person, passkeys);
  const page = { person, sessions, passkeys, options, hasPassword: isKnown, ...problem };
  sendPage(res, profilePage(page, web().build.rooms), status);
}

/**
 * Asks for the password once more, for what a session left open must not do. Sends the page and returns undefined when
 * the form is not right.
 * @throws ApiError RATE_LIMITED
 */
export async function checkPassword<Value extends { password: string }>(
  dependencies: IdentityDependencies,
  call: ProfileCall,
  form: ProfileForm,
  schema: Joi.ObjectSchema<Value>,
): Promise<Value | undefined> {
  const { value, errors } = checkForm(schema, await readForm(call.req));
  if (errors) {
    await sendProfile(dependencies, call, { sent: { form, errors } }, 422);
    return undefined;
  }
  const { identity, attempts } = dependencies;
  const { email } = call.person.user;
  await attempts.takeGuess(email, clientAddress(call.req.ip));
  const auth = await identity();
  const headers = toLibraryHeaders(call.req);
  try {
    await auth.api.verifyPassword({ body: { password: value.password }, headers });
  } catch (error) {
    if (toRefusal(error) === undefined) throw error;
    const wrong = { form, errors: { password: 'The password is wrong.' } };
    await sendProfile(dependencies, call, { sent: wrong }, 401);
    return undefined;
  }
  await attempts.succeed(email, clientAddress(call.req.ip));
  return value;
}

const getProfile = defineRoute({
  ...pageFacts,
  id: 'getProfile',
  path: '/developers/profile',
  access: 'person',
  summary: 'The user of a person',
  query: doneQuery,
  handle: (dependencies: IdentityDependencies, { res, person, query }) =>
    sendProfile(dependencies, { res, person }, { done: doneTexts.get(query.done) }),
});

const emailForm = Joi.object<{ email: string; password: string }>({ email, password });

const postEmail = defineRoute({
  ...formFacts,
  id: 'changeEmail',
  path: '/developers/profile/email',
  access: 'person',
  summary: 'Ask for another e-mail address',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: async (dependencies: IdentityDependencies, call) => {
    const value = await checkPassword(dependencies, call, 'email', emailForm);
    if (!value) return;
    await dependencies.attempts.takeMail(value.email, clientAddress(call.req.ip));
    const auth = await dependencies.identity();
    // The same for an address that is taken: only its mailbox could tell.
    await auth.api
      .changeEmail({ body: { newEmail: value.email }, headers: toLibraryHeaders(call.req) })
      .catch((error: unknown) => toRefusal(error) ?? Promise.reject(error));
    seeOther(call.res, '/developers/profile?done=email');
  },
});

const getNewEmail = defineRoute({
  ...pageFacts,
  id: 'getNewEmail',
  path: '/developers/profile/new-email',
  access: 'person',
  summary: 'Confirm another e-mail address',
  query: Joi.object<{ token: string }>({ token: linkToken }).unknown(),
  handle: ({ web }: IdentityDependencies, { res, person, query }) => {
    const email = readClaims(query.token)?.updateTo;
    if (email === undefined)
      throw new ApiError('INVALID_INPUT', 'This link is not whole; open it from the mail.');
    sendPage(res, newEmailPage({ person, email, token: query.token }, web().build.rooms));
  },
});

const postNewEmail = defineRoute({
  ...formFacts,
  id: 'confirmNewEmail',
  path: '/developers/profile/new-email',
  access: 'person',
  summary: 'Change the e-mail address by the link of a mail',
  handle: async ({ identity, web, audit }: IdentityDependencies, call) => {
    const { req, res, person } = call;
    const { key = '' } = await readForm(req);
    const next = readClaims(key)?.updateTo ?? '';
    const auth = await identity();
    try {
      if (next === '') throw new ApiError('INVALID_INPUT', 'This link is not whole; open it from the mail.');
      await auth.api.verifyEmail({ query: { token: key }, headers: toLibraryHeaders(req) });
    } catch (error) {
      if (toRefusal(error) === undefined) throw error;
      const mistake = 'This link was used already, is too old, or is for someone else.';
      return sendPage(
        res,
        newEmailPage({ person, email: next, token: key, mistake }, web().build.rooms),
        422,
      );
    }
    const change = { before: { email: person.user.email }, after: { email: next } };
    await audit({
      ...byPerson(call),
      action: 'user.email',
      subject: { kind: 'user', id: person.user.id },
      ...change,
    });
    seeOther(res, '/developers/profile?done=email-changed');
  },
});

const passwordForm = Joi.object<{ password: string; chosen: string }>({ password, chosen: newPassword });

const postPassword = defineRoute({
  ...formFacts,
  id: 'changePassword',
  path: '/developers/profile/password',
  access: 'person',
  summary: 'Change the password',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: async (dependencies: IdentityDependencies, call) => {
    const value = await checkPassword(dependencies, call, 'password', passwordForm);
    if (!value) return;
    const auth = await dependencies.identity();
    const { headers } = await auth.api.changePassword({
      body: { currentPassword: value.password, newPassword: value.chosen, revokeOtherSessions: true },
      headers: toLibraryHeaders(call.req),
      returnHeaders: true,
    });
    sendCookies(call.res, headers);
    await dependencies.audit({ ...byPerson(call), action: 'user.password' });
    seeOther(call.res, '/developers/profile?done=own-password');
  },
});

const postSessions = defineRoute({
  ...formFacts,
  id: 'endOtherSessions',
  path: '/developers/profile/sessions',
  access: 'person',
  summary: 'Sign out everywhere else',
  handle: async ({ database, audit }: IdentityDependencies, call) => {
    const { user, session } = call.person;
    await database.sessions.deleteMany({ userId: user.id, _id: { $ne: session.id } });
    await audit({ ...byPerson(call), action: 'user.sessions' });
    seeOther(call.res, '/developers/profile?done=sessions');
  },
});

const deleteForm = Joi.object<{ password: string }>({ password });

const postDelete = defineRoute({
  ...formFacts,
  id: 'deleteUser',
  path: '/developers/profile/delete',
  access: 'person',
  summary: 'Delete the user',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'CONFLICT'],
  handle: async (dependencies: IdentityDependencies, call) => {
    if (!(await checkPassword(dependencies, call, 'delete', deleteForm))) return;
    const { database, audit } = dependencies;
    try {
      await deleteUser(database, call.person.user.id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
      return sendProfile(dependencies, call, { mistake: error.message }, 409);
    }
    await audit({
      ...byPerson(call),
      action: 'user.delete',
      subject: { kind: 'user', id: call.person.user.id },
    });
    seeOther(call.res, '/sign-in?done=deleted');
  },
});

export const profileRoutes = [
  getProfile,
  postEmail,
  getNewEmail,
  postNewEmail,
  postPassword,
  postSessions,
  postDelete,
];
