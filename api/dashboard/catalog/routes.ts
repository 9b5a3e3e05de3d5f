import Joi from 'joi';
import { type ProductDoc, productDocId } from '../../../shared/catalog/product-model.ts';
import { ApiError } from '../../../shared/errors.ts';
import { pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { sendPage } from '../../identity/send-page.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { importPages } from './import-routes.ts';
import { productPage } from './product-page.tsx';
import { sendCatalog } from './send-catalog.ts';

const base = '/dashboard/:slug/catalog';
const access = 'merchant of the store';

interface CatalogQuery {
  q: string;
  cursor?: string;
  done?: string;
}

const getCatalog = defineRoute({
  ...pageFacts,
  id: 'getCatalogPage',
  path: base,
  access,
  summary: 'The products of a store',
  query: Joi.object<CatalogQuery>({
    q: Joi.string().trim().allow('').max(200).default('').prefs({ convert: true }),
    cursor: Joi.string().max(2000),
    done: Joi.string(),
  }).unknown(),
  failures: ['INVALID_INPUT'],
  handle: (dependencies: DashboardDependencies, call) => sendCatalog(dependencies, call, call.query),
});

const getProduct = defineRoute({
  ...pageFacts,
  id: 'getProductPage',
  path: `${base}/product`,
  access,
  summary: 'A product of a store',
  query: Joi.object<{ id: string }>({ id: Joi.string().allow('').max(500).default('') }).unknown(),
  failures: ['NOT_FOUND'],
  handle: async ({ listing, products, web }: DashboardDependencies, { res, person, store, query }) => {
    const [product, found] = await Promise.all([
      listing.product(store, query.id),
      products
        .findById(productDocId(store._id, query.id), { missingAssets: 1, updatedAt: 1 })
        .lean<Pick<ProductDoc, 'missingAssets' | 'updatedAt'>>(),
    ]);
    if (!product || !found) throw new ApiError('NOT_FOUND', 'The store has no product with this id.');
    const { missingAssets, updatedAt } = found;
    sendPage(res, productPage({ person, store, product, missingAssets, updatedAt }, web().build.rooms));
  },
});

/** The catalog of a store, its products and its imports. */
export const catalogPages = [getCatalog, getProduct, ...importPages];
