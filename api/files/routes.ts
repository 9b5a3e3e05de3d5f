import Joi from 'joi';
import { defineRoute, type PathParameter } from '../http/route.ts';
import type { Content } from '../openapi/operation.ts';
import { fileContent, json } from '../openapi/operation.ts';
import { integer, moment, namedObject, text } from '../openapi/schema.ts';
import { type FileDependencies, receiveFile, removeFile, type UploadedFile } from './files.ts';
import { createUploadLink, receiveLinkedFile, type UploadLink, uploadRoute } from './upload-link.ts';

const fileSchema = namedObject<UploadedFile>('UploadedFile', 'An uploaded image.', {
  id: text('Names the image in requests, wherever they take the URL of an image.', {
    examples: ['file_0mwr4f8k2d3xq'],
  }),
  mimeType: text('Type of the image as it is kept.', { examples: ['image/jpeg'] }),
  width: integer('Width in pixels.', { minimum: 1 }),
  height: integer('Height in pixels.', { minimum: 1 }),
  bytes: integer('Size in bytes as it is kept.', { minimum: 1 }),
  createdAt: moment('When it was uploaded.'),
  expiresAt: moment('When it is deleted: after 24 hours.'),
});

const linkSchema = namedObject<UploadLink>('UploadLink', 'Where a page may upload one image.', {
  id: text('The file that it becomes.', { examples: ['file_0mwr4f8k2d3xq'] }),
  url: text('Takes one `POST` with an image, without a key, from any origin.', { format: 'uri' }),
  expiresAt: moment('Until when.'),
});

const image = { type: 'string', format: 'binary', description: 'The bytes of an image.' } as const;

/** The image alone, or as the file of a form. */
const upload: Content = {
  ...fileContent(image.description),
  'image/*': { schema: image },
};

const body = {
  description: 'A JPEG, PNG, WebP or AVIF of at most 8 MiB; its type is determined from its content.',
  content: upload,
};

const common = { tag: 'Renders', access: 'key', scopes: ['render', 'manage'] } as const;

const received = {
  201: { description: 'The image was checked, and is kept.', content: json(fileSchema) },
};

const postFile = defineRoute({
  ...common,
  id: 'uploadFile',
  method: 'post',
  path: '/files',
  summary: 'Upload an image',
  description:
    'Keeps an image for 24 hours. Its `id` stands for it as `sceneImage` and in `images` of requests with keys of this account and mode, so that an image of several renders is sent once.',
  body,
  responses: received,
  failures: ['INVALID_INPUT', 'RATE_LIMITED'],
  handle: (dependencies: FileDependencies, { req, res, key: { account, mode } }) =>
    receiveFile(dependencies, { req, res }, { account, mode }),
});

const postLink = defineRoute({
  ...common,
  id: 'createUploadLink',
  method: 'post',
  path: '/files/links',
  summary: 'Create a link for an upload',
  description:
    'A signed URL by which a page uploads one image without a key. Create one for each upload, on your server.',
  responses: { 201: { description: 'The link.', content: json(linkSchema) } },
  handle: (dependencies: FileDependencies, { key }) => createUploadLink(dependencies, key),
});

const fileParameter: PathParameter = {
  description: 'Id of the file.',
  schema: text('An id.', { examples: ['file_0mwr4f8k2d3xq'] }),
};

const deleteFile = defineRoute({
  ...common,
  id: 'deleteFile',
  method: 'delete',
  path: '/files/:id',
  params: { id: fileParameter },
  summary: 'Delete an uploaded image',
  description: 'At once. Renders that have started keep their copy of it until they end.',
  responses: { 204: { description: 'It is deleted.' } },
  failures: ['NOT_FOUND'],
  handle: (dependencies: FileDependencies, call) => removeFile(dependencies, call),
});

const byLink = {
  tag: 'Renders',
  path: uploadRoute,
  params: {
    id: fileParameter,
    account: { description: 'Of the signed URL.', schema: text('An id.') },
    mode: { description: 'Of the signed URL.', schema: text('A mode.') },
  },
} as const;

/** Checked by the signature: a URL that is not valid is not found. */
const signature = {
  until: Joi.any()
    .description('Of the signed URL.')
    .meta({ jsonSchema: { type: 'string' } }),
  sig: Joi.any()
    .description('Of the signed URL.')
    .meta({ jsonSchema: { type: 'string' } }),
};

const postLinkedFile = defineRoute({
  ...byLink,
  id: 'uploadByLink',
  access: 'signed link',
  method: 'post',
  summary: 'Upload an image by a link',
  description: 'The `url` of `POST /files/links`, once.',
  query: Joi.object<object>(signature).unknown(),
  body,
  responses: {
    201: { ...received[201], headers: ['Access-Control-Allow-Origin'] },
  },
  failures: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: (dependencies: FileDependencies, call) => receiveLinkedFile(dependencies, call),
});

const allowUpload = defineRoute({
  ...byLink,
  id: 'allowUploadByLink',
  access: 'anyone',
  method: 'options',
  summary: 'Ask for an upload by a link',
  description: 'The preflight of a page that sends an image itself instead of a form.',
  responses: {
    204: {
      description: 'A page of any origin may upload.',
      headers: [
        'Access-Control-Allow-Origin',
        'Access-Control-Allow-Methods',
        'Access-Control-Allow-Headers',
        'Access-Control-Max-Age',
      ],
    },
  },
  handle: (_dependencies, { res }) => {
    res.set({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Content-Type',
      'Access-Control-Max-Age': '86400',
    });
  },
});

export const fileRoutes = [postFile, postLink, deleteFile, postLinkedFile, allowUpload];
