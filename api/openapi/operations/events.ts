import { failures } from '../failures.ts';
import { headersOf } from '../headers.ts';
import type { Operation, Paths } from '../operation.ts';
import { json } from '../operation.ts';
import { parametersOf } from '../parameters.ts';
import { ref } from '../schema.ts';
import { noCredentials } from '../security.ts';

const cors = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const;

const body = {
  schema: { anyOf: [ref('Event'), ref('EventBatch')] },
  examples: {
    one: {
      summary: 'One event',
      value: {
        store: 'acme',
        event: 'Service Try On Started',
        eventId: '0192f3c8-7c1e-7a60-8f6b-0d3c7a1f9b11',
        anonymousId: 'visitor-1',
        sessionId: 'session-1',
        timestamp: '2026-01-31T09:00:00.000Z',
        sentAt: '2026-01-31T09:00:01.000Z',
        properties: { productIds: ['41'], variantIds: ['4100'], selectedItemCount: 1 },
      },
    },
    several: {
      summary: 'Several events of one visitor',
      value: {
        store: 'acme',
        anonymousId: 'visitor-1',
        sessionId: 'session-1',
        events: [{ event: 'Service Session Started' }, { event: 'Service Session Engaged' }],
      },
    },
  },
};

const reportEvents: Operation = {
  operationId: 'reportEvents',
  tags: ['Events'],
  summary: 'Report what a shopper did',
  description:
    'Saves events of the try-on; they are forwarded to the store’s analytics endpoint when it has one. The request must come from a page of the store or of the service (`Origin`, `Referer` or `Host`).',
  security: noCredentials,
  parameters: parametersOf('RequestId'),
  requestBody: {
    description: 'At most 32 KiB; `text/plain` is for `navigator.sendBeacon`.',
    required: true,
    content: { 'application/json': body, 'text/plain': { schema: body.schema } },
  },
  responses: {
    '202': {
      description: 'The events are saved; a later crash cannot lose them.',
      headers: headersOf('X-Request-Id', ...cors),
      content: json(ref('EventReceipt'), {
        receipt: {
          summary: 'One accepted, one rejected',
          value: {
            accepted: 1,
            duplicates: 0,
            rejected: 1,
            droppedFields: 0,
            results: [
              { eventId: 'e-1', status: 'accepted' },
              {
                status: 'rejected',
                message: 'events[1].properties.action must be one of "edit", "swap", "remove".',
              },
            ],
          },
        },
      }),
    },
    ...failures(
      'INVALID_INPUT',
      'STORE_CONTEXT',
      'REQUEST_TIMEOUT',
      'UNSUPPORTED_MEDIA_TYPE',
      'RATE_LIMITED',
      'SERVICE_UNAVAILABLE',
    ),
  },
};

const preflight: Operation = {
  operationId: 'preflightEvents',
  tags: ['Events'],
  summary: 'Ask whether a page may report events',
  description: 'The preflight of browsers (CORS).',
  security: noCredentials,
  responses: {
    '204': {
      description: 'The page belongs to a store.',
      headers: headersOf(
        'X-Request-Id',
        ...cors,
        'Access-Control-Allow-Methods',
        'Access-Control-Allow-Headers',
        'Access-Control-Max-Age',
      ),
    },
    ...failures('STORE_CONTEXT', 'SERVICE_UNAVAILABLE'),
  },
};

export const eventPaths: Paths = { '/api/events': { post: reportEvents, options: preflight } };
