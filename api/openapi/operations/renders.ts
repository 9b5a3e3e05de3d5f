import {
  cancelledExample,
  failedExample,
  queuedExample,
  streamExample,
  succeededExample,
} from '../examples/renders.ts';
import { failures } from '../failures.ts';
import { headersOf } from '../headers.ts';
import { eventStream, json, type Operation, type Paths, pictures } from '../operation.ts';
import { parametersOf } from '../parameters.ts';
import { ref, text } from '../schema.ts';
import { apiKey } from '../security.ts';

const reads = ['UNAUTHORIZED', 'NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'] as const;

const getRender: Operation = {
  operationId: 'getRender',
  tags: ['Renders'],
  summary: 'Read a render',
  description:
    'State, position in the queue, timings and, once it has succeeded, the result. `Retry-After` says when to read an open render again. With `Accept: image/png`, `image/jpeg` or `image/webp` a succeeded render is the picture itself.',
  security: apiKey,
  parameters: [
    {
      name: 'image',
      in: 'query',
      description: '`image` of the response: a data URL, the URL of the bytes, or left out.',
      schema: text('A form.', { enum: ['data', 'url', 'none'], default: 'data' }),
    },
    ...parametersOf('RequestId'),
  ],
  responses: {
    '200': {
      description: 'The render.',
      headers: headersOf(
        'X-Request-Id',
        'X-Render-Id',
        'X-Credits-Used',
        'X-Credits-Remaining',
        'Retry-After',
        'Server-Timing',
        'Cache-Control',
      ),
      content: {
        ...json(ref('Render'), { queued: queuedExample, succeeded: succeededExample, failed: failedExample }),
        ...pictures,
      },
    },
    ...failures('INVALID_INPUT', ...reads, 'EXPIRED'),
  },
};

const deleteRender: Operation = {
  operationId: 'deleteRender',
  tags: ['Renders'],
  summary: 'Cancel a render or delete its images',
  description:
    'Cancels a queued render and aborts a running one, which is then not charged. Of a render that has ended, all images are deleted; its record stays, and a repeat of its `Idempotency-Key` starts a new render.',
  security: apiKey,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': {
      description: 'The render as it is now, and what it cost.',
      headers: headersOf('X-Request-Id', 'X-Credits-Used'),
      content: json(ref('Render'), { cancelled: cancelledExample }),
    },
    ...failures('INVALID_INPUT', 'UNAUTHORIZED', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'),
  },
};

const getRenderImage: Operation = {
  operationId: 'getRenderImage',
  tags: ['Renders'],
  summary: 'Read the picture of a render',
  description:
    'The PNG, or a JPEG or WebP by `Accept`. Of a render that ended without a picture, the response is its error. Pictures are kept for 24 hours.',
  security: apiKey,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': {
      description: 'The picture.',
      headers: headersOf('X-Request-Id', 'X-Render-Id', 'Cache-Control'),
      content: pictures,
    },
    ...failures('INVALID_INPUT', ...reads, 'CANCELLED', 'EXPIRED', 'MODEL_ERROR', 'MODEL_UNAVAILABLE'),
  },
};

const followRender: Operation = {
  operationId: 'followRender',
  tags: ['Renders'],
  summary: 'Follow a render',
  description: [
    'A stream of server-sent events: `queued` whenever the position in the queue changes, `progress` as the worker reports it, and `done` with the render at its end, after which the stream closes.',
    'Each `progress` has an `id`: after a reconnect, `Last-Event-ID` continues after the event with that id.',
  ].join('\n\n'),
  security: apiKey,
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The id of the newest event that the client has received.',
      schema: text('An id.', { examples: ['3'] }),
    },
    ...parametersOf('RequestId'),
  ],
  responses: {
    '200': {
      description: 'The events until the render has ended.',
      headers: headersOf('X-Request-Id', 'X-Render-Id', 'Cache-Control'),
      content: eventStream(
        { queued: ref('QueuedEvent'), progress: ref('ProgressEvent'), done: ref('Render') },
        streamExample,
      ),
    },
    ...failures('INVALID_INPUT', ...reads),
  },
};

const ofRender = { parameters: parametersOf('RenderId') };

export const renderPaths: Paths = {
  '/visualize/{id}': { ...ofRender, get: getRender, delete: deleteRender },
  '/visualize/{id}/image': { ...ofRender, get: getRenderImage },
  '/visualize/{id}/events': { ...ofRender, get: followRender },
};
