import { failures } from '../failures.ts';
import { headersOf } from '../headers.ts';
import { json, type Operation, type Paths } from '../operation.ts';
import { parametersOf } from '../parameters.ts';
import { ref } from '../schema.ts';
import { apiKey } from '../security.ts';

const getCredits: Operation = {
  operationId: 'getCredits',
  tags: ['Credits'],
  summary: 'Read the credits',
  description: 'The credits of the account of the API key.',
  security: apiKey,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': {
      description: 'The credits.',
      headers: headersOf('X-Request-Id', 'Cache-Control'),
      content: json(ref('Credits'), {
        credits: { summary: 'Credits', value: { granted: 100, available: 97, held: 1, spent: 2 } },
      }),
    },
    ...failures('UNAUTHORIZED', 'NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'),
  },
};

const listLedger: Operation = {
  operationId: 'listLedger',
  tags: ['Credits'],
  summary: 'List the movements of credits',
  description: 'Every movement of the account’s credits, newest first; for live keys only.',
  security: apiKey,
  parameters: parametersOf('From', 'To', 'Limit', 'Cursor', 'RequestId'),
  responses: {
    '200': {
      description: 'A page of movements.',
      headers: headersOf('X-Request-Id', 'Cache-Control'),
      content: json(ref('Ledger'), {
        page: {
          summary: 'A page',
          value: {
            entries: [
              {
                id: 'hold_0mwr4f8k2d3xq',
                kind: 'capture',
                amount: 1,
                at: '2026-11-21T09:01:10.000Z',
                renderId: 'rnd_0mwr4f8k2d3xq',
              },
            ],
            nextCursor: null,
          },
        },
      }),
    },
    ...failures('INVALID_INPUT', 'UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'),
  },
};

export const creditPaths: Paths = { '/credits': { get: getCredits }, '/credits/ledger': { get: listLedger } };
