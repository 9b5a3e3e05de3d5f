import { type Request, Router } from 'express';
import type { Listing } from '../../shared/catalog/listing/listing.ts';
import { ApiError } from '../../shared/errors.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { createAddressLimit } from '../http/process-limit.ts';
import { type StoreContext, storeInContext } from '../http/store-context.ts';
import { readListingQuery } from './listing-query.ts';

export interface CatalogDependencies extends StoreContext {
  listing: Listing;
  /** Requests a minute. */
  perAddress: number;
}

const base = '/api/try-on/:slug/products';

/** Covers a step back in the history; shoppers see an import at most 10 s later. */
const cacheControl = 'private, max-age=10';

/** `GET /api/try-on/{slug}/products` and `/products/{productId}`, for the pages of the try-on. */
export function catalogRouter(dependencies: CatalogDependencies): Router {
  const { listing, perAddress } = dependencies;
  const takePlace = createAddressLimit(perAddress, {
    limit: 'catalog',
    reason: 'rate_limited',
    refusal: (seconds) => `Too many requests for products in a minute; repeat in ${seconds} s.`,
  });
  const storeOf = async (req: Request): Promise<StoreDoc> => {
    // Before the store is read: guessed slugs must not reach the database without a limit.
    await takePlace(req);
    return storeInContext(dependencies, req, String(req.params.slug));
  };
  const router = Router();
  router
    .route(base)
    .get(async (req, res) => {
      const store = await storeOf(req);
      const { items, question } = readListingQuery(req.query);
      const view = items ? await listing.items(store, items, question) : await listing.page(store, question);
      res.set('Cache-Control', cacheControl).json(view);
    })
    .all(methodNotAllowed('GET'));
  router
    .route(`${base}/:productId`)
    .get(async (req, res) => {
      const view = await listing.product(await storeOf(req), String(req.params.productId));
      if (!view)
        throw new ApiError('NOT_FOUND', 'The store has no such product.', { reason: 'product_gone' });
      res.set('Cache-Control', cacheControl).json(view);
    })
    .all(methodNotAllowed('GET'));
  return router;
}
