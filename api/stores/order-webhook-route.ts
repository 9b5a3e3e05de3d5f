import Joi from 'joi';
import type { Audit } from '../../shared/audit/audit.ts';
import { orderPlatforms } from '../../shared/orders/order-update.ts';
import { saveOrderWebhook } from '../../shared/orders/order-webhooks.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import type { StoreModel } from '../../shared/stores/store-model.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { namedObject, optional, text } from '../openapi/schema.ts';
import { recordChange } from './record-change.ts';

interface OrderWebhookDependencies {
  stores: StoreModel;
  secrets: SecretBox;
  audit: Audit;
  config: { BASE_URL: string };
}

interface OrderWebhookView {
  url: string;
  secret?: string;
}

const orderWebhookSchema = namedObject<OrderWebhookView>('OrderWebhook', 'Where a platform sends orders.', {
  url: text('Address to enter at the platform.', { format: 'uri' }),
  secret: optional(text('The secret that was made just now: no other response has it.')),
});

/** Saves the secret with which a platform signs orders. */
export const putOrderWebhook = defineRoute({
  tag: 'Stores',
  access: 'key of the store',
  cache: 'no-store',
  id: 'saveOrderWebhook',
  method: 'put',
  path: '/api/stores/:slug/order-webhooks/:platform',
  params: {
    platform: { description: 'The platform.', schema: text('A platform.', { enum: orderPlatforms }) },
  },
  summary: 'Save the secret of the order webhooks of a platform',
  description:
    'Made here unless it is given; that of Shopify is always given. The former one is valid for a day.',
  body: {
    name: 'OrderWebhookRequest',
    schema: Joi.object<{ secret?: string }>({ secret: Joi.string().max(256).description('The secret.') }),
    examples: { made: { summary: 'A secret is made', value: {} } },
  },
  responses: { 200: { description: 'It is saved.', content: json(orderWebhookSchema) } },
  handle: async ({ stores, secrets, config, ...rest }: OrderWebhookDependencies, call) => {
    const { platform } = call.params;
    const { path, secret } = await saveOrderWebhook(stores, secrets, call.store, { platform, ...call.body });
    await recordChange(rest, call, { action: 'order-webhook.save', after: { platform } });
    return { url: `${config.BASE_URL}${path}`, ...(secret === undefined ? {} : { secret }) };
  },
});
