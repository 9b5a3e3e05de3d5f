import Joi from 'joi';
import { clientAddress } from '../http/client-address.ts';
import { readForm } from '../http/form.ts';
import { formFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { byPerson } from '../identity/audit-origin.ts';
import { sendCookies, toLibraryHeaders, toRefusal } from '../identity/identity.ts';
import type { IdentityDependencies } from '../identity/identity-dependencies.ts';
import { password } from '../identity/schemas.ts';
import { seeOther, sendPage } from '../identity/send-page.ts';
import { checkPassword } from './profile-routes.ts';
import { codeAgainPage, setUpPage } from './second-factor-pages.tsx';

const passwordForm = Joi.object<{ password: string }>({ password });
const limited = { failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE'] } as const;

const postSetUp = defineRoute({
  ...formFacts,
  ...limited,
  id: 'setUpSecondFactor',
  path: '/developers/profile/second-factor',
  access: 'person',
  summary: 'Show the key of a second factor, once',
  handle: async (dependencies: IdentityDependencies, call) => {
    const value = await checkPassword(dependencies, call, 'second-factor', passwordForm);
    if (!value) return;
    const auth = await dependencies.identity();
    const made = await auth.api.enableTwoFactor({ body: value, headers: toLibraryHeaders(call.req) });
    if (made.method !== 'totp') throw new Error('Only codes of apps are set up.');
    const secret = new URL(made.totpURI).searchParams.get('secret') ?? '';
    const page = { person: call.person, uri: made.totpURI, secret, recoveryCodes: made.backupCodes };
    sendPage(call.res, setUpPage(page, dependencies.web().build.rooms));
  },
});

const postConfirm = defineRoute({
  ...formFacts,
  ...limited,
  id: 'turnOnSecondFactor',
  path: '/developers/profile/second-factor/confirm',
  access: 'person',
  summary: 'Turn the second factor on with a code',
  handle: async ({ identity, attempts, audit, web }: IdentityDependencies, call) => {
    const { req, res, person } = call;
    const { code = '' } = await readForm(req);
    await attempts.takeGuess(`code ${person.user.id}`, clientAddress(req.ip));
    const auth = await identity();
    try {
      const body = { code: code.replace(/\s/g, '') };
      const { headers } = await auth.api.verifyTOTP({
        body,
        headers: toLibraryHeaders(req),
        returnHeaders: true,
      });
      sendCookies(res, headers);
    } catch (error) {
      if (toRefusal(error) === undefined) throw error;
      const page = { person, error: 'The code is wrong or too old; enter the current one.' };
      return sendPage(res, codeAgainPage(page, web().build.rooms), 401);
    }
    await audit({ ...byPerson(call), action: 'user.second-factor', after: { isOn: true } });
    seeOther(res, '/developers/profile?done=second-factor');
  },
});

const postOff = defineRoute({
  ...formFacts,
  ...limited,
  id: 'turnOffSecondFactor',
  path: '/developers/profile/second-factor/off',
  access: 'person',
  summary: 'Turn the second factor off',
  handle: async (dependencies: IdentityDependencies, call) => {
    const value = await checkPassword(dependencies, call, 'second-factor', passwordForm);
    if (!value) return;
    const auth = await dependencies.identity();
    const headers = toLibraryHeaders(call.req);
    const off = await auth.api.disableTwoFactor({ body: value, headers, returnHeaders: true });
    sendCookies(call.res, off.headers);
    await dependencies.audit({ ...byPerson(call), action: 'user.second-factor', after: { isOn: false } });
    seeOther(call.res, '/developers/profile?done=no-second-factor');
  },
});

export const secondFactorRoutes = [postSetUp, postConfirm, postOff];
