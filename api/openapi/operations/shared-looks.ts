import { failures } from '../failures.ts';
import { headersOf } from '../headers.ts';
import { json, type Operation, type Parameter, type Paths, type Response } from '../operation.ts';
import { parametersOf } from '../parameters.ts';
import { ref, type Schema, text } from '../schema.ts';
import { visitorToken } from '../security.ts';
import { picture } from './try-on-pictures.ts';

const visitor = [
  'INVALID_INPUT',
  'UNAUTHORIZED',
  'STORE_CONTEXT',
  'NOT_FOUND',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
] as const;
const common = { tags: ['Try-on'], security: visitorToken, parameters: parametersOf('RequestId') };

const result = (description: string, schema: Schema): Response => ({
  description,
  headers: headersOf('X-Request-Id', 'Cache-Control'),
  content: json(schema),
});

const shareTryOn: Operation = {
  ...common,
  operationId: 'shareTryOn',
  summary: 'Share a try-on by a link',
  description:
    'Keeps the picture and the items for anyone with the link; a repeat returns the same link. 403 where the store shares pictures only.',
  responses: {
    '200': result('The link.', ref('Share')),
    ...failures(...visitor, 'FORBIDDEN', 'CONFLICT', 'EXPIRED'),
  },
};

const getSharedLook: Operation = {
  ...common,
  operationId: 'getSharedLook',
  summary: 'Read a shared look',
  description: 'Picture and items; this does not count as an open.',
  responses: { '200': result('The look.', ref('SharedLook')), ...failures(...visitor, 'EXPIRED') },
};

const openSharedLook: Operation = {
  ...common,
  operationId: 'openSharedLook',
  summary: 'Open a shared look',
  description: 'Reads the look and counts one open for each `openId`.',
  requestBody: {
    description: 'At most 32 KiB.',
    required: true,
    content: json(ref('LookOpenRequest'), {
      open: { summary: 'An open', value: { openId: '0192f3c8-7c1e-7a60-8f6b-0d3c7a1f9b11' } },
    }),
  },
  responses: {
    '200': result('The look.', ref('SharedLook')),
    ...failures(...visitor, 'REQUEST_TIMEOUT', 'UNSUPPORTED_MEDIA_TYPE', 'EXPIRED'),
  },
};

const takeBackSharedLook: Operation = {
  ...common,
  operationId: 'takeBackSharedLook',
  summary: 'Take a shared look back',
  description: 'By the visitor who shared it: the link ends, and its pictures are deleted.',
  responses: {
    '204': { description: 'The link has ended.', headers: headersOf('X-Request-Id', 'Cache-Control') },
    ...failures(...visitor),
  },
};

const image = picture({
  operationId: 'getSharedLookImage',
  summary: 'Read the picture of a shared look',
  description: 'The `url` of its picture.',
  headers: ['X-Robots-Tag'],
  failures: ['EXPIRED'],
});

const preview = picture({
  operationId: 'getSharedLookPreview',
  summary: 'Read the preview of a shared look',
  description: 'A picture for link previews of other services.',
  headers: ['X-Robots-Tag'],
  failures: ['EXPIRED'],
});

const shortId: Parameter = {
  name: 'shortId',
  in: 'path',
  required: true,
  description: 'Id of the look, in its link.',
  schema: text('An id.', { examples: ['m0h7v6dsz71cq'] }),
};
const ofLook = { parameters: [...parametersOf('StoreSlug'), shortId] };
const base = '/api/try-on/{slug}';

export const sharedLookPaths: Paths = {
  [`${base}/renders/{id}/share`]: { parameters: parametersOf('StoreSlug', 'RenderId'), post: shareTryOn },
  [`${base}/looks/{shortId}`]: { ...ofLook, get: getSharedLook, delete: takeBackSharedLook },
  [`${base}/looks/{shortId}/opens`]: { ...ofLook, post: openSharedLook },
  [`${base}/looks/{shortId}/image`]: { ...ofLook, get: image },
  [`${base}/looks/{shortId}/preview`]: { ...ofLook, get: preview },
};
