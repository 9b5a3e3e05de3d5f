import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { type PageDependencies, preflight } from './cors.ts';
import { type ReceiveDependencies, receiveEvents } from './receive-events.ts';
import { eventBatchSchema, eventSchema, receiptSchema } from './schemas.ts';

const common = { tag: 'Events', path: '/api/events', access: 'page of a store' } as const;
const cors = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const;

const body = {
  schema: { anyOf: [eventSchema, eventBatchSchema] },
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

const receipt = {
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
};

const postEvents = defineRoute({
  ...common,
  id: 'reportEvents',
  method: 'post',
  summary: 'Report what a shopper did',
  description:
    'Saves events of the try-on; they are forwarded to the store’s analytics endpoint when it has one. The request must come from a page of the store or of the service (`Origin`, `Referer` or `Host`).',
  body: {
    description: 'At most 32 KiB; `text/plain` is for `navigator.sendBeacon`.',
    content: { 'application/json': body, 'text/plain': { schema: body.schema } },
  },
  responses: {
    202: {
      description: 'The events are saved; a later crash cannot lose them.',
      headers: cors,
      content: json(receiptSchema, { receipt }),
    },
  },
  failures: ['RATE_LIMITED'],
  handle: (dependencies: ReceiveDependencies, { req, res }) => receiveEvents(dependencies, req, res),
});

const optionsOfEvents = defineRoute({
  ...common,
  id: 'preflightEvents',
  method: 'options',
  summary: 'Ask whether a page may report events',
  description: 'The preflight of browsers (CORS).',
  responses: {
    204: {
      description: 'The page belongs to a store.',
      headers: [
        ...cors,
        'Access-Control-Allow-Methods',
        'Access-Control-Allow-Headers',
        'Access-Control-Max-Age',
      ],
    },
  },
  failures: ['RATE_LIMITED'],
  handle: (dependencies: PageDependencies, { req, res }) => preflight(dependencies, req, res),
});

/** The browser events API. */
export const eventRoutes = [postEvents, optionsOfEvents];
