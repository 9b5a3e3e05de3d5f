import type { ErrorCode } from '../../../shared/errors.ts';
import { failures } from '../failures.ts';
import { type HeaderName, headersOf } from '../headers.ts';
import { type Content, type Operation, type Parameter, type Paths, pictures } from '../operation.ts';
import { parametersOf } from '../parameters.ts';
import { text } from '../schema.ts';
import { noCredentials } from '../security.ts';

const signature: Parameter[] = [
  { name: 'until', in: 'query', required: true, description: 'Of the signed URL.', schema: text('A time.') },
  {
    name: 'sig',
    in: 'query',
    required: true,
    description: 'Of the signed URL.',
    schema: text('A signature.'),
  },
];

interface PictureRoute {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  content?: Content;
  headers?: HeaderName[];
  /** Besides those of every picture. */
  failures?: ErrorCode[];
}

/** An operation that sends a picture to pages of a store. */
export const picture = (route: PictureRoute): Operation => ({
  operationId: route.operationId,
  tags: ['Try-on'],
  summary: route.summary,
  description: route.description,
  security: noCredentials,
  parameters: [...(route.parameters ?? []), ...parametersOf('RequestId')],
  responses: {
    '200': {
      description: 'The picture.',
      headers: headersOf('X-Request-Id', 'Cache-Control', ...(route.headers ?? [])),
      content: route.content ?? pictures,
    },
    ...failures(
      'INVALID_INPUT',
      'STORE_CONTEXT',
      'NOT_FOUND',
      'RATE_LIMITED',
      'SERVICE_UNAVAILABLE',
      ...(route.failures ?? []),
    ),
  },
});

const photo = picture({
  operationId: 'getPhotoImage',
  summary: 'Read the picture of a photo',
  description: 'The `url` of a photo, signed and valid for hours.',
  parameters: signature,
});

const model = picture({
  operationId: 'getModelPhotoImage',
  summary: 'Read the picture of a model photo',
  description: 'The `url` of a model photo.',
});

const { 'image/png': png, 'image/jpeg': jpeg } = pictures;

const result = picture({
  operationId: 'getTryOnImage',
  summary: 'Read the picture of a try-on',
  description:
    'The `url` of a result, signed and valid for hours: a PNG, or a JPEG of about a fifth of its bytes.',
  parameters: [
    ...signature,
    {
      name: 'format',
      in: 'query',
      description: 'Format of the picture.',
      schema: text('A format.', { enum: ['png', 'jpeg'], default: 'png' }),
    },
  ],
  content: { 'image/png': png!, 'image/jpeg': jpeg! },
  headers: ['X-Render-Id'],
  failures: ['EXPIRED'],
});

const logo = picture({
  operationId: 'getLogo',
  summary: 'Read the logo of a store',
  description: 'The logo that the store’s pages show.',
});

const base = '/api/try-on/{slug}';

export const picturePaths: Paths = {
  [`${base}/photos/{id}/image`]: { parameters: parametersOf('StoreSlug', 'PhotoId'), get: photo },
  [`${base}/models/{id}/image`]: { parameters: parametersOf('StoreSlug', 'PhotoId'), get: model },
  [`${base}/renders/{id}/image`]: { parameters: parametersOf('StoreSlug', 'RenderId'), get: result },
  [`${base}/logo/{file}`]: {
    parameters: [
      ...parametersOf('StoreSlug'),
      {
        name: 'file',
        in: 'path',
        required: true,
        description: 'Name of the file, from the page of the store.',
        schema: text('A name.'),
      },
    ],
    get: logo,
  },
};
