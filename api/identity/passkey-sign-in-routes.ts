import Joi from 'joi';
import { clientAddress } from '../http/client-address.ts';
import { checkForm, readForm } from '../http/form.ts';
import { formFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { enter } from './enter.ts';
import { toLibraryHeaders } from './identity.ts';
import type { IdentityDependencies } from './identity-dependencies.ts';
import { passkeyResponse, to } from './schemas.ts';
import { sendSignIn } from './send-sign-in.ts';

const form = Joi.object<{ response: string; to: string }>({ response: passkeyResponse, to });

const refused = 'This passkey does not fit, or the page was open for too long; try again.';

const postPasskey = defineRoute({
  ...formFacts,
  id: 'signInWithPasskey',
  path: '/sign-in/passkey',
  access: 'own page',
  summary: 'Start a session with a passkey',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: async (dependencies: IdentityDependencies, { req, res }) => {
    const { attempts, identity, passkeys } = dependencies;
    const values = await readForm(req);
    const { value } = checkForm(form, values);
    const refuse = () =>
      sendSignIn(dependencies, res, { to: values.to ?? '', mistake: refused }, value ? 401 : 422);
    if (!value) return refuse();
    const address = clientAddress(req.ip);
    const guesser = `passkey ${address}`;
    await attempts.takeGuess(guesser, address);
    const userId = await passkeys.signIn(value.response);
    if (userId === undefined) return refuse();
    await attempts.succeed(guesser, address);
    const auth = await identity();
    const { headers } = await auth.api.startSession({
      body: { userId },
      headers: toLibraryHeaders(req),
      returnHeaders: true,
    });
    await enter(dependencies, { req, res, userId, headers, to: value.to });
  },
});

export const passkeySignInRoutes = [postPasskey];
