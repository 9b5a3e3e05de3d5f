import Joi from 'joi';
import { pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { importPages } from './import-routes.ts';
import { sendCatalog } from './send-catalog.ts';
import { sendProduct } from './send-product.ts';

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

interface ProductQuery {
  id: string;
  /** A try-out of it. */
  render?: string;
}

const getProduct = defineRoute({
  ...pageFacts,
  id: 'getProductPage',
  path: `${base}/product`,
  access,
  summary: 'A product of a store',
  query: Joi.object<ProductQuery>({
    id: Joi.string().allow('').max(500).default(''),
    render: Joi.string().max(100),
  }).unknown(),
  failures: ['NOT_FOUND'],
  handle: (dependencies: DashboardDependencies, call) => sendProduct(dependencies, call, call.query),
});

/** The catalog of a store, its products and its imports. */
export const catalogPages = [getCatalog, getProduct, ...importPages];
