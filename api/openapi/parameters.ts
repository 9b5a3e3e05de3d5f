import type { Parameter } from './operation.ts';
import { text } from './schema.ts';

/** `components.parameters`: what several operations take. */
export const parameters = {
  RenderId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Id of the render.',
    schema: text('An id.', { examples: ['rnd_0mwr4f8k2d3xq'] }),
  },
  StoreSlug: {
    name: 'slug',
    in: 'path',
    required: true,
    description: 'Slug of the store.',
    schema: text('A slug.', { examples: ['acme'] }),
  },
  PhotoId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Id of the photo.',
    schema: text('An id.', { examples: ['photo_0mwr4f8k2d3xq'] }),
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'An id of yours for this request; the response returns it, and the service’s logs have it. One that does not match the pattern is replaced by the service’s own.',
    schema: text('An id.', { pattern: '^[\\w.:@/+=-]{1,128}$' }),
  },
} as const satisfies Record<string, Parameter>;

/** These parameters, by reference. */
export const pickParameters = (...names: (keyof typeof parameters)[]): Parameter[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));

/** Not a component: only some operations require it. */
export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A random text for each render, such as a UUID. For 24 hours, a retry with the same body receives the same render, charged once; with another body it is 422.',
  schema: text('A key.', {
    minLength: 1,
    maxLength: 255,
    examples: ['5f1c1a52-7b0c-4e0f-9c8e-0d6a3c1f2b11'],
  }),
};
