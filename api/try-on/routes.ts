import { defineRoute } from '../http/route.ts';
import { eventStream, json } from '../openapi/operation.ts';
import { idempotencyKey } from '../openapi/parameters.ts';
import { tryOnExample, tryOnRequestExample } from './example-responses.ts';
import { feedbackRequest, putFeedback } from './feedback.ts';
import { imageRoutes } from './image-routes.ts';
import { lookRoutes } from './look-routes.ts';
import { tryOnRequest } from './render-request.ts';
import { cancelRender, followOwnRender, showRender } from './renders.ts';
import { base, forPage, forVisitor, ofPhoto, ofRender } from './route-facts.ts';
import { photoSchema, sessionSchema, tryOnSchema } from './schemas.ts';
import { openSession, sessionRequest } from './session.ts';
import { startRender } from './start-render.ts';
import { removePhoto, uploadPhoto } from './visitor-photos.ts';

const postSession = defineRoute({
  ...forPage('session'),
  id: 'openTryOnSession',
  method: 'post',
  path: `${base}/session`,
  summary: 'Open a session',
  description:
    'Renews the token of a visitor, or creates a new visitor if the token is missing or invalid. The session says what the page continues with.',
  body: {
    name: 'TryOnSessionRequest',
    schema: sessionRequest,
    examples: {
      first: { summary: 'A first visit', value: { visitorId: null, anonymousId: null, token: null } },
    },
  },
  responses: { 200: { description: 'The session.', content: json(sessionSchema) } },
  handle: openSession,
});

const postPhoto = defineRoute({
  ...forVisitor('photo'),
  id: 'uploadPhoto',
  method: 'post',
  path: `${base}/photos`,
  summary: 'Upload a photo',
  description:
    'The body is the image: JPEG, PNG, WebP or AVIF by its content, at most 8 MiB and 12 megapixels (4032 × 3024), its shorter side at least 256 pixels. Of one visitor the newest 10 photos are kept.',
  body: {
    description: 'The bytes of the image.',
    content: { 'image/*': { schema: { description: 'The bytes of the image.' } } },
  },
  responses: { 201: { description: 'The photo.', content: json(photoSchema) } },
  handle: uploadPhoto,
});

const deletePhoto = defineRoute({
  ...forVisitor('read'),
  id: 'deletePhoto',
  method: 'delete',
  path: `${base}/photos/:id`,
  params: ofPhoto,
  summary: 'Delete a photo',
  description: 'At once, with all copies of it. An open render from it is cancelled and not charged.',
  responses: { 204: { description: 'The photo is deleted.' } },
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: removePhoto,
});

const postRender = defineRoute({
  ...forVisitor('render'),
  id: 'startTryOn',
  method: 'post',
  path: `${base}/renders`,
  summary: 'Start a try-on',
  description:
    'Renders a look into a photo, paid by the store’s account. A visitor has one open render: a new look cancels the one before, which is not charged.',
  headers: [{ ...idempotencyKey, required: true }],
  body: { name: 'TryOnRequest', schema: tryOnRequest, examples: { look: tryOnRequestExample } },
  responses: {
    202: {
      description: 'The render, new or that of the `Idempotency-Key`.',
      headers: ['X-Render-Id', 'Idempotent-Replayed'],
      content: json(tryOnSchema, { queued: tryOnExample }),
    },
  },
  failures: [
    'INSUFFICIENT_CREDITS',
    'NOT_FOUND',
    'CONFLICT',
    'IDEMPOTENCY_CONFLICT',
    'IDEMPOTENCY_MISMATCH',
    'MODEL_UNAVAILABLE',
  ],
  handle: startRender,
});

const putRenderFeedback = defineRoute({
  ...forVisitor('read'),
  id: 'giveTryOnFeedback',
  method: 'put',
  path: `${base}/renders/:id/feedback`,
  params: ofRender,
  summary: 'Say that an image is not right',
  description:
    'Counts in the figures of the store by product; it is no event, and never forwarded. A later word replaces the earlier one.',
  body: {
    name: 'TryOnFeedback',
    schema: feedbackRequest,
    examples: { place: { summary: 'A wrong place', value: { reasons: ['wrong_place'] } } },
  },
  responses: { 204: { description: 'The word is kept.' } },
  failures: ['NOT_FOUND'],
  handle: putFeedback,
});

const rendered = (description: string) => ({
  200: { description, headers: ['X-Render-Id'] as const, content: json(tryOnSchema) },
});

const getRender = defineRoute({
  ...forVisitor('read'),
  id: 'getTryOn',
  method: 'get',
  path: `${base}/renders/:id`,
  params: ofRender,
  summary: 'Read a try-on',
  description: 'The render as its shopper sees it now.',
  responses: rendered('The render.'),
  failures: ['NOT_FOUND'],
  handle: showRender,
});

const deleteRender = defineRoute({
  ...forVisitor('read'),
  id: 'cancelTryOn',
  method: 'delete',
  path: `${base}/renders/:id`,
  params: ofRender,
  summary: 'Cancel a try-on',
  description: 'A render that has not ended is cancelled and not charged; one that has ended stays as it is.',
  responses: rendered('The render as it is now.'),
  failures: ['NOT_FOUND'],
  handle: cancelRender,
});

const getRenderEvents = defineRoute({
  ...forVisitor('read'),
  id: 'followTryOn',
  method: 'get',
  path: `${base}/renders/:id/events`,
  params: ofRender,
  summary: 'Follow a try-on',
  description:
    'Server-sent events `state`: one at once, then one for each change until the render has ended.',
  responses: {
    200: {
      description: 'The events until the render has ended.',
      headers: ['X-Render-Id'],
      content: eventStream(
        { state: tryOnSchema },
        { summary: 'A state', value: `event: state\ndata: ${JSON.stringify(tryOnExample.value)}\n\n` },
      ),
    },
  },
  failures: ['NOT_FOUND'],
  handle: followOwnRender,
});

/** Routes that the try-on calls from a shopper's browser, on our own origin (shared/try-on/contract.ts). */
export const tryOnRoutes = [
  postSession,
  postPhoto,
  deletePhoto,
  postRender,
  getRender,
  deleteRender,
  putRenderFeedback,
  getRenderEvents,
  ...imageRoutes,
  ...lookRoutes,
];
