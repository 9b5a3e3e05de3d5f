import type { Request, Response } from 'express';
import Joi from 'joi';
import { isInvited } from '../../shared/identity/invitations.ts';
import { clientAddress } from '../http/client-address.ts';
import { checkForm, readForm } from '../http/form.ts';
import { formFacts, pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { byUser } from './audit-origin.ts';
import { withFloor } from './background.ts';
import { enter } from './enter.ts';
import { toLibraryHeaders, toRefusal } from './identity.ts';
import { type IdentityDependencies, showsMails } from './identity-dependencies.ts';
import { readClaims } from './link-claims.ts';
import { email, linkToken, name, newPassword, password, to } from './schemas.ts';
import { seeOther, sendPage } from './send-page.ts';
import { checkMailPage, confirmPage, signUpPage } from './sign-in-pages.tsx';

const getSignUp = defineRoute({
  ...pageFacts,
  id: 'getSignUp',
  path: '/sign-up',
  access: 'anyone',
  summary: 'Sign up',
  query: Joi.object<{ to: string }>({ to }).unknown(),
  handle: ({ web, config }: IdentityDependencies, { res, query }) =>
    sendPage(res, signUpPage({ to: query.to, isInvited: config.SIGN_UP === 'invited' }, web().build.rooms)),
});

const signUpForm = Joi.object<{ name: string; email: string; password: string }>({
  name,
  email,
  password: newPassword
    .invalid(Joi.ref('email'))
    .messages({ 'any.invalid': '{#label} must not be the address' }),
});

const postSignUp = defineRoute({
  ...formFacts,
  id: 'signUp',
  path: '/sign-up',
  access: 'own page',
  summary: 'Create a user who is not confirmed yet',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: async (dependencies: IdentityDependencies, { req, res }) => {
    const { attempts, config, web, floorMs } = dependencies;
    const values = await readForm(req);
    const { value, errors } = checkForm(signUpForm, values);
    if (!value) {
      const page = { to: '', values, errors, isInvited: config.SIGN_UP === 'invited' };
      return sendPage(res, signUpPage(page, web().build.rooms), 422);
    }
    await attempts.takeMail(value.email, clientAddress(req.ip));
    await withFloor(floorMs, signUp(dependencies, value, req));
    seeOther(res, '/sign-up/sent');
  },
});

/** Creates the user, or writes to the one who has the address already: the page says the same. */
async function signUp(
  { identity, config, database }: IdentityDependencies,
  user: { name: string; email: string; password: string },
  req: Request,
): Promise<void> {
  if (config.SIGN_UP === 'invited' && !(await isInvited(database.invitations, user.email))) return;
  const auth = await identity();
  await auth.api.signUpEmail({ body: user, headers: toLibraryHeaders(req) });
}

const getSent = defineRoute({
  ...pageFacts,
  id: 'getSignUpSent',
  path: '/sign-up/sent',
  access: 'anyone',
  summary: 'Where the link is',
  handle: (dependencies: IdentityDependencies, { req, res }) => {
    const page = {
      path: '/sign-up/sent',
      text: 'Open the link that we have sent you, within an hour.',
      mails: showsMails(dependencies, req) ? '/sign-in/mails' : undefined,
    };
    sendPage(res, checkMailPage(page, dependencies.web().build.rooms));
  },
});

const getConfirm = defineRoute({
  ...pageFacts,
  id: 'getSignUpConfirm',
  path: '/sign-up/confirm',
  access: 'anyone',
  summary: 'Confirm an e-mail address',
  query: Joi.object<{ token: string }>({ token: linkToken }).unknown(),
  handle: ({ web }: IdentityDependencies, { res, query }) => {
    const address = readClaims(query.token)?.email ?? '';
    const page = { email: address, token: query.token, ...(address === '' && { mistake: badLink }) };
    sendPage(res, confirmPage(page, web().build.rooms), address === '' ? 422 : 200);
  },
});

const badLink = 'This link is not whole or too old; sign in to get a new one.';

const confirmForm = Joi.object<{ password: string; key: string }>({ password, key: linkToken });

const postConfirm = defineRoute({
  ...formFacts,
  id: 'confirmSignUp',
  path: '/sign-up/confirm',
  access: 'own page',
  summary: 'Confirm an e-mail address with the password of the sign-up',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: async (dependencies: IdentityDependencies, { req, res }) => {
    const values = await readForm(req);
    const { value, errors } = checkForm(confirmForm, values);
    const address = readClaims(values.key ?? '')?.email ?? '';
    const refuse = (problem: object, status: number) => {
      const page = { email: address, token: values.key ?? '', ...problem };
      sendPage(res, confirmPage(page, dependencies.web().build.rooms), status);
    };
    if (address === '') return refuse({ mistake: badLink }, 422);
    if (!value) return refuse({ errors }, 422);
    await dependencies.attempts.takeGuess(address, clientAddress(req.ip));
    const outcome = await confirm(dependencies, { email: address, ...value }, { req, res });
    if (outcome === 'password') refuse({ errors: { password: 'The password is wrong.' } }, 401);
    if (outcome === 'link') refuse({ mistake: badLink }, 422);
  },
});

/**
 * Confirms the address and signs in. Whoever signed up with someone else's address does not get in by that person's click,
 * and the link alone does not sign in.
 */
async function confirm(
  dependencies: IdentityDependencies,
  { email, password, key }: { email: string; password: string; key: string },
  { req, res }: { req: Request; res: Response },
): Promise<'done' | 'password' | 'link'> {
  const { identity, attempts, audit } = dependencies;
  const auth = await identity();
  const headers = toLibraryHeaders(req);
  const signIn = () => auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true });
  const first = await signIn().catch((error: unknown) => toRefusal(error) ?? Promise.reject(error));
  if (typeof first === 'string' && first !== 'EMAIL_NOT_VERIFIED') return 'password';
  if (typeof first === 'string') {
    const verified = await auth.api
      .verifyEmail({ query: { token: key } })
      .catch((error: unknown) => toRefusal(error) ?? Promise.reject(error));
    if (typeof verified === 'string') return 'link';
  }
  const signedIn = typeof first === 'string' ? await signIn() : first;
  if (!('user' in signedIn.response)) return 'link';
  const { id: userId } = signedIn.response.user;
  await attempts.succeed(email, clientAddress(req.ip));
  await audit({ ...byUser({ req, res }, { id: userId, email }), action: 'user.confirm' });
  await enter(dependencies, { req, res, userId, headers: signedIn.headers, to: '' });
  return 'done';
}

export const signUpRoutes = [getSignUp, postSignUp, getSent, getConfirm, postConfirm];
