import type { Header } from './operation.ts';
import { integer, text } from './schema.ts';

/** `components.headers`: what responses carry beside their body. */
export const headers = {
  'X-Request-Id': {
    description: 'Id of the request in the service’s logs: the caller’s own `X-Request-Id` when it sent one.',
    schema: text('An id.', { examples: ['req_0mwr4f8k2d3xq'] }),
  },
  'X-Request-Log': {
    description: 'Page of this call in the request log of the account; absent without a known key.',
    schema: text('A URL.', { format: 'uri' }),
  },
  'X-Render-Id': {
    description: 'Id of the render; read it under `/visualize/{id}`.',
    schema: text('An id.', { examples: ['rnd_0mwr4f8k2d3xq'] }),
  },
  'X-Credits-Used': { description: 'As `usage.credits`.', schema: integer('Credits.', { minimum: 0 }) },
  'X-Credits-Remaining': { description: 'As `usage.balance`.', schema: integer('Credits.', { minimum: 0 }) },
  'Idempotent-Replayed': {
    description:
      '`true` when the request is a retry with the same `Idempotency-Key` and started no render of its own.',
    schema: text('Always `true`.', { const: 'true' }),
  },
  'Preference-Applied': {
    description: 'The preference of `Prefer` that ended the wait (RFC 7240).',
    schema: text('`respond-async` or `wait=N`.', { examples: ['respond-async'] }),
  },
  Location: {
    description: 'Path of the render.',
    schema: text('A path.', { format: 'uri-reference', examples: ['/visualize/rnd_0mwr4f8k2d3xq'] }),
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is retried.',
    schema: integer('Seconds.', { minimum: 1 }),
  },
  'RateLimit-Policy': {
    description: 'Requests and window of the limit that leaves least, such as `60;w=60`.',
    schema: text('A policy.', { examples: ['60;w=60'] }),
  },
  'RateLimit-Limit': {
    description: 'Requests that the window allows.',
    schema: integer('Requests.', { minimum: 0 }),
  },
  'RateLimit-Remaining': {
    description: 'Requests left in the window.',
    schema: integer('Requests.', { minimum: 0 }),
  },
  'RateLimit-Reset': {
    description: 'Seconds until the window ends.',
    schema: integer('Seconds.', { minimum: 0 }),
  },
  'Server-Timing': {
    description: 'Milliseconds of `intake`, `queue`, `provider` and `encode`.',
    schema: text('Metrics.', {
      examples: ['intake;dur=35, queue;dur=12, provider;dur=64210, encode;dur=420'],
    }),
  },
  'Cache-Control': { description: 'Who may keep the response, and how long.', schema: text('Directives.') },
  ETag: { description: 'Identifies this version, for `If-None-Match`.', schema: text('An entity tag.') },
  'X-Error-Field': {
    description:
      'The first field that is wrong, such as `products[1].images[0]`; percent-encoded where it is not ASCII.',
    schema: text('A path into the body, or the name of a parameter or header.'),
  },
  'X-Robots-Tag': {
    description: 'Keeps search engines away.',
    schema: text('A rule.', { examples: ['noindex'] }),
  },
  'Access-Control-Allow-Origin': {
    description: 'The page that may read the response.',
    schema: text('An origin.'),
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that the page may read.',
    schema: text('Names of headers.'),
  },
  'Access-Control-Allow-Methods': { description: 'Methods for pages.', schema: text('Methods.') },
  'Access-Control-Allow-Headers': {
    description: 'Headers that pages may send.',
    schema: text('Names of headers.'),
  },
  'Access-Control-Max-Age': {
    description: 'Seconds for which a preflight is valid.',
    schema: integer('Seconds.', { minimum: 0 }),
  },
  'Accept-Encoding': {
    description: 'The content codings that a body may have.',
    schema: { type: 'string', examples: ['identity'] },
  },
  'WWW-Authenticate': {
    description: 'The scheme of the credentials.',
    schema: text('A challenge.', { examples: ['Bearer realm="render"'] }),
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

/** These headers, by reference. */
export function pickHeaders(...names: HeaderName[]): Record<string, Header> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const rateLimit = [
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const;
