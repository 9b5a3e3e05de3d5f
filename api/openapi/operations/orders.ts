import { orderPlatforms } from '../../../shared/orders/order-update.ts';
import { failures } from '../failures.ts';
import { headersOf } from '../headers.ts';
import { json, type Operation, type Parameter, type Paths } from '../operation.ts';
import { parametersOf } from '../parameters.ts';
import { ref, text } from '../schema.ts';
import { orderSignature } from '../security.ts';

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  description,
  schema: text('A text.'),
});

const receiveOrder: Operation = {
  operationId: 'receiveOrder',
  tags: ['Stores'],
  summary: 'Receive an order from a shop platform',
  description:
    'Called by the shop platform of a store when an order was placed or changed; signed with the secret of the store’s order webhook. The order is saved and processed by a worker.',
  security: orderSignature,
  parameters: [
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
    ...parametersOf('RequestId'),
  ],
  requestBody: {
    description: 'At most 1 MiB.',
    required: true,
    content: {
      'application/json': {
        schema: { anyOf: [ref('GenericOrder'), ref('PlatformOrder')] },
        examples: {
          generic: {
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
          },
        },
      },
      'application/x-www-form-urlencoded': {
        schema: text('`webhook_id=N`, with which WooCommerce tests the URL; it is ignored.'),
      },
    },
  },
  responses: {
    '200': {
      description: 'The order is saved, was saved before, or is not used.',
      headers: headersOf('X-Request-Id'),
      content: json(ref('OrderReceipt'), {
        saved: { summary: 'Saved', value: { received: true, duplicate: false } },
      }),
    },
    ...failures(
      'INVALID_INPUT',
      'UNAUTHORIZED',
      'NOT_FOUND',
      'REQUEST_TIMEOUT',
      'UNSUPPORTED_MEDIA_TYPE',
      'SERVICE_UNAVAILABLE',
    ),
  },
};

export const orderPaths: Paths = {
  '/webhooks/orders/{slug}/{platform}': {
    parameters: [
      ...parametersOf('StoreSlug'),
      {
        name: 'platform',
        in: 'path',
        required: true,
        description: 'The shop platform.',
        schema: text('A platform.', { enum: orderPlatforms }),
      },
    ],
    post: receiveOrder,
  },
};
