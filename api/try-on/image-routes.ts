import Joi from 'joi';
import { queryParameter } from '../http/query.ts';
import { defineRoute } from '../http/route.ts';
import { images } from '../openapi/operation.ts';
import { text } from '../openapi/schema.ts';
import {
  type ImageQuery,
  sendLogo,
  sendLookImage,
  sendModelPhoto,
  sendModelThumbnail,
  sendPhoto,
  sendTryOn,
} from './images.ts';
import { base, forPage, ofLook, ofPhoto, ofRender } from './route-facts.ts';

const image = {
  method: 'get',
  responses: { 200: { description: 'The image.', content: images } },
  failures: ['NOT_FOUND'],
} as const;

/** Checked by `assertSigned`: a URL that is not valid is not found. */
const signature = {
  until: Joi.any()
    .description('Of the signed URL.')
    .meta({ jsonSchema: { type: 'string' } }),
  sig: Joi.any()
    .description('Of the signed URL.')
    .meta({ jsonSchema: { type: 'string' } }),
};
const signed = { jsonSchema: { required: Object.keys(signature) } };

const getPhotoImage = defineRoute({
  ...image,
  ...forPage('read'),
  id: 'getPhotoImage',
  path: `${base}/photos/:id/image`,
  params: ofPhoto,
  summary: 'Read the image of a photo',
  description: 'The `url` of a photo, signed and valid for hours.',
  query: Joi.object<object>(signature).unknown().meta(signed),
  handle: sendPhoto,
});

const getModelPhotoImage = defineRoute({
  ...image,
  ...forPage('read'),
  id: 'getModelPhotoImage',
  path: `${base}/models/:id/image`,
  params: ofPhoto,
  summary: 'Read the image of a model photo',
  description: 'The `url` of a model photo.',
  handle: sendModelPhoto,
});

const { 'image/png': png, 'image/jpeg': jpeg, 'image/webp': webp } = images;

const getModelPhotoThumbnail = defineRoute({
  ...image,
  ...forPage('read'),
  id: 'getModelPhotoThumbnail',
  path: `${base}/models/:id/thumbnail`,
  params: ofPhoto,
  summary: 'Read the thumbnail of a model photo',
  description: 'The `thumbnail` of a model photo: a WebP of 240 by 320 pixels.',
  responses: { 200: { description: 'The thumbnail.', content: { 'image/webp': webp! } } },
  failures: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  handle: sendModelThumbnail,
});

const formats = { png: 'image/png', jpeg: 'image/jpeg' } as const;

const getTryOnImage = defineRoute({
  ...image,
  ...forPage('result'),
  id: 'getTryOnImage',
  path: `${base}/renders/:id/image`,
  params: ofRender,
  summary: 'Read the image of a try-on',
  description:
    'The `url` of a result, signed and valid for hours: a PNG, or a JPEG of about a fifth of its bytes.',
  query: Joi.object<ImageQuery>({
    ...signature,
    format: queryParameter((name) => formats[name as keyof typeof formats], 'must be png or jpeg')
      .default(formats.png)
      .description('Format of the image.')
      .meta({ jsonSchema: { type: 'string', enum: Object.keys(formats), default: 'png' } }),
  })
    .unknown()
    .meta(signed),
  responses: {
    200: {
      description: 'The image.',
      headers: ['X-Render-Id'],
      content: { 'image/png': png!, 'image/jpeg': jpeg! },
    },
  },
  failures: ['NOT_FOUND', 'EXPIRED'],
  handle: sendTryOn,
});

const getLogo = defineRoute({
  ...image,
  ...forPage('read'),
  id: 'getLogo',
  path: `${base}/logo/:file`,
  params: {
    file: {
      description: 'Name of the file, from the page of the store.',
      schema: text('A name.'),
    },
  },
  summary: 'Read the logo of a store',
  description: 'The logo that the store’s pages show.',
  handle: sendLogo,
});

const lookImage = {
  ...image,
  ...forPage('look'),
  params: ofLook,
  responses: { 200: { ...image.responses[200], headers: ['X-Robots-Tag'] } },
  failures: ['NOT_FOUND', 'EXPIRED'],
} as const;

const getSharedLookImage = defineRoute({
  ...lookImage,
  id: 'getSharedLookImage',
  path: `${base}/looks/:shortId/image`,
  summary: 'Read the image of a shared look',
  description: 'The `url` of its image.',
  handle: sendLookImage('picture'),
});

const getSharedLookPreview = defineRoute({
  ...lookImage,
  id: 'getSharedLookPreview',
  path: `${base}/looks/:shortId/preview`,
  summary: 'Read the preview of a shared look',
  description: 'An image for link previews of other services.',
  handle: sendLookImage('preview'),
});

export const imageRoutes = [
  getPhotoImage,
  getModelPhotoImage,
  getModelPhotoThumbnail,
  getTryOnImage,
  getLogo,
];
export const lookImageRoutes = [getSharedLookImage, getSharedLookPreview];
