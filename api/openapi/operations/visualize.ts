import { listQuery } from '../../visualize/list-renders.ts';
import { listExample, queuedExample, requestExamples, responseExample } from '../examples/renders.ts';
import { failures } from '../failures.ts';
import { headersOf, rateLimit } from '../headers.ts';
import { json, type Operation, type Parameter, type Paths, pictures } from '../operation.ts';
import { idempotencyKey, parametersOf } from '../parameters.ts';
import { queryParameters } from '../query.ts';
import { ref, text } from '../schema.ts';
import { apiKey } from '../security.ts';

const callHeaders: Parameter[] = [
  idempotencyKey,
  {
    name: 'Prefer',
    in: 'header',
    description:
      '`respond-async`: respond with 202 at once. `wait=N`: wait at most N seconds, then respond with 202 (RFC 7240).',
    schema: text('A preference.', { examples: ['respond-async', 'wait=60'] }),
  },
  {
    name: 'X-Webhook-Url',
    in: 'header',
    description:
      'URL to call when this render has ended, in place of the account’s. The account needs a signing secret.',
    schema: text('An https URL.', { format: 'uri' }),
  },
  ...parametersOf('RequestId'),
];

const visualize: Operation = {
  operationId: 'visualize',
  tags: ['Renders'],
  summary: 'Render products into a scene',
  description: [
    'Renders 1 to 6 products into the photo of a scene. The connection waits until the picture is ready, which takes 40 to 160 seconds with a generative model: give your HTTP client a time-out of at least 300 seconds, or use `Prefer: respond-async`.',
    'One credit is consumed per successful render, none otherwise. With `Accept: image/png`, `image/jpeg` or `image/webp` the response is the picture itself, and the usage is in headers.',
    'Checks are made in this order: key (401), rate limit (429), body (400), balance (402), then everything else. From the rate limit on, every response has the `RateLimit-*` headers.',
  ].join('\n\n'),
  security: apiKey,
  parameters: callHeaders,
  requestBody: {
    description: 'The scene and the products; at most 64 MiB.',
    required: true,
    content: json(ref('RenderRequest'), requestExamples),
  },
  responses: {
    '200': {
      description: 'The render has succeeded.',
      headers: headersOf(
        'X-Request-Id',
        'X-Render-Id',
        'X-Credits-Used',
        'X-Credits-Remaining',
        'Idempotent-Replayed',
        'Server-Timing',
        'Cache-Control',
        ...rateLimit,
      ),
      content: { ...json(ref('RenderResponse'), { succeeded: responseExample }), ...pictures },
    },
    '202': {
      description: 'The wait that `Prefer` asked for has ended; the render continues.',
      headers: headersOf(
        'X-Request-Id',
        'X-Render-Id',
        'Location',
        'Preference-Applied',
        'Retry-After',
        'Idempotent-Replayed',
        ...rateLimit,
      ),
      content: json(ref('Render'), { queued: queuedExample }),
    },
    ...failures(
      'INVALID_INPUT',
      'UNAUTHORIZED',
      'INSUFFICIENT_CREDITS',
      'REQUEST_TIMEOUT',
      'UNSUPPORTED_MEDIA_TYPE',
      'IDEMPOTENCY_CONFLICT',
      'CANCELLED',
      'EXPIRED',
      'IDEMPOTENCY_MISMATCH',
      'RATE_LIMITED',
      'MODEL_ERROR',
      'MODEL_UNAVAILABLE',
      'SERVICE_UNAVAILABLE',
    ),
  },
};

const listRenders: Operation = {
  operationId: 'listRenders',
  tags: ['Renders'],
  summary: 'List renders',
  description:
    'The renders of the account in the mode of the API key, newest first. Try-ons that shoppers of the account’s stores started have `source`.',
  security: apiKey,
  parameters: [...queryParameters(listQuery), ...parametersOf('RequestId')],
  responses: {
    '200': {
      description: 'A page of renders.',
      headers: headersOf('X-Request-Id', 'Cache-Control'),
      content: json(ref('RenderList'), { page: listExample }),
    },
    ...failures('INVALID_INPUT', 'UNAUTHORIZED', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'),
  },
};

export const visualizePaths: Paths = { '/visualize': { post: visualize, get: listRenders } };
