import { tryOnExample, tryOnRequestExample } from '../examples/try-on.ts';
import { failures } from '../failures.ts';
import { headersOf } from '../headers.ts';
import { eventStream, json, type Operation, type Paths } from '../operation.ts';
import { idempotencyKey, parametersOf } from '../parameters.ts';
import { ref } from '../schema.ts';
import { noCredentials, visitorToken } from '../security.ts';
import { picturePaths } from './try-on-pictures.ts';

const page = ['STORE_CONTEXT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'] as const;
const visitor = ['UNAUTHORIZED', ...page] as const;
const rendered = headersOf('X-Request-Id', 'X-Render-Id', 'Cache-Control');

const openSession: Operation = {
  operationId: 'openTryOnSession',
  tags: ['Try-on'],
  summary: 'Open a session',
  description:
    'Renews the token of a visitor, or begins a new visitor when the request proves none. The session says what the page continues with.',
  security: noCredentials,
  parameters: parametersOf('RequestId'),
  requestBody: {
    description: 'At most 32 KiB.',
    required: true,
    content: json(ref('TryOnSessionRequest'), {
      first: { summary: 'A first visit', value: { visitorId: null, anonymousId: null, token: null } },
    }),
  },
  responses: {
    '200': {
      description: 'The session.',
      headers: headersOf('X-Request-Id', 'Cache-Control'),
      content: json(ref('TryOnSession')),
    },
    ...failures('INVALID_INPUT', 'REQUEST_TIMEOUT', 'UNSUPPORTED_MEDIA_TYPE', ...page),
  },
};

const uploadPhoto: Operation = {
  operationId: 'uploadPhoto',
  tags: ['Try-on'],
  summary: 'Upload a photo',
  description:
    'The body is the image: JPEG, PNG, WebP or AVIF by its content, at most 8 MiB and 12 megapixels (4032 × 3024), its shorter side at least 256 pixels. Of one visitor the newest 10 photos are kept.',
  security: visitorToken,
  parameters: parametersOf('RequestId'),
  requestBody: {
    description: 'The bytes of the image.',
    required: true,
    content: { 'image/*': { schema: { description: 'The bytes of the image.' } } },
  },
  responses: {
    '201': {
      description: 'The photo.',
      headers: headersOf('X-Request-Id', 'Cache-Control'),
      content: json(ref('Photo')),
    },
    ...failures('INVALID_INPUT', 'REQUEST_TIMEOUT', 'UNSUPPORTED_MEDIA_TYPE', ...visitor),
  },
};

const deletePhoto: Operation = {
  operationId: 'deletePhoto',
  tags: ['Try-on'],
  summary: 'Delete a photo',
  description: 'At once, with all copies of it. An open render from it is cancelled and not charged.',
  security: visitorToken,
  parameters: parametersOf('RequestId'),
  responses: {
    '204': { description: 'The photo is deleted.', headers: headersOf('X-Request-Id', 'Cache-Control') },
    ...failures('INVALID_INPUT', 'NOT_FOUND', 'CONFLICT', ...visitor),
  },
};

const startTryOn: Operation = {
  operationId: 'startTryOn',
  tags: ['Try-on'],
  summary: 'Start a try-on',
  description:
    'Renders a look into a photo, paid by the store’s account. A visitor has one open render: a new look cancels the one before, which is not charged.',
  security: visitorToken,
  parameters: [{ ...idempotencyKey, required: true }, ...parametersOf('RequestId')],
  requestBody: {
    description: 'At most 32 KiB.',
    required: true,
    content: json(ref('TryOnRequest'), { look: tryOnRequestExample }),
  },
  responses: {
    '202': {
      description: 'The render, new or that of the `Idempotency-Key`.',
      headers: { ...rendered, ...headersOf('Idempotent-Replayed') },
      content: json(ref('TryOn'), { queued: tryOnExample }),
    },
    ...failures(
      'INVALID_INPUT',
      'INSUFFICIENT_CREDITS',
      'NOT_FOUND',
      'REQUEST_TIMEOUT',
      'UNSUPPORTED_MEDIA_TYPE',
      'CONFLICT',
      'IDEMPOTENCY_CONFLICT',
      'IDEMPOTENCY_MISMATCH',
      'MODEL_UNAVAILABLE',
      ...visitor,
    ),
  },
};

const getTryOn: Operation = {
  operationId: 'getTryOn',
  tags: ['Try-on'],
  summary: 'Read a try-on',
  description: 'The render as its shopper sees it now.',
  security: visitorToken,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': { description: 'The render.', headers: rendered, content: json(ref('TryOn')) },
    ...failures('INVALID_INPUT', 'NOT_FOUND', ...visitor),
  },
};

const cancelTryOn: Operation = {
  operationId: 'cancelTryOn',
  tags: ['Try-on'],
  summary: 'Cancel a try-on',
  description: 'A render that has not ended is cancelled and not charged; one that has ended stays as it is.',
  security: visitorToken,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': { description: 'The render as it is now.', headers: rendered, content: json(ref('TryOn')) },
    ...failures('INVALID_INPUT', 'NOT_FOUND', ...visitor),
  },
};

const followTryOn: Operation = {
  operationId: 'followTryOn',
  tags: ['Try-on'],
  summary: 'Follow a try-on',
  description:
    'Server-sent events `state`: one at once, then one for each change until the render has ended.',
  security: visitorToken,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': {
      description: 'The events until the render has ended.',
      headers: rendered,
      content: eventStream(
        { state: ref('TryOn') },
        { summary: 'A state', value: `event: state\ndata: ${JSON.stringify(tryOnExample.value)}\n\n` },
      ),
    },
    ...failures('INVALID_INPUT', 'NOT_FOUND', ...visitor),
  },
};

const base = '/api/try-on/{slug}';
const store = { parameters: parametersOf('StoreSlug') };
const ofRender = { parameters: parametersOf('StoreSlug', 'RenderId') };

export const tryOnPaths: Paths = {
  [`${base}/session`]: { ...store, post: openSession },
  [`${base}/photos`]: { ...store, post: uploadPhoto },
  [`${base}/photos/{id}`]: { parameters: parametersOf('StoreSlug', 'PhotoId'), delete: deletePhoto },
  [`${base}/renders`]: { ...store, post: startTryOn },
  [`${base}/renders/{id}`]: { ...ofRender, get: getTryOn, delete: cancelTryOn },
  [`${base}/renders/{id}/events`]: { ...ofRender, get: followTryOn },
  ...picturePaths,
};
