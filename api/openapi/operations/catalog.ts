import { listingQuery } from '../../catalog/listing-query.ts';
import { failures } from '../failures.ts';
import { headersOf } from '../headers.ts';
import { json, type Operation, type Paths, pictures } from '../operation.ts';
import { parametersOf } from '../parameters.ts';
import { queryParameters } from '../query.ts';
import { ref, text } from '../schema.ts';
import { noCredentials } from '../security.ts';

const page = ['STORE_CONTEXT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'] as const;

const listProducts: Operation = {
  operationId: 'listProducts',
  tags: ['Catalog'],
  summary: 'List the products of a store',
  description: 'A page of the products that pass the filters, with the facets of the whole catalog.',
  security: noCredentials,
  parameters: [...queryParameters(listingQuery), ...parametersOf('RequestId')],
  responses: {
    '200': {
      description: 'A page of products.',
      headers: headersOf('X-Request-Id', 'Cache-Control'),
      content: json(ref('Listing')),
    },
    ...failures('INVALID_INPUT', ...page),
  },
};

const getProduct: Operation = {
  operationId: 'getProduct',
  tags: ['Catalog'],
  summary: 'Read a product of a store',
  description: 'A product with its variants, options and pictures.',
  security: noCredentials,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': {
      description: 'The product.',
      headers: headersOf('X-Request-Id', 'Cache-Control'),
      content: json(ref('Product')),
    },
    ...failures('INVALID_INPUT', 'NOT_FOUND', ...page),
  },
};

const { 'image/webp': webp } = pictures;

const getThumbnail: Operation = {
  operationId: 'getThumbnail',
  tags: ['Catalog'],
  summary: 'Read a thumbnail',
  description: 'A thumbnail of a catalog’s picture; it never changes its content.',
  security: noCredentials,
  parameters: parametersOf('RequestId'),
  responses: {
    '200': {
      description: 'The thumbnail.',
      headers: headersOf('X-Request-Id', 'Cache-Control', 'ETag'),
      content: { 'image/avif': webp!, 'image/webp': webp! },
    },
    '304': {
      description: 'The client has it: `If-None-Match`.',
      headers: headersOf('X-Request-Id', 'Cache-Control', 'ETag'),
    },
    ...failures('INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'),
  },
};

const product = {
  name: 'productId',
  in: 'path',
  required: true,
  description: 'Product id of the storefront platform.',
  schema: text('An id.'),
} as const;

export const catalogPaths: Paths = {
  '/api/try-on/{slug}/products': { parameters: parametersOf('StoreSlug'), get: listProducts },
  '/api/try-on/{slug}/products/{productId}': {
    parameters: [...parametersOf('StoreSlug'), product],
    get: getProduct,
  },
  '/media/{slug}/{sha256}/{file}': {
    parameters: [
      ...parametersOf('StoreSlug'),
      {
        name: 'sha256',
        in: 'path',
        required: true,
        description: 'SHA-256 of the picture.',
        schema: text('Hexadecimal.', { pattern: '^[0-9a-f]{64}$' }),
      },
      {
        name: 'file',
        in: 'path',
        required: true,
        description: 'Width and format.',
        schema: text('A name.', { pattern: '^(160|320|640)\\.(avif|webp)$', examples: ['320.webp'] }),
      },
    ],
    get: getThumbnail,
  },
};
