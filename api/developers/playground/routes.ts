import { orderKey } from '../../../shared/keys/manage-keys.ts';
import { hourMs } from '../../../shared/time.ts';
import { readForm } from '../../http/form.ts';
import { pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { byPerson } from '../../identity/audit-origin.ts';
import { sendPage } from '../../identity/send-page.ts';
import { json } from '../../openapi/operation.ts';
import { moment, namedObject, text } from '../../openapi/schema.ts';
import type { PortalDependencies } from '../portal-dependencies.ts';
import { listNewest } from '../render-list.tsx';
import { playgroundPage } from './playground-page.tsx';

const shownRenders = 12;

const getPlayground = defineRoute({
  ...pageFacts,
  id: 'getPlayground',
  path: '/developers/playground',
  access: 'developer',
  summary: 'Renders from a page',
  handle: async ({ database, web, config }: PortalDependencies, { res, person }) => {
    const renders = await listNewest(database.renders, person.account.id, shownRenders);
    sendPage(res, playgroundPage({ person, renders, baseUrl: config.BASE_URL }, web().build.rooms));
  },
});

interface PlaygroundKey {
  key: string;
  expiresAt: string;
}

const keySchema = namedObject<PlaygroundKey>('PlaygroundKey', 'A key of the playground.', {
  key: text('The key.'),
  expiresAt: moment('When it ends.'),
});

/** A key serves a session for one to two of these. */
const windowMs = 4 * hourMs;

const postKey = defineRoute({
  id: 'createPlaygroundKey',
  method: 'post',
  path: '/developers/playground/key',
  access: 'developer',
  summary: 'Return the key with which the playground of this session calls the API',
  cache: 'no-store',
  responses: { 200: { description: 'The key.', content: json(keySchema) } },
  failures: ['CONFLICT'],
  handle: async ({ database, box, audit }: PortalDependencies, call): Promise<PlaygroundKey> => {
    const { req, person } = call;
    const mode = (await readForm(req)).mode === 'live' ? 'live' : 'test';
    const account = person.account.id;
    const window = Math.floor(Date.now() / windowMs);
    const expiresAt = new Date((window + 2) * windowMs);
    const order = { name: 'Playground', mode, scopes: ['render', 'read'], expiresAt };
    // One key for each session, mode and window: opening the page again makes no further one.
    const seed = box
      .signer('key')
      .sign(JSON.stringify([account, 'playground', person.session.id, mode, window]));
    const { key, keyId, isNew } = await orderKey(database.keys, account, order, { seed });
    const subject = { kind: 'key', id: keyId, name: order.name };
    if (isNew) await audit({ ...byPerson(call), action: 'key.create', subject, after: { ...order } });
    return { key, expiresAt: expiresAt.toISOString() };
  },
});

export const playgroundRoutes = [getPlayground, postKey];
