import { deliveriesQuery } from '../../integrations/router.ts';
import { kpisQuery } from '../../kpis/router.ts';
import { failures } from '../failures.ts';
import { headersOf } from '../headers.ts';
import { type Example, json, type Operation, type Paths } from '../operation.ts';
import { parametersOf } from '../parameters.ts';
import { queryParameters } from '../query.ts';
import { ref, type Schema } from '../schema.ts';
import { apiKey } from '../security.ts';

const owner = ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'] as const;
const reads = [...owner, 'RATE_LIMITED', 'INVALID_INPUT'] as const;
const writes = [...owner, 'REQUEST_TIMEOUT', 'UNSUPPORTED_MEDIA_TYPE', 'INVALID_INPUT', 'CONFLICT'] as const;

const result = (description: string, schema: Schema, examples?: Record<string, Example>) => ({
  description,
  headers: headersOf('X-Request-Id', 'Cache-Control'),
  content: json(schema, examples),
});

const connected: Example = {
  summary: 'Connected',
  value: {
    state: 'Connected',
    endpoint: 'https://analytics.example',
    writeKey: '••••c0de',
    savedAt: '2026-01-31T09:00:00.000Z',
    changedAt: '2026-01-31T09:00:00.000Z',
  },
};

const common = { tags: ['Stores'], security: apiKey };

const getIntegration: Operation = {
  ...common,
  operationId: 'getIntegration',
  summary: 'Read the integration of a store',
  description: 'State and endpoint; the write key is masked.',
  parameters: parametersOf('RequestId'),
  responses: { '200': result('The integration.', ref('Integration'), { connected }), ...failures(...reads) },
};

const saveIntegration: Operation = {
  ...common,
  operationId: 'saveIntegration',
  summary: 'Save the endpoint of a store',
  description: 'Saves the endpoint and the write key, which connects the integration whatever its state was.',
  parameters: parametersOf('RequestId'),
  requestBody: {
    description: 'At most 32 KiB.',
    required: true,
    content: json(ref('IntegrationSettings'), {
      withKey: {
        summary: 'With a write key',
        value: { endpoint: 'https://analytics.example', writeKey: 'wk_1234567890c0de' },
      },
    }),
  },
  responses: { '200': result('The integration.', ref('Integration'), { connected }), ...failures(...writes) },
};

const removeIntegration: Operation = {
  ...common,
  operationId: 'removeIntegration',
  summary: 'Remove the endpoint of a store',
  description: 'Removes endpoint and write key; no event is forwarded any more.',
  parameters: parametersOf('RequestId'),
  responses: {
    '200': result('The integration.', ref('Integration')),
    ...failures(...owner, 'INVALID_INPUT'),
  },
};

const testIntegration: Operation = {
  ...common,
  operationId: 'testIntegration',
  summary: 'Send a test event',
  description:
    'Sends `Service Test Event` once, without retries. A success connects a paused or disabled integration again.',
  parameters: parametersOf('RequestId'),
  responses: {
    '200': result('What came of it, also when the endpoint refused it.', ref('TestEventResult')),
    ...failures(...owner, 'INVALID_INPUT', 'CONFLICT'),
  },
};

const listDeliveries: Operation = {
  ...common,
  operationId: 'listDeliveries',
  summary: 'List the newest attempts to forward events',
  description: 'The last 50 attempts of a store, newest first.',
  parameters: [...queryParameters(deliveriesQuery), ...parametersOf('RequestId')],
  responses: { '200': result('The attempts.', ref('DeliveryList')), ...failures(...reads) },
};

const replayEvents: Operation = {
  ...common,
  operationId: 'replayEvents',
  summary: 'Forward events again',
  description:
    'Forwards one event again, delivered or not, or all that were dropped in a time, at most 10,000 a request.',
  parameters: parametersOf('RequestId'),
  requestBody: {
    description: 'At most 32 KiB.',
    required: true,
    content: json(ref('ReplayRequest'), {
      one: { summary: 'One event', value: { eventId: '0192f3c8-7c1e-7a60-8f6b-0d3c7a1f9b11' } },
      dropped: {
        summary: 'A day',
        value: { from: '2026-01-30T00:00:00Z', to: '2026-01-31T00:00:00Z' },
      },
    }),
  },
  responses: { '202': result('The events are being forwarded.', ref('Replayed')), ...failures(...writes) },
};

const getKpis: Operation = {
  ...common,
  operationId: 'getKpis',
  summary: 'Read the figures of a store',
  description: 'Sessions, try-ons, orders and revenue by day, at most 3660 days.',
  parameters: [...queryParameters(kpisQuery), ...parametersOf('RequestId')],
  responses: { '200': result('The figures.', ref('Kpis')), ...failures(...reads) },
};

const store = { parameters: parametersOf('StoreSlug') };
const base = '/api/stores/{slug}';

export const storePaths: Paths = {
  [`${base}/integration`]: { ...store, get: getIntegration, put: saveIntegration, delete: removeIntegration },
  [`${base}/integration/test`]: { ...store, post: testIntegration },
  [`${base}/integration/deliveries`]: { ...store, get: listDeliveries },
  [`${base}/integration/replay`]: { ...store, post: replayEvents },
  [`${base}/kpis`]: { ...store, get: getKpis },
};
