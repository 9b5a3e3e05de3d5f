import Joi from 'joi';
import { ApiError } from '../../shared/errors.ts';
import { addPasskey, removePasskey } from '../../shared/identity/passkeys.ts';
import { hasPassword, passwordProvider } from '../../shared/identity/ways-in.ts';
import { minuteMs } from '../../shared/time.ts';
import { checkForm, readForm } from '../http/form.ts';
import { formFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { byPerson } from '../identity/audit-origin.ts';
import type { IdentityDependencies } from '../identity/identity-dependencies.ts';
import { name, passkeyResponse, password } from '../identity/schemas.ts';
import { seeOther } from '../identity/send-page.ts';
import { checkPassword, type ProfileCall, sendProfile } from './profile-routes.ts';

interface NewPasskey {
  name: string;
  response: string;
}

const newPasskey = { name, response: passkeyResponse };
const withoutPassword = Joi.object<NewPasskey>(newPasskey);
const withPassword = Joi.object<NewPasskey & { password: string }>({ ...newPasskey, password });

/** A session of someone without a password must be this young to add a passkey. */
const freshMs = 15 * minuteMs;

const postPasskey = defineRoute({
  ...formFacts,
  id: 'addPasskey',
  path: '/developers/profile/passkeys',
  access: 'person',
  summary: 'Register a passkey',
  failures: ['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'CONFLICT'],
  handle: async (dependencies: IdentityDependencies, call) => {
    const { passkeys, database, audit } = dependencies;
    const { person, res } = call;
    const value = await readNewPasskey(dependencies, call);
    if (!value) return;
    const registered = await passkeys.register(person, value.response);
    if (!registered) {
      const errors = { name: 'The device’s response does not fit, or came too late; try again.' };
      return sendProfile(dependencies, call, { sent: { form: 'passkey', errors } }, 422);
    }
    try {
      await addPasskey(database.passkeys, { ...registered, user: person.user.id, name: value.name });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
      return sendProfile(dependencies, call, { mistake: error.message }, 409);
    }
    await audit({ ...byPerson(call), action: 'user.passkey', after: { name: value.name } });
    seeOther(res, '/developers/profile?done=passkey');
  },
});

/** Reads the form of someone who proves once more to be the person of the session. */
async function readNewPasskey(
  dependencies: IdentityDependencies,
  call: ProfileCall,
): Promise<NewPasskey | undefined> {
  const { session, user } = call.person;
  if (await hasPassword(dependencies.database, user.id))
    return checkPassword(dependencies, call, 'passkey', withPassword);
  const { value, errors } = checkForm(withoutPassword, await readForm(call.req));
  if (errors) await sendProfile(dependencies, call, { sent: { form: 'passkey', errors } }, 422);
  if (!value || Date.now() - session.startedAt.getTime() <= freshMs) return value;
  const mistake = 'Sign out and in again, then add the passkey within 15 minutes.';
  await sendProfile(dependencies, call, { mistake }, 401);
  return undefined;
}

const removal = Joi.object<{ passkey: string }>({ passkey: Joi.string().max(2000).required() });

const postRemove = defineRoute({
  ...formFacts,
  id: 'removePasskey',
  path: '/developers/profile/passkeys/remove',
  access: 'person',
  summary: 'Remove a passkey',
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async (dependencies: IdentityDependencies, call) => {
    const { database, audit, staff } = dependencies;
    const { person, req, res } = call;
    const { value } = checkForm(removal, await readForm(req));
    const providers = [passwordProvider, ...(staff ? [staff.provider] : [])];
    try {
      const removed = await removePasskey(database, {
        user: person.user.id,
        passkey: value?.passkey ?? '',
        providers,
      });
      await audit({ ...byPerson(call), action: 'user.passkey', before: { name: removed.name } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
      return sendProfile(dependencies, call, { mistake: error.message }, 409);
    }
    seeOther(res, '/developers/profile?done=no-passkey');
  },
});

export const passkeyRoutes = [postPasskey, postRemove];
