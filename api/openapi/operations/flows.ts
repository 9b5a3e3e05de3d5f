import { failures } from '../failures.ts';
import { headersOf } from '../headers.ts';
import {
  type Example,
  json,
  type Operation,
  type Parameter,
  type Paths,
  type Response,
} from '../operation.ts';
import { parametersOf } from '../parameters.ts';
import { ref, type Schema, text } from '../schema.ts';
import { apiKey, noCredentials } from '../security.ts';

const owner = ['INVALID_INPUT', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'] as const;
const common = { tags: ['Stores'], security: apiKey, parameters: parametersOf('RequestId') };

const result = (description: string, schema: Schema): Response => ({
  description,
  headers: headersOf('X-Request-Id', 'Cache-Control'),
  content: json(schema),
});

const example: Example = {
  summary: 'Two steps',
  value: {
    name: 'Living room',
    steps: [
      { name: 'Sofa', source: { category: 'Living room>Sofas' } },
      { name: 'Light', source: { tag: 'lamp' }, required: false, maxItems: 2 },
    ],
  },
};

const listFlows: Operation = {
  ...common,
  operationId: 'listFlows',
  summary: 'List the guided flows of a store',
  description: 'The flows of the store, by id.',
  responses: { '200': result('The flows.', ref('FlowList')), ...failures(...owner, 'RATE_LIMITED') },
};

const getFlow: Operation = {
  ...common,
  operationId: 'getFlow',
  summary: 'Read a guided flow',
  description: 'A flow, and what shoppers do not see of it with the catalog as it is.',
  responses: { '200': result('The flow.', ref('StoredFlow')), ...failures(...owner, 'RATE_LIMITED') },
};

const saveFlow: Operation = {
  ...common,
  operationId: 'saveFlow',
  summary: 'Create or replace a guided flow',
  description: 'A store has at most 50 flows.',
  requestBody: {
    description: 'At most 32 KiB.',
    required: true,
    content: json(ref('FlowRequest'), { flow: example }),
  },
  responses: {
    '200': result('The flow was replaced.', ref('StoredFlow')),
    '201': result('The flow was created.', ref('StoredFlow')),
    ...failures(...owner, 'REQUEST_TIMEOUT', 'UNSUPPORTED_MEDIA_TYPE', 'CONFLICT'),
  },
};

const deleteFlow: Operation = {
  ...common,
  operationId: 'deleteFlow',
  summary: 'Delete a guided flow',
  description: 'Launchers and links that name it open the free choice of items.',
  responses: {
    '204': { description: 'The flow is deleted.', headers: headersOf('X-Request-Id', 'Cache-Control') },
    ...failures(...owner),
  },
};

const walkFlow: Operation = {
  operationId: 'walkFlow',
  tags: ['Try-on'],
  summary: 'Read a guided flow as a shopper',
  description: 'The steps that the catalog can fill now.',
  security: noCredentials,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': result('The flow.', ref('Flow')),
    ...failures('INVALID_INPUT', 'STORE_CONTEXT', 'NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'),
  },
};

const flow: Parameter = {
  name: 'flow',
  in: 'path',
  required: true,
  description: 'Id of the flow.',
  schema: text('An id.', { examples: ['living-room'] }),
};
const ofFlow = { parameters: [...parametersOf('StoreSlug'), flow] };

export const flowPaths: Paths = {
  '/api/stores/{slug}/flows': { parameters: parametersOf('StoreSlug'), get: listFlows },
  '/api/stores/{slug}/flows/{flow}': { ...ofFlow, get: getFlow, put: saveFlow, delete: deleteFlow },
  '/api/try-on/{slug}/flows/{flow}': { ...ofFlow, get: walkFlow },
};
