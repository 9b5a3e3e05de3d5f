import Joi from 'joi';
import type { Audit } from '../../shared/audit/audit.ts';
import type { Database } from '../../shared/database/database.ts';
import { listDeliveries } from '../../shared/deliveries/list-deliveries.ts';
import { invalidInput } from '../../shared/errors.ts';
import { type Outbound, OutboundRefused } from '../../shared/outbound/outbound.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import { replayWebhook } from '../../shared/webhooks/replay-webhook.ts';
import { sendTestWebhook, type TestType, testTypes } from '../../shared/webhooks/test-webhook.ts';
import { readWebhook, rotateWebhookSecret, saveWebhook } from '../../shared/webhooks/webhook-settings.ts';
import { defineRoute } from '../http/route.ts';
import { byKey } from '../identity/audit-origin.ts';
import { json } from '../openapi/operation.ts';
import { toWebhookView, webhookDeliveriesSchema, webhookSchema, webhookTestSchema } from './schemas.ts';

interface WebhookDependencies extends Pick<Database, 'accounts' | 'renders' | 'deliveries'> {
  audit: Audit;
  secrets: SecretBox;
  outbound: Pick<Outbound, 'assertResolves' | 'request'>;
  config: { BASE_URL: string };
}

const base = '/api/webhook';
const common = { tag: 'Account', access: 'live key', cache: 'no-store' } as const;
const example = { saved: { summary: 'Saved', value: { url: 'https://shop.example/renders', signed: true } } };
const responses = { 200: { description: 'The webhook.', content: json(webhookSchema, example) } };

const getWebhook = defineRoute({
  ...common,
  id: 'getWebhook',
  method: 'get',
  path: base,
  summary: 'Read the webhook of the account',
  responses,
  handle: async ({ accounts }: WebhookDependencies, { key }) =>
    toWebhookView(await readWebhook(accounts, key.account)),
});

const putWebhook = defineRoute({
  ...common,
  id: 'saveWebhook',
  method: 'put',
  path: base,
  summary: 'Save the URL of the webhook',
  description: 'The first call makes the signing secret, and returns it.',
  body: {
    name: 'WebhookRequest',
    schema: Joi.object<{ url: string | null }, true>({
      url: Joi.string()
        .trim()
        .max(2048)
        .allow(null)
        .required()
        .prefs({ convert: true })
        .description('An https URL; null: none.'),
    }),
    examples: { url: { summary: 'A URL', value: { url: 'https://shop.example/renders' } } },
  },
  responses,
  failures: ['CONFLICT'],
  handle: async ({ accounts, audit, secrets, outbound }: WebhookDependencies, call) => {
    const { account } = call.key;
    const { url } = call.body;
    if (url !== null) await assertReachable(outbound, url);
    const before = await readWebhook(accounts, account);
    const { secret } = await saveWebhook(accounts, secrets, account, url);
    const change = { before: { url: before?.url ?? null }, after: { url } };
    await audit({ ...byKey(call), action: 'webhook.save', ...change });
    return toWebhookView(await readWebhook(accounts, account), secret);
  },
});

async function assertReachable(outbound: WebhookDependencies['outbound'], url: string): Promise<void> {
  await outbound.assertResolves(url).catch((error: unknown) => {
    throw error instanceof OutboundRefused ? invalidInput('url', `${error.message}.`, error) : error;
  });
}

const postSecret = defineRoute({
  ...common,
  id: 'rollWebhookSecret',
  method: 'post',
  path: `${base}/secret`,
  summary: 'Replace the signing secret',
  description: 'Calls are signed with the former one too for a day.',
  responses,
  failures: ['CONFLICT'],
  handle: async ({ accounts, audit, secrets }: WebhookDependencies, call) => {
    const { account } = call.key;
    const { secret, previousUntil } = await rotateWebhookSecret(accounts, secrets, account);
    await audit({
      ...byKey(call),
      action: 'webhook.roll',
      after: { formerUntil: previousUntil.toISOString() },
    });
    return toWebhookView(await readWebhook(accounts, account), secret);
  },
});

const postTest = defineRoute({
  ...common,
  id: 'testWebhook',
  method: 'post',
  path: `${base}/test`,
  summary: 'Send a test message',
  body: {
    name: 'WebhookTestRequest',
    schema: Joi.object<{ type: TestType }>({
      type: Joi.string()
        .valid(...testTypes)
        .default('webhook.test')
        .description('Type of the message.'),
    }),
    examples: { succeeded: { summary: 'The end of a render', value: { type: 'render.succeeded' } } },
  },
  responses: { 200: { description: 'The result.', content: json(webhookTestSchema) } },
  failures: ['CONFLICT'],
  handle: async ({ secrets, config, ...rest }: WebhookDependencies, { key, body }) => {
    const dependencies = { ...rest, box: secrets, baseUrl: config.BASE_URL };
    const { delivered, status, ms, answer } = await sendTestWebhook(dependencies, key.account, body.type);
    return { delivered, ...(status === undefined ? {} : { status }), ms, answer };
  },
});

const getDeliveries = defineRoute({
  ...common,
  id: 'listWebhookDeliveries',
  method: 'get',
  path: `${base}/deliveries`,
  summary: 'List the newest calls of the webhook',
  responses: { 200: { description: 'The attempts.', content: json(webhookDeliveriesSchema) } },
  handle: async ({ deliveries }: WebhookDependencies, { key }) => {
    const found = await listDeliveries(deliveries, key.account);
    return { deliveries: found.map(({ eventId: _, ...delivery }) => delivery) };
  },
});

const postReplay = defineRoute({
  ...common,
  id: 'replayWebhook',
  method: 'post',
  path: `${base}/replay`,
  summary: 'Send the webhook of a render again',
  description: 'With all of its attempts, within seconds.',
  body: {
    name: 'WebhookReplayRequest',
    schema: Joi.object<{ renderId: string }, true>({
      renderId: Joi.string().max(100).required().description('A render that has ended.'),
    }),
    examples: { render: { summary: 'A render', value: { renderId: 'rnd_0mwr4f8k2d3xq' } } },
  },
  responses: { 204: { description: 'It will be sent.' } },
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: (dependencies: WebhookDependencies, { key, body }) =>
    replayWebhook(dependencies, key.account, body.renderId),
});

export const webhookRoutes = [getWebhook, putWebhook, postSecret, postTest, getDeliveries, postReplay];
