import Joi from 'joi';
import { defineRoute } from '../http/route.ts';
import { rateLimit } from '../openapi/headers.ts';
import { eventStream, images, json, type Parameter } from '../openapi/operation.ts';
import { idempotencyKey, pickParameters } from '../openapi/parameters.ts';
import { text } from '../openapi/schema.ts';
import { deleteAllImages } from './delete-all-images.ts';
import {
  cancelledExample,
  failedExample,
  listExample,
  queuedExample,
  requestExamples,
  responseExample,
  streamExample,
  succeededExample,
} from './example-responses.ts';
import { sendLinkedImage } from './image-link.ts';
import { listQuery, listRenders } from './list-renders.ts';
import type { ReadDependencies } from './read-dependencies.ts';
import { imageQuery, removeRender, showEvents, showImage, showRender } from './read-render.ts';
import { asRenderOutage } from './render-outage.ts';
import {
  progressEventSchema,
  queuedEventSchema,
  renderListSchema,
  renderRequestSchema,
  renderResponseSchema,
  renderSchema,
} from './schemas.ts';
import { type VisualizeDependencies, visualize } from './visualize.ts';

const common = { tag: 'Renders', access: 'key', scopes: ['render', 'read'] } as const;
const starting = { ...common, scopes: ['render'] } as const;

const postVisualize = defineRoute({
  ...starting,
  id: 'visualize',
  method: 'post',
  path: '/visualize',
  summary: 'Render products into a scene',
  description: [
    'Renders 1 to 6 products into the photo of a scene. The connection waits until the image is ready, which takes 40 to 160 seconds with a generative model: give your HTTP client a time-out of at least 300 seconds, or use `Prefer: respond-async`.',
    'One credit is consumed per successful render, none otherwise. With `Accept: image/png`, `image/jpeg` or `image/webp` the response is the image itself, and the usage is in headers.',
    'Checks are made in this order: key (401), rate limit (429), body (400), balance (402), then everything else. From the rate limit on, every response has the `RateLimit-*` headers.',
  ].join('\n\n'),
  headers: [
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
  ],
  body: {
    description: 'The scene and the products; at most 64 MiB.',
    content: json(renderRequestSchema, requestExamples),
  },
  responses: {
    200: {
      description: 'The render has succeeded.',
      headers: [
        'X-Render-Id',
        'X-Credits-Used',
        'X-Credits-Remaining',
        'Idempotent-Replayed',
        'Server-Timing',
        'Cache-Control',
        ...rateLimit,
      ],
      content: { ...json(renderResponseSchema, { succeeded: responseExample }), ...images },
    },
    202: {
      description: 'The wait that `Prefer` asked for has ended; the render continues.',
      headers: [
        'X-Render-Id',
        'Location',
        'Preference-Applied',
        'Retry-After',
        'Idempotent-Replayed',
        ...rateLimit,
      ],
      content: json(renderSchema, { queued: queuedExample }),
    },
  },
  failures: [
    'INSUFFICIENT_CREDITS',
    'IDEMPOTENCY_CONFLICT',
    'CANCELLED',
    'EXPIRED',
    'IDEMPOTENCY_MISMATCH',
    'RATE_LIMITED',
    'MODEL_ERROR',
    'MODEL_UNAVAILABLE',
  ],
  toFailure: asRenderOutage,
  // Reads the body itself: after the limit of the key, which a body that is not valid does not use up.
  handle: (dependencies: VisualizeDependencies, { req, res }) => visualize(dependencies, req, res),
});

const getRenders = defineRoute({
  ...common,
  id: 'listRenders',
  method: 'get',
  path: '/visualize',
  summary: 'List renders',
  description:
    'The renders of the account in the mode of the API key, newest first. Try-ons that shoppers of the account’s stores started have `source`.',
  query: listQuery,
  responses: {
    200: { description: 'A page of renders.', content: json(renderListSchema, { page: listExample }) },
  },
  cache: 'no-store',
  handle: (dependencies: ReadDependencies, { key, query }) => listRenders(dependencies, key, query),
});

const [id] = pickParameters('RenderId') as [Parameter];
const ofRender = { ...common, params: { id } } as const;

