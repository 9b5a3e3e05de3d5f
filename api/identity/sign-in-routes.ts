import type { Request, Response } from 'express';
import Joi from 'joi';
import { clientAddress } from '../http/client-address.ts';
import { checkForm, readForm } from '../http/form.ts';
import { formFacts, pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { byPerson } from './audit-origin.ts';
import { inBackground } from './background.ts';
import { doneTexts } from './done-texts.ts';
import { enter } from './enter.ts';
import { sendCookies, toLibraryHeaders, toRefusal } from './identity.ts';
import type { IdentityDependencies } from './identity-dependencies.ts';
import { email, password, to } from './schemas.ts';
import { seeOther, sendPage } from './send-page.ts';
import { sendSignIn } from './send-sign-in.ts';
import { codePage } from './sign-in-pages.tsx';

const query = Joi.object<{ to: string; done?: string }>({ to, done: Joi.string() }).unknown();

const getSignIn = defineRoute({
  ...pageFacts,
  id: 'getSignIn',
  path: '/sign-in',
  access: 'anyone',
  summary: 'Sign in',
  query,
  handle: (dependencies: IdentityDependencies, { res, query }) =>
    sendSignIn(dependencies, res, { to: query.to, done: doneTexts.get(query.done) }),
});

const signInForm = Joi.object<{ email: string; password: string; to: string }>({ email, password, to });

/** The same for a wrong address and a wrong password. */
const wrong = 'The e-mail address or the password is wrong.';

const postSignIn = defineRoute({
  ...formFacts,
  id: 'signIn',
  path: '/sign-in',
  access: 'own page',
  summary: 'Start a session',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: async (dependencies: IdentityDependencies, { req, res }) => {
    const { identity, attempts } = dependencies;
    const values = await readForm(req);
    const { value, errors } = checkForm(signInForm, values);
    const refuse = (problem: object, status: number) =>
      sendSignIn(dependencies, res, { to: values.to ?? '', values, ...problem }, status);
    if (!value) return refuse({ errors }, 422);
    const address = clientAddress(req.ip);
    await attempts.takeGuess(value.email, address);
    const auth = await identity();
    try {
      const { email, password } = value;
      const headers = toLibraryHeaders(req);
      const signedIn = await auth.api.signInEmail({
        body: { email, password },
        headers,
        returnHeaders: true,
      });
      await attempts.succeed(email, address);
      if (!('user' in signedIn.response)) return askForCode(res, signedIn.headers, value.to);
      const { id: userId } = signedIn.response.user;
      return await enter(dependencies, { req, res, userId, headers: signedIn.headers, to: value.to });
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal === 'EMAIL_NOT_VERIFIED') return confirmFirst(dependencies, value.email, { req, res });
      if (refusal === undefined) throw error;
      return refuse({ errors: { password: wrong } }, 401);
    }
  },
});

function askForCode(res: Response, headers: Headers, to: string): void {
  sendCookies(res, headers);
  seeOther(res, `/sign-in/code?${new URLSearchParams({ to })}`);
}

/** The password was right, so that this tells only its owner that the address is not confirmed yet. */
async function confirmFirst(
  { attempts, identity, log }: IdentityDependencies,
  to: string,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  await attempts.takeMail(to, clientAddress(req.ip));
  const auth = await identity();
  inBackground(log, auth.api.sendVerificationEmail({ body: { email: to } }));
  seeOther(res, '/sign-up/sent');
}

const getCode = defineRoute({
  ...pageFacts,
  id: 'getSignInCode',
  path: '/sign-in/code',
  access: 'anyone',
  summary: 'Enter the second factor',
  query,
  handle: ({ web }: IdentityDependencies, { res, query }) =>
    sendPage(res, codePage({ to: query.to }, web().build.rooms)),
});

const codeForm = Joi.object<{ code: string; to: string }>({
  code: Joi.string().trim().max(30).required().label('The code'),
  to,
});

const postCode = defineRoute({
  ...formFacts,
  id: 'signInWithCode',
  path: '/sign-in/code',
  access: 'own page',
  summary: 'Start a session with a second factor',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: async (dependencies: IdentityDependencies, { req, res }) => {
    const { attempts, web } = dependencies;
    const values = await readForm(req);
    const { value, errors } = checkForm(codeForm, values);
    const refuse = (problem: object, status: number) =>
      sendPage(res, codePage({ to: values.to ?? '', ...problem }, web().build.rooms), status);
    if (!value) return refuse({ errors }, 422);
    // The library bounds the codes of one sign-in; an address has a limit besides.
    await attempts.takeGuess(`code ${clientAddress(req.ip)}`, clientAddress(req.ip));
    try {
      const { headers, response } = await verifyCode(dependencies, req, value.code);
      return await enter(dependencies, { req, res, userId: response.user.id, headers, to: value.to });
    } catch (error) {
      if (toRefusal(error) === undefined) throw error;
      return refuse({ errors: { code: 'The code is wrong or too old; enter the current one.' } }, 401);
    }
  },
});

/** A code of six digits is from the app, any other one of the recovery codes. */
async function verifyCode({ identity }: IdentityDependencies, req: Request, code: string) {
  const auth = await identity();
  const headers = toLibraryHeaders(req);
  const digits = code.replace(/\s/g, '');
  return /^\d{6}$/.test(digits)
    ? auth.api.verifyTOTP({ body: { code: digits }, headers, returnHeaders: true })
    : auth.api.verifyBackupCode({ body: { code }, headers, returnHeaders: true });
}

const signOut = defineRoute({
  ...formFacts,
  id: 'signOut',
  path: '/sign-out',
  access: 'person',
  summary: 'End the session',
  handle: async ({ identity, audit }: IdentityDependencies, { req, res, person }) => {
    const auth = await identity();
    const { headers } = await auth.api.signOut({ headers: toLibraryHeaders(req), returnHeaders: true });
    await audit({ ...byPerson({ req, res, person }), action: 'session.end' });
    sendCookies(res, headers);
    seeOther(res, '/sign-in?done=out');
  },
});

export const signInRoutes = [getSignIn, postSignIn, getCode, postCode, signOut];
