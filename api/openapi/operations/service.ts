import { failures } from '../failures.ts';
import { headersOf } from '../headers.ts';
import { json, type Operation, type Paths } from '../operation.ts';
import { parametersOf } from '../parameters.ts';
import { ref, text } from '../schema.ts';
import { noCredentials } from '../security.ts';

const getHealth: Operation = {
  operationId: 'getHealth',
  tags: ['Service'],
  summary: 'Whether the process runs',
  description: 'For orchestrators: a process that does not respond should be restarted.',
  security: noCredentials,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': {
      description: 'It runs.',
      headers: headersOf('X-Request-Id'),
      content: json(ref('Health')),
    },
    ...failures('INVALID_INPUT'),
  },
};

const readiness = (description: string) => ({
  description,
  headers: headersOf('X-Request-Id', 'Cache-Control'),
  content: json(ref('Readiness')),
});

const getReadiness: Operation = {
  operationId: 'getReadiness',
  tags: ['Service'],
  summary: 'Whether the process should receive requests',
  description: 'For load balancers; with `for=renders`, for monitors of renders.',
  security: noCredentials,
  parameters: [
    {
      name: 'for',
      in: 'query',
      description: '`renders`: 503 also while a backend does not respond or the workers cannot render.',
      schema: text('A purpose.', { enum: ['renders'] }),
    },
    ...parametersOf('RequestId'),
  ],
  responses: {
    '200': readiness('It should.'),
    ...failures('INVALID_INPUT'),
    '503': readiness('It should not.'),
  },
};

const getDocument: Operation = {
  operationId: 'getOpenApi',
  tags: ['Service'],
  summary: 'This document',
  description: 'The description of the API, with the URL of this deployment; for tools on any origin.',
  security: noCredentials,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': {
      description: 'The document.',
      headers: headersOf('X-Request-Id', 'Cache-Control', 'ETag', 'Access-Control-Allow-Origin'),
      content: json({ type: 'object', description: 'An OpenAPI 3.1 document.', additionalProperties: true }),
    },
    '304': {
      description: 'The client has it: `If-None-Match`.',
      headers: headersOf('X-Request-Id', 'Cache-Control', 'ETag', 'Access-Control-Allow-Origin'),
    },
    ...failures('INVALID_INPUT'),
  },
};

export const servicePaths: Paths = {
  '/healthz': { get: getHealth },
  '/readyz': { get: getReadiness },
  '/openapi.json': { get: getDocument },
};
