import Joi from 'joi';
import { listDeliveries } from '../../../shared/deliveries/list-deliveries.ts';
import { OutboundRefused } from '../../../shared/outbound/outbound.ts';
import { replayWebhook } from '../../../shared/webhooks/replay-webhook.ts';
import { newWebhookSecret } from '../../../shared/webhooks/signature.ts';
import { sendTestWebhook, testTypes } from '../../../shared/webhooks/test-webhook.ts';
import { readWebhook, rotateWebhookSecret, saveWebhook } from '../../../shared/webhooks/webhook-settings.ts';
import { newAttempt, readAttempt, readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { byPerson } from '../../identity/audit-origin.ts';
import type { Member } from '../../identity/person.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import type { PortalDependencies } from '../portal-dependencies.ts';
import { getDoneText } from '../portal-done.ts';
import { type ShownSecret, showOnce, takeShown } from '../shown-once.ts';
import { webhooksPage } from './webhooks-page.tsx';

const path = '/developers/webhooks';

const getWebhooks = defineRoute({
  ...pageFacts,
  id: 'getWebhooksPage',
  path,
  access: 'developer',
  summary: 'Webhook of an account',
  query: Joi.object<{ done?: string }>({ done: Joi.string().max(40) }).unknown(),
  handle: async (dependencies: PortalDependencies, call) => {
    const { res, person, query } = call;
    const shown = takeShown(call, dependencies.box, 'webhook');
    const page = { ...(await readPage(dependencies, person)), shown, done: getDoneText(query.done) };
    sendPage(res, webhooksPage(page, dependencies.web().build.rooms));
  },
});

async function readPage({ database }: PortalDependencies, person: Member) {
  const account = person.account.id;
  const [webhook, deliveries] = await Promise.all([
    readWebhook(database.accounts, account),
    listDeliveries(database.deliveries, account),
  ]);
  return { person, webhook, deliveries, attempt: newAttempt() };
}

const postWebhook = defineRoute({
  ...formFacts,
  id: 'saveWebhookByForm',
  path,
  access: 'developer',
  summary: 'Save the address of the webhook',
  failures: ['CONFLICT'],
  handle: async (dependencies: PortalDependencies, call) => {
    const { database, box, audit, outbound, web } = dependencies;
    const { req, res, person } = call;
    const account = person.account.id;
    const url = (await readForm(req)).url?.trim() ?? '';
    const error = url === '' ? undefined : await findProblem(outbound, url);
    if (error) {
      const page = { ...(await readPage(dependencies, person)), url, error };
      return sendPage(res, webhooksPage(page, web().build.rooms), 422);
    }
    const before = await readWebhook(database.accounts, account);
    const { secret } = await saveWebhook(database.accounts, box, account, url || null);
    const change = { before: { url: before?.url ?? null }, after: { url: url || null } };
    await audit({ ...byPerson(call), action: 'webhook.save', ...change });
    if (secret) showOnce(res, box, person, toShown(secret));
    seeOther(res, `${path}?done=${url === '' ? 'no-url' : 'url'}`);
  },
});

const toShown = (secret: string): ShownSecret => ({ kind: 'webhook', secret });

/** Returns what is wrong with an address, as a sentence. */
async function findProblem(
  outbound: PortalDependencies['outbound'],
  url: string,
): Promise<string | undefined> {
  try {
    await outbound.assertResolves(url);
    return undefined;
  } catch (error) {
    if (error instanceof OutboundRefused) return `The URL ${error.message}.`;
    throw error;
  }
}

const postRoll = defineRoute({
  ...formFacts,
  id: 'rollWebhookSecretByForm',
  path: `${path}/roll`,
  access: 'developer',
  summary: 'Replace the signing secret of the webhook',
  failures: ['CONFLICT'],
  handle: async ({ database, box, audit }: PortalDependencies, call) => {
    const { req, res, person } = call;
    const account = person.account.id;
    // The form that is sent twice rolls once: a second roll would end the secret that receivers still have.
    const seed = box.signer('webhook').sign(`${account} ${readAttempt(await readForm(req))}`);
    const secret = newWebhookSecret(Buffer.from(seed, 'base64url'));
    const rolled = await rotateWebhookSecret(database.accounts, box, account, { secret });
    const after = { formerUntil: rolled.previousUntil.toISOString() };
    if (rolled.isNew) await audit({ ...byPerson(call), action: 'webhook.roll', after });
    showOnce(res, box, person, toShown(rolled.secret));
    seeOther(res, `${path}?done=secret`);
  },
});

const postTest = defineRoute({
  ...formFacts,
  id: 'testWebhookByForm',
  path: `${path}/test`,
  access: 'developer',
  summary: 'Send a test message to the webhook',
  failures: ['CONFLICT'],
  handle: async ({ database, box, outbound, config }: PortalDependencies, { req, res, person }) => {
    const { type } = await readForm(req);
    const { accounts, deliveries } = database;
    const { delivered } = await sendTestWebhook(
      { accounts, deliveries, outbound, box, baseUrl: config.BASE_URL },
      person.account.id,
      testTypes.find((each) => each === type),
    );
    seeOther(res, `${path}?done=${delivered ? 'tested' : 'not-tested'}#deliveries`);
  },
});

const postReplay = defineRoute({
  ...formFacts,
  id: 'replayWebhookByForm',
  path: `${path}/replay`,
  access: 'developer',
  summary: 'Send the webhook of a render again',
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async ({ database }: PortalDependencies, { req, res, person }) => {
    const { render = '' } = await readForm(req);
    await replayWebhook(database, person.account.id, render.trim());
    seeOther(res, `${path}?done=replayed#deliveries`);
  },
});

export const webhookRoutes = [getWebhooks, postWebhook, postRoll, postTest, postReplay];