const getRender = defineRoute({
  ...ofRender,
  id: 'getRender',
  method: 'get',
  path: '/visualize/:id',
  summary: 'Read a render',
  description:
    'State, position in the queue, timings and, once it has succeeded, the result. `Retry-After` says when to read an open render again. With `Accept: image/png`, `image/jpeg` or `image/webp` a succeeded render is the image itself.',
  query: imageQuery,
  responses: {
    200: {
      description: 'The render.',
      headers: [
        'X-Render-Id',
        'X-Credits-Used',
        'X-Credits-Remaining',
        'Retry-After',
        'Server-Timing',
        'Cache-Control',
      ],
      content: {
        ...json(renderSchema, {
          queued: queuedExample,
          succeeded: succeededExample,
          failed: failedExample,
        }),
        ...images,
      },
    },
  },
  failures: ['NOT_FOUND', 'EXPIRED'],
  handle: showRender,
});

const deleteRender = defineRoute({
  ...starting,
  params: { id },
  id: 'deleteRender',
  method: 'delete',
  path: '/visualize/:id',
  summary: 'Cancel a render or delete its images',
  description:
    'Cancels a queued render and aborts a running one, which is then not charged. Of a render that has ended, all images are deleted; its record stays, and reusing its `Idempotency-Key` starts a new render.',
  responses: {
    200: {
      description: 'The render as it is now, and what it cost.',
      headers: ['X-Credits-Used'],
      content: json(renderSchema, { cancelled: cancelledExample }),
    },
  },
  failures: ['NOT_FOUND'],
  handle: removeRender,
});

const getRenderImage = defineRoute({
  ...ofRender,
  id: 'getRenderImage',
  method: 'get',
  path: '/visualize/:id/image',
  summary: 'Read the image of a render',
  description:
    'The PNG, or a JPEG or WebP by `Accept`. Of a render that ended without an image, the response is its error. Images are kept for 24 hours.',
  responses: {
    200: { description: 'The image.', headers: ['X-Render-Id', 'Cache-Control'], content: images },
  },
  failures: ['NOT_FOUND', 'CANCELLED', 'EXPIRED', 'MODEL_ERROR', 'MODEL_UNAVAILABLE'],
  handle: showImage,
});

/** Checked by the signature: a URL that is not valid is not found. */
const signedQuery = Joi.object<object>({
  until: Joi.any()
    .description('Of the signed URL.')
    .meta({ jsonSchema: { type: 'string' } }),
  sig: Joi.any()
    .description('Of the signed URL.')
    .meta({ jsonSchema: { type: 'string' } }),
}).unknown();

const getLinkedImage = defineRoute({
  ...ofRender,
  id: 'getLinkedImage',
  access: 'signed link',
  method: 'get',
  path: '/visualize/:id/image.png',
  summary: 'Read an image by its signed URL',
  description:
    'The URL that `?image=url`, webhooks and the MCP tools return: without a key, on pages of any origin, for 6 to 7 hours.',
  query: signedQuery,
  responses: {
    200: {
      description: 'The image.',
      headers: ['X-Render-Id', 'Cache-Control', 'Access-Control-Allow-Origin'],
      content: { 'image/png': images['image/png']! },
    },
  },
  failures: ['NOT_FOUND', 'EXPIRED'],
  handle: (dependencies: ReadDependencies, call) => sendLinkedImage(dependencies, call),
});

const getRenderEvents = defineRoute({
  ...ofRender,
  id: 'followRender',
  method: 'get',
  path: '/visualize/:id/events',
  summary: 'Follow a render',
  description: [
    'A stream of server-sent events: `queued` whenever the position in the queue changes, `progress` as the worker reports it and as its usual duration passes, and `done` with the render at its end, after which the stream closes.',
    'Each `progress` that the worker reports has an `id`: after a reconnect, `Last-Event-ID` continues after the event with that id.',
  ].join('\n\n'),
  headers: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The id of the newest event that the client has received.',
      schema: text('An id.', { examples: ['3'] }),
    },
  ],
  responses: {
    200: {
      description: 'The events until the render has ended.',
      headers: ['X-Render-Id', 'Cache-Control'],
      content: eventStream(
        { queued: queuedEventSchema, progress: progressEventSchema, done: renderSchema },
        streamExample,
      ),
    },
  },
  failures: ['NOT_FOUND'],
  handle: showEvents,
});

export const renderRoutes = [
  postVisualize,
  getRenders,
  getRender,
  deleteRender,
  deleteAllImages,
  getRenderImage,
  getLinkedImage,
  getRenderEvents,
];
