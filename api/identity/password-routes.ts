import Joi from 'joi';
import { ApiError } from '../../shared/errors.ts';
import { clientAddress } from '../http/client-address.ts';
import { checkForm, readForm } from '../http/form.ts';
import { formFacts, pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { inBackground, withFloor } from './background.ts';
import { toLibraryHeaders, toRefusal } from './identity.ts';
import { type IdentityDependencies, showsMails } from './identity-dependencies.ts';
import { mailsPage } from './mails-page.tsx';
import { forgottenPage, newPasswordPage } from './new-password-pages.tsx';
import { email, newPassword } from './schemas.ts';
import { seeOther, sendPage } from './send-page.ts';
import { checkMailPage } from './sign-in-pages.tsx';

const getForgotten = defineRoute({
  ...pageFacts,
  id: 'getForgotten',
  path: '/sign-in/forgotten',
  access: 'anyone',
  summary: 'Ask for a new password',
  handle: ({ web }: IdentityDependencies, { res }) => sendPage(res, forgottenPage({}, web().build.rooms)),
});

const forgottenForm = Joi.object<{ email: string }>({ email });

const postForgotten = defineRoute({
  ...formFacts,
  id: 'askForPassword',
  path: '/sign-in/forgotten',
  access: 'own page',
  summary: 'Send the link for a new password',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: async ({ attempts, identity, log, web, floorMs }: IdentityDependencies, { req, res }) => {
    const values = await readForm(req);
    const { value, errors } = checkForm(forgottenForm, values);
    if (!value) return sendPage(res, forgottenPage({ values, errors }, web().build.rooms), 422);
    await attempts.takeMail(value.email, clientAddress(req.ip));
    const auth = await identity();
    inBackground(log, auth.api.requestPasswordReset({ body: value, headers: toLibraryHeaders(req) }));
    await withFloor(floorMs, Promise.resolve());
    seeOther(res, '/sign-in/sent');
  },
});

const getSent = defineRoute({
  ...pageFacts,
  id: 'getForgottenSent',
  path: '/sign-in/sent',
  access: 'anyone',
  summary: 'Where the link is',
  handle: (dependencies: IdentityDependencies, { req, res }) => {
    const page = {
      path: '/sign-in/sent',
      text: 'If the address has a user, the link is in its mail. It is valid for an hour.',
      mails: showsMails(dependencies, req) ? '/sign-in/mails' : undefined,
    };
    sendPage(res, checkMailPage(page, dependencies.web().build.rooms));
  },
});

const key = Joi.string().max(200).default('');

const getNewPassword = defineRoute({
  ...pageFacts,
  id: 'getNewPassword',
  path: '/sign-in/new-password',
  access: 'anyone',
  summary: 'Choose a new password',
  query: Joi.object<{ token: string }>({ token: key }).unknown(),
  handle: ({ web }: IdentityDependencies, { res, query }) =>
    sendPage(res, newPasswordPage({ token: query.token }, web().build.rooms)),
});

const newPasswordForm = Joi.object<{ password: string; key: string }>({ password: newPassword, key });

const postNewPassword = defineRoute({
  ...formFacts,
  id: 'changePasswordByLink',
  path: '/sign-in/new-password',
  access: 'own page',
  summary: 'Change the password by the link of a mail',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: async ({ attempts, identity, web }: IdentityDependencies, { req, res }) => {
    const values = await readForm(req);
    const { value, errors } = checkForm(newPasswordForm, values);
    const refuse = (problem: object) =>
      sendPage(res, newPasswordPage({ token: values.key ?? '', ...problem }, web().build.rooms), 422);
    if (!value) return refuse({ errors });
    await attempts.takeGuess(`link ${clientAddress(req.ip)}`, clientAddress(req.ip));
    const auth = await identity();
    try {
      await auth.api.resetPassword({ body: { newPassword: value.password, token: value.key } });
    } catch (error) {
      if (toRefusal(error) === undefined) throw error;
      return refuse({ mistake: 'This link was used already or is too old; ask for a new one.' });
    }
    seeOther(res, '/sign-in?done=password');
  },
});

const getMails = defineRoute({
  ...pageFacts,
  id: 'getMails',
  path: '/sign-in/mails',
  access: 'anyone',
  summary: 'The last mails of a process without a mail server, in development',
  failures: ['NOT_FOUND'],
  handle: (dependencies: IdentityDependencies, { req, res }) => {
    if (!showsMails(dependencies, req))
      throw new ApiError(
        'NOT_FOUND',
        'Mails are shown in development alone, without SMTP_URL, to this machine.',
      );
    sendPage(res, mailsPage(dependencies.mailer.recent(), dependencies.web().build.rooms));
  },
});

export const passwordRoutes = [
  getForgotten,
  postForgotten,
  getSent,
  getNewPassword,
  postNewPassword,
  getMails,
];
