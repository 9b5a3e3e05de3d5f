import type { TrackPayload } from '../../shared/track/payload.ts';
import { succeededMessage } from '../visualize/example-responses.ts';
import { renderMessageSchema } from '../visualize/schemas.ts';
import { json, type Operation, type Parameter } from './operation.ts';
import { buildObject, integer, moment, namedObject, text } from './schema.ts';
import { noCredentials } from './security.ts';

const trackPayloadSchema = namedObject<TrackPayload>('TrackPayload', 'An event as it is forwarded.', {
  anonymousId: text('The identity that the storefront passed, otherwise the visitor id.'),
  event: text('Name of the event.', { pattern: '^Service ', examples: ['Service Try On Started'] }),
  properties: {
    type: 'object',
    description: 'Those of the event and of the look, `sessionId` and `storeSlug`.',
    properties: {
      sessionId: { type: ['string', 'null'], description: 'The session of the tab.' },
      storeSlug: text('Slug of the store.'),
    },
    required: ['sessionId', 'storeSlug'],
    additionalProperties: true,
  },
  timestamp: moment('When it happened.'),
});

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: text('A text.'),
});

const renderEnded: Operation = {
  operationId: 'renderEnded',
  tags: ['Webhooks'],
  summary: 'A render has ended',
  description:
    'The service calls the URL of the account, or the `X-Webhook-Url` of the render, as in Standard Webhooks. Verify the signature over the raw body. Any status but 2xx, or none within 15 seconds, is retried up to ten times in about three days; 410 ends it.',
  security: noCredentials,
  parameters: [
    header('webhook-id', 'Id of the render: the same on every attempt.'),
    header('webhook-timestamp', 'Seconds since 1970 of this attempt.'),
    header(
      'webhook-signature',
      '`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; several, separated by spaces, after the secret was rotated.',
    ),
  ],
  requestBody: {
    description: 'The render without its image.',
    required: true,
    content: json(renderMessageSchema, { succeeded: succeededMessage }),
  },
  responses: {
    '2XX': { description: 'Received.' },
    '410': { description: 'The receiver does not want this message; it is not retried.' },
  },
};

const creditsLowSchema = namedObject<{ type: string; timestamp: string; data: object }>(
  'CreditsLowMessage',
  'The body of a webhook about low credits.',
  {
    type: text('Always `credits.low`.', { const: 'credits.low' }),
    timestamp: moment('When it was noticed.'),
    data: buildObject<{ account: string; available: number; threshold: number }>('The balance.', {
      account: text('Id of the account.'),
      available: integer('Credits for new renders at that time.', { minimum: 0 }),
      threshold: integer('The account is notified when fewer are available.', { minimum: 1 }),
    }),
  },
);

const creditsLow: Operation = {
  ...renderEnded,
  operationId: 'creditsLow',
  summary: 'The credits of an account are low',
  description:
    'The service calls the URL of the account once when fewer credits are available than the number that its developers have chosen, and again after a top-up only when they fall below it again. Signed and retried as for a render.',
  parameters: [
    header('webhook-id', 'Id of this notice: the same on every attempt.'),
    ...(renderEnded.parameters ?? []).slice(1),
  ],
  requestBody: {
    description: 'The balance.',
    required: true,
    content: json(creditsLowSchema, {
      low: {
        summary: 'Nine credits are left',
        value: {
          type: 'credits.low',
          timestamp: '2026-01-31T09:00:00.000Z',
          data: { account: 'acc_0mwr4f8k2d3xq', available: 9, threshold: 10 },
        },
      },
    }),
  },
};

const eventForwarded: Operation = {
  operationId: 'eventForwarded',
  tags: ['Webhooks'],
  summary: 'An event of a shopper is forwarded',
  description:
    '`POST {endpoint}/v1/track` of a store’s analytics endpoint, one call per event. With a write key, `Authorization: Basic base64(writeKey + ":")`. Delivery is at least once.',
  security: noCredentials,
  parameters: [
    header('Idempotency-Key', 'Id of the event: the same on every attempt.'),
    header('X-Service-Event-Id', 'The same id.'),
  ],
  requestBody: {
    description: 'The track call.',
    required: true,
    content: json(trackPayloadSchema, {
      started: {
        summary: 'A try-on was started',
        value: {
          anonymousId: 'visitor-1',
          event: 'Service Try On Started',
          properties: {
            productIds: ['41'],
            variantIds: ['4100'],
            selectedItemCount: 1,
            sessionId: 'session-1',
            storeSlug: 'acme',
          },
          timestamp: '2026-01-31T09:00:00.000Z',
        },
      },
    }),
  },
  responses: {
    '2XX': { description: 'Received.' },
    '4XX': {
      description:
        'Not retried, except 408, 425 and 429; 401 and 403 pause the integration, 410 disables it.',
    },
  },
};

export const webhooks: Record<string, { post: Operation }> = {
  renderEnded: { post: renderEnded },
  creditsLow: { post: creditsLow },
  eventForwarded: { post: eventForwarded },
};
