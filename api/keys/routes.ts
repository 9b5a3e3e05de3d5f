import Joi from 'joi';
import type { Audit } from '../../shared/audit/audit.ts';
import { assertWithin } from '../../shared/keys/assert-within.ts';
import type { ApiKeyDoc, ApiKeyModel } from '../../shared/keys/key-model.ts';
import { listKeys } from '../../shared/keys/keys.ts';
import { findOwnKey, keyOrder, orderKey, revokeOwnKey, rollKey } from '../../shared/keys/manage-keys.ts';
import { defineRoute } from '../http/route.ts';
import { byKey } from '../identity/audit-origin.ts';
import { json } from '../openapi/operation.ts';
import { text } from '../openapi/schema.ts';
import { createdKeySchema, keyListSchema, keySchema, rolledKeySchema, toKeyView } from './schemas.ts';

interface KeysDependencies {
  keys: ApiKeyModel;
  audit: Audit;
}

const base = '/api/keys';
const common = { tag: 'Account', access: 'live key', cache: 'no-store' } as const;
const keyParameter = { key: { description: 'Id of the key.', schema: text('An id.') } } as const;

const view = {
  id: 'key_0mwr4f8k2d3xq',
  name: 'Continuous integration',
  mode: 'test',
  hint: 'service_test_3kQ9…',
  scopes: ['render', 'read'],
  createdAt: '2026-01-31T09:00:00.000Z',
};
const created = { ...view, key: 'service_test_3kQ9…' };

const getKeys = defineRoute({
  ...common,
  id: 'listKeys',
  method: 'get',
  path: base,
  summary: 'List the keys of the account',
  responses: {
    200: {
      description: 'The keys.',
      content: json(keyListSchema, { keys: { summary: 'One key', value: { keys: [view] } } }),
    },
  },
  handle: async ({ keys }: KeysDependencies, { key: { account } }) => ({
    keys: (await listKeys(keys, account)).map(toKeyView),
  }),
});

const postKey = defineRoute({
  ...common,
  id: 'createKey',
  method: 'post',
  path: base,
  summary: 'Create a key',
  description:
    'The new key can do no more than the key that makes it: it has its scopes, addresses and expiry unless narrower ones are given. A key with credits per day makes none.',
  body: {
    name: 'KeyRequest',
    schema: keyOrder,
    examples: {
      narrow: {
        summary: 'A test key that renders',
        value: { name: view.name, mode: 'test', scopes: ['render', 'read'] },
      },
    },
  },
  responses: {
    201: {
      description: 'The key, which no other response has.',
      content: json(createdKeySchema, { created: { summary: 'A key', value: created } }),
    },
  },
  failures: ['CONFLICT'],
  handle: async ({ keys, audit }: KeysDependencies, call) => {
    const { key: maker, body } = call;
    const { key, keyId } = await orderKey(keys, maker.account, body, { maker });
    const made = toKeyView(await findOwnKey(keys, maker.account, keyId));
    const { id: _, hint: __, createdAt: ___, ...after } = made;
    await audit({
      ...byKey(call),
      action: 'key.create',
      subject: { kind: 'key', id: keyId, name: made.name },
      after: { ...after },
    });
    return { ...made, key };
  },
});

const postRoll = defineRoute({
  ...common,
  id: 'rollKey',
  method: 'post',
  path: `${base}/:key/roll`,
  params: keyParameter,
  summary: 'Replace a key by one with the same bounds',
  description:
    'The former key stays valid for the overlap. A key rolls itself, and those that can do no more.',
  body: {
    name: 'KeyRollRequest',
    schema: Joi.object<{ overlapHours: number }>({
      overlapHours: Joi.number()
        .integer()
        .min(0)
        .max(168)
        .default(24)
        .description('Hours that the former key stays valid.'),
    }),
    examples: { day: { summary: 'A day', value: { overlapHours: 24 } } },
  },
  responses: {
    200: {
      description: 'The key that replaces it, which no other response has.',
      content: json(rolledKeySchema, {
        rolled: { summary: 'A key', value: { ...created, formerUntil: '2026-02-01T09:00:00.000Z' } },
      }),
    },
  },
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async ({ keys, audit }: KeysDependencies, call) => {
    const { key: maker, params, body } = call;
    const former = await findOwnKey(keys, maker.account, params.key);
    if (former._id !== maker._id) assertWithin(maker, former);
    const { key, keyId, expiresAt } = await rollKey(keys, maker.account, former._id, body.overlapHours);
    await audit({
      ...byKey(call),
      action: 'key.roll',
      subject: toSubject(former),
      after: { replacedBy: keyId, formerUntil: expiresAt.toISOString() },
    });
    return { ...toKeyView(await findOwnKey(keys, maker.account, keyId)), key, formerUntil: expiresAt };
  },
});

const deleteKey = defineRoute({
  ...common,
  id: 'revokeKey',
  method: 'delete',
  path: `${base}/:key`,
  params: keyParameter,
  summary: 'Revoke a key',
  description: 'It is refused from the next request on, and stays in the list.',
  responses: { 200: { description: 'The key.', content: json(keySchema) } },
  failures: ['NOT_FOUND'],
  handle: async ({ keys, audit }: KeysDependencies, call) => {
    const { account } = call.key;
    await revokeOwnKey(keys, account, call.params.key);
    const revoked = await findOwnKey(keys, account, call.params.key);
    await audit({ ...byKey(call), action: 'key.revoke', subject: toSubject(revoked) });
    return toKeyView(revoked);
  },
});

const toSubject = ({ _id: id, name }: ApiKeyDoc) => ({ kind: 'key', id, name });

export const keyRoutes = [getKeys, postKey, postRoll, deleteKey];
