import type { Listing } from '../../shared/catalog/listing/listing.ts';
import { ApiError } from '../../shared/errors.ts';
import { createAddressLimit } from '../http/process-limit.ts';
import { retryIn } from '../http/retry-in.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { text } from '../openapi/schema.ts';
import { listingQuery, toListingRequest } from './listing-query.ts';
import { listingSchema, productSchema } from './schemas.ts';

interface CatalogDependencies {
  listing: Listing;
  /** Requests a minute. */
  perAddress: number;
}

const limit = ({ perAddress }: CatalogDependencies) =>
  createAddressLimit(perAddress, {
    limit: 'catalog',
    reason: 'rate_limited',
    refusal: (seconds) => `Too many requests for products in a minute. ${retryIn(seconds)}`,
  });

const base = '/api/try-on/:slug/products';
const common = {
  tag: 'Catalog',
  method: 'get',
  access: 'page of the store',
  limit,
  // Covers a step back in the history; shoppers see an import at most 10 s later.
  cache: 'private, max-age=10',
} as const;

const listProducts = defineRoute({
  ...common,
  id: 'listProducts',
  path: base,
  summary: 'List the products of a store',
  description: 'A page of the products that pass the filters, with the facets of the whole catalog.',
  query: listingQuery,
  responses: { 200: { description: 'A page of products.', content: json(listingSchema) } },
  handle: ({ listing }: CatalogDependencies, { store, query }) => {
    const { items, question } = toListingRequest(query);
    return items ? listing.items(store, items, question) : listing.page(store, question);
  },
});

const getProduct = defineRoute({
  ...common,
  id: 'getProduct',
  path: `${base}/:productId`,
  summary: 'Read a product of a store',
  description: 'A product with its variants, options and images.',
  params: {
    productId: {
      description: 'Product id of the storefront platform.',
      schema: text('An id.'),
    },
  },
  responses: { 200: { description: 'The product.', content: json(productSchema) } },
  failures: ['NOT_FOUND'],
  handle: async ({ listing }: CatalogDependencies, { store, params }) => {
    const view = await listing.product(store, params.productId);
    if (view) return view;
    throw new ApiError('NOT_FOUND', 'The store has no such product.', { reason: 'product_gone' });
  },
});

/** The products of a store, for the pages of the try-on. */
export const catalogRoutes = [listProducts, getProduct];
