import { flowParameter } from '../../flows/routes.ts';
import { flowSchema } from '../../flows/schemas.ts';
import { failures } from '../failures.ts';
import { headersOf } from '../headers.ts';
import { json, type Operation, type Paths } from '../operation.ts';
import { parametersOf } from '../parameters.ts';
import { noCredentials } from '../security.ts';

const walkFlow: Operation = {
  operationId: 'walkFlow',
  tags: ['Try-on'],
  summary: 'Read a guided flow as a shopper',
  description: 'The steps that the catalog can fill now.',
  security: noCredentials,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': {
      description: 'The flow.',
      headers: headersOf('X-Request-Id', 'Cache-Control'),
      content: json(flowSchema),
    },
    ...failures('INVALID_INPUT', 'STORE_CONTEXT', 'NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'),
  },
};

export const flowPaths: Paths = {
  '/api/try-on/{slug}/flows/{flow}': {
    parameters: [...parametersOf('StoreSlug'), flowParameter],
    get: walkFlow,
  },
};
