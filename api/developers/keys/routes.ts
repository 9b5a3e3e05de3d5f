import Joi from 'joi';
import { ApiError } from '../../../shared/errors.ts';
import { type KeyScope, keyScopes } from '../../../shared/keys/key-scopes.ts';
import { listKeys } from '../../../shared/keys/keys.ts';
import { orderKey, revokeOwnKey, rollKey } from '../../../shared/keys/manage-keys.ts';
import type { SecretBox } from '../../../shared/secrets/secret-box.ts';
import { type FormErrors, type FormValues, newAttempt, readAttempt, readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { byPerson } from '../../identity/audit-origin.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import type { PortalDependencies } from '../portal-dependencies.ts';
import { getDoneText } from '../portal-done.ts';
import { showOnce, takeShown } from '../shown-once.ts';
import { keysPage } from './keys-page.tsx';

const doneQuery = Joi.object<{ done?: string }>({ done: Joi.string().max(40) }).unknown();
const keyParameter = { key: { description: 'Id of the key.', schema: { type: 'string' } } } as const;

/**
 * Returns the secret from which the key of a form is made: the form that is sent twice, as it is, makes one key and
 * shows it both times.
 */
const toSeed = (box: SecretBox, account: string, values: FormValues, order: object) =>
  box.signer('key').sign(JSON.stringify([account, readAttempt(values), order]));

const getKeys = defineRoute({
  ...pageFacts,
  id: 'getKeysPage',
  path: '/developers/keys',
  access: 'developer',
  summary: 'Keys of an account',
  query: doneQuery,
  handle: async ({ database, web, config, box }: PortalDependencies, call) => {
    const { res, person, query } = call;
    const keys = await listKeys(database.keys, person.account.id);
    const page = {
      ...{ person, baseUrl: config.BASE_URL, keys: keys.reverse(), attempt: newAttempt() },
      shown: takeShown(call, box, 'key'),
      done: getDoneText(query.done),
    };
    sendPage(res, keysPage(page, web().build.rooms));
  },
});

const postKey = defineRoute({
  ...formFacts,
  id: 'createKeyByForm',
  path: '/developers/keys',
  access: 'developer',
  summary: 'Create a key',
  failures: ['CONFLICT'],
  handle: async ({ database, web, config, box, audit }: PortalDependencies, call) => {
    const { req, res, person } = call;
    const values = await readForm(req);
    const account = person.account.id;
    try {
      const order = toOrder(values);
      const seed = toSeed(box, account, values, order);
      const { key, keyId, isNew } = await orderKey(database.keys, account, order, { seed });
      const subject = { kind: 'key', id: keyId, name: order.name };
      if (isNew) await audit({ ...byPerson(call), action: 'key.create', subject, after: { ...order } });
      showOnce(res, box, person, { kind: 'key', secret: key, name: order.name, mode: order.mode });
      seeOther(res, `${values.back === 'overview' ? '/developers' : '/developers/keys'}?done=key`);
    } catch (error) {
      const errors = toFormErrors(error);
      const keys = (await listKeys(database.keys, account)).reverse();
      const page = { person, baseUrl: config.BASE_URL, keys, values, errors, attempt: newAttempt() };
      sendPage(res, keysPage(page, web().build.rooms), 422);
    }
  },
});

/** Reads the order of a key from its form. */
function toOrder(values: FormValues) {
  const scopes = keyScopes.filter((scope) => values[`scope-${scope}`] === 'on');
  const addresses = (values.addresses ?? '').split(/[\s,]+/).filter(Boolean);
  const isWhole = scopes.length === keyScopes.length || values.back === 'overview';
  return {
    name: values.name ?? '',
    mode: values.mode === 'live' ? ('live' as const) : ('test' as const),
    ...(isWhole ? {} : { scopes: scopes as KeyScope[] }),
    ...(values.expiresAt ? { expiresAt: new Date(values.expiresAt) } : {}),
    ...(addresses.length > 0 ? { addresses } : {}),
    ...(values.creditsPerDay ? { creditsPerDay: Number(values.creditsPerDay) } : {}),
  };
}

/** Returns what a form says of a mistake beside its field. @throws any other error */
function toFormErrors(error: unknown): FormErrors {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') throw error;
  const field = error.detail.field?.replace(/\[.*$/, '') ?? 'name';
  return { [field]: error.message };
}

const overlaps = new Set(['0', '1', '24', '168']);

const postRoll = defineRoute({
  ...formFacts,
  id: 'rollKeyByForm',
  path: '/developers/keys/:key/roll',
  params: keyParameter,
  access: 'developer',
  summary: 'Replace a key by one with the same bounds',
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async ({ database, box, audit }: PortalDependencies, call) => {
    const { req, res, person, params } = call;
    const values = await readForm(req);
    const { overlap = '24' } = values;
    const hours = overlaps.has(overlap) ? Number(overlap) : 24;
    const account = person.account.id;
    const seed = toSeed(box, account, values, [params.key, hours]);
    const rolled = await rollKey(database.keys, account, params.key, hours, { seed });
    const made = await database.keys.findById(rolled.keyId, { name: 1, mode: 1 }).lean();
    const { name, mode } = made!;
    const subject = { kind: 'key', id: params.key, name };
    const after = { replacedBy: rolled.keyId, formerUntil: rolled.expiresAt.toISOString() };
    if (rolled.isNew) await audit({ ...byPerson(call), action: 'key.roll', subject, after });
    showOnce(res, box, person, { kind: 'key', secret: rolled.key, name, mode });
    seeOther(res, '/developers/keys?done=rolled');
  },
});

const postRevoke = defineRoute({
  ...formFacts,
  id: 'revokeKeyByForm',
  path: '/developers/keys/:key/revoke',
  params: keyParameter,
  access: 'developer',
  summary: 'Revoke a key',
  failures: ['NOT_FOUND'],
  handle: async ({ database, audit }: PortalDependencies, call) => {
    const { res, person, params } = call;
    await revokeOwnKey(database.keys, person.account.id, params.key);
    await audit({ ...byPerson(call), action: 'key.revoke', subject: { kind: 'key', id: params.key } });
    seeOther(res, '/developers/keys?done=revoked');
  },
});

export const keyRoutes = [getKeys, postKey, postRoll, postRevoke];
