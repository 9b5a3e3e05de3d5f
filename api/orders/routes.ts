import { genericOrder } from '../../shared/orders/adapters/generic.ts';
import { orderPlatforms } from '../../shared/orders/order-update.ts';
import { defineRoute } from '../http/route.ts';
import { toOpenJsonSchema } from '../openapi/joi-schema.ts';
import { json, type Parameter } from '../openapi/operation.ts';
import { flag, named, namedObject, optional, text } from '../openapi/schema.ts';
import { type OrderReceipt, receiveOrder } from './receive-order.ts';

const genericOrderSchema = named('GenericOrder', {
  ...toOpenJsonSchema(genericOrder),
  description:
    'An order of a shop on any platform, with `currency`, `total` and `createdAt`; or its `refunds` alone.',
});

const platformOrderSchema = named('PlatformOrder', {
  type: 'object',
  description: 'An order as Shopify or WooCommerce sends it, with the topic in a header.',
  additionalProperties: true,
});

const receiptSchema = namedObject<OrderReceipt>('OrderReceipt', 'Receipt of an order webhook.', {
  received: flag('Whether it was saved; false for topics that are not used.'),
  duplicate: optional(flag('Whether it had been received before.')),
});

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  description,
  schema: text('A text.'),
});

const orderExample = {
  summary: 'An order of `generic`',
  value: {
    orderId: 'A-1001',
    currency: 'EUR',
    total: '119.90',
    createdAt: '2026-01-31T09:00:00Z',
    updatedAt: '2026-01-31T09:05:00Z',
    test: false,
    cancelledAt: null,
    lines: [{ productId: '41', variantId: '4100', quantity: 2, price: '50.00', discount: '5.00' }],
    attributes: { anonymous_id: 'visitor-1' },
    cartToken: 'c1-abc',
    refunds: [{ id: 'r-1', amount: '45.00', lines: [{ variantId: '4100', amount: '45.00' }] }],
  },
};

const postOrder = defineRoute({
  id: 'receiveOrder',
  tag: 'Stores',
  method: 'post',
  path: '/webhooks/orders/:slug/:platform',
  access: 'shop platform',
  summary: 'Receive an order from a shop platform',
  description:
    'Called by the shop platform of a store when an order was placed or changed; signed with the secret of the store’s order webhook. The order is saved and processed by a worker.',
  params: {
    platform: {
      description: 'The shop platform.',
      schema: text('A platform.', { enum: orderPlatforms }),
    },
  },
  headers: [
    header(
      'X-Shopify-Topic',
      'Of `shopify`: `orders/create`, `orders/updated`, `orders/cancelled` or `refunds/create`.',
    ),
    header(
      'X-WC-Webhook-Topic',
      'Of `woocommerce`: `order.created`, `order.updated`, `order.deleted` or `order.restored`.',
    ),
    header('X-WC-Webhook-Delivery-ID', 'Of `woocommerce`: the id of the delivery.'),
    header('webhook-id', 'Of `generic`: the id of the message, the same on every attempt.'),
    header('webhook-timestamp', 'Of `generic`: seconds since 1970, at most 5 minutes off.'),
  ],
  body: {
    description: 'At most 1 MiB.',
    content: {
      'application/json': {
        schema: { anyOf: [genericOrderSchema, platformOrderSchema] },
        examples: { generic: orderExample },
      },
      'application/x-www-form-urlencoded': {
        schema: text('`webhook_id=N`, with which WooCommerce tests the URL; it is ignored.'),
      },
    },
  },
  responses: {
    200: {
      description: 'The order is saved, was saved before, or is not used.',
      content: json(receiptSchema, {
        saved: { summary: 'Saved', value: { received: true, duplicate: false } },
      }),
    },
  },
  failures: ['NOT_FOUND'],
  handle: receiveOrder,
});

export const orderRoutes = [postOrder];
