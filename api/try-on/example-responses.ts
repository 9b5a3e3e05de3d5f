import type { Example } from '../openapi/operation.ts';

export const tryOnRequestExample: Example = {
  summary: 'A look of two items',
  value: {
    photo: { kind: 'model', id: 'model_0mwr4f8k2d3xq' },
    items: [{ productId: '7001', variantId: '9001' }, { productId: '7002' }],
  },
};

export const tryOnExample: Example = {
  summary: 'Queued',
  value: {
    id: 'rnd_0mwr4f8k2d3xq',
    state: 'queued',
    position: 2,
    leftOut: [],
    progress: null,
    createdAt: '2026-11-21T09:00:00.000Z',
    startedAt: null,
    endedAt: null,
    expectedSeconds: 61,
    photo: {
      kind: 'model',
      id: 'model_0mwr4f8k2d3xq',
      url: '/api/try-on/acme/models/model_0mwr4f8k2d3xq/image',
      width: 1200,
      height: 900,
    },
    items: [
      { productId: '7001', variantId: '9001' },
      { productId: '7002', variantId: null },
    ],
    result: null,
    again: null,
    failure: null,
  },
};
