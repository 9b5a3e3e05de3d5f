import { type Outbound, OutboundRefused } from '../../outbound/outbound.ts';
import { jsonElements } from './json-elements.ts';
import { retryFetch } from './retry-fetch.ts';
import { fromShopify } from './shopify-product.ts';
import type { SourceRow } from './source-row.ts';
import { fromWooCommerce, type WooProduct } from './woocommerce-product.ts';

export interface PageDependencies {
  outbound: Pick<Outbound, 'fetchBytes'>;
  retryPauseMs: number;
  signal: AbortSignal;
}

const limits = { maxBytes: 32 * 1024 * 1024, timeoutMs: 30_000 };
/** A missing page ends the import, so a shop that throttles is retried for half a minute. */
const retries = 5;
/** Shopify ends paging by number at 100 pages of 250; other platforms with its format have more. */
const maxPages = 1_000;
const shopifyPage = { size: 250, last: 100 };
const wooPageSize = 100;

/** The shop has more products than it serves this way. */
export class PagesEnded extends Error {
  override name = 'PagesEnded';
}

/** Reads the products of a Shopify shop by its `products.json`. */
export async function* shopifyPages(dependencies: PageDependencies, from: string): AsyncGenerator<SourceRow> {
  const toUrl = (page: number) => {
    const url = new URL(from);
    if (!/\.json$/i.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/+$/, '')}/products.json`;
    return withPage(url, { limit: shopifyPage.size, page });
  };
  const onFailed = (error: unknown, page: number) => shopifyEnded(error, page);
  let row = 0;
  for await (const products of readPages(dependencies, toUrl, onFailed)) {
    for (const product of products) {
      row += 1;
      yield { row, value: fromShopify(product) };
    }
  }
}

function shopifyEnded(error: unknown, page: number): unknown {
  const refused = error instanceof OutboundRefused && error.reason === 'status';
  if (!refused || page !== shopifyPage.last + 1) return error;
  return new PagesEnded(
    `Shopify serves no more than ${shopifyPage.last * shopifyPage.size} products this way, and all of these are imported; import the others from a file with --format shopify.`,
  );
}

/** Reads the products of a WooCommerce shop by its Store API, with the prices, stock and images of their variations. */
export async function* wooCommercePages(
  dependencies: PageDependencies,
  from: string,
): AsyncGenerator<SourceRow> {
  // By id: a product that is added meanwhile moves no other one to another page.
  const toUrl = (page: number, query: Record<string, string> = {}) =>
    withPage(new URL(from), { per_page: wooPageSize, page, orderby: 'id', order: 'asc', ...query });
  let row = 0;
  for await (const products of readPages(dependencies, toUrl)) {
    const variable = (products as WooProduct[])
      .filter(({ variations }) => variations?.length)
      .map(({ id }) => id);
    const query = { type: 'variation', parent: variable.join(',') };
    const variations: WooProduct[] = [];
    if (variable.length > 0)
      for await (const page of readPages(dependencies, (number) => toUrl(number, query)))
        variations.push(...(page as WooProduct[]));
    for (const product of products) {
      row += 1;
      yield { row, value: fromWooCommerce(product, variations) };
    }
  }
}

function withPage(url: URL, query: Record<string, string | number>): string {
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href;
}

/** Stops at an empty page and at one equal to the last; a server that ignores `page` would never end. */
async function* readPages(
  { outbound, signal, retryPauseMs }: PageDependencies,
  toUrl: (page: number) => string,
  onFailed: (error: unknown, page: number) => unknown = (error) => error,
): AsyncGenerator<unknown[]> {
  let last = '';
  for (let page = 1; page <= maxPages; page += 1) {
    const fetch = () => outbound.fetchBytes(toUrl(page), { ...limits, accept: 'application/json', signal });
    const { bytes } = await retryFetch(fetch, { signal, pauseMs: retryPauseMs, retries }).catch(
      (error: unknown) => {
        throw onFailed(error, page);
      },
    );
    const text = bytes.toString('utf8');
    if (text === last) return;
    last = text;
    const products: unknown[] = [];
    for await (const product of jsonElements(once(text))) products.push(product);
    if (products.length === 0) return;
    yield products;
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
