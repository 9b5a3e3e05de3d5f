import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../ids.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { csvProducts } from './csv-products.ts';
import { decodeText } from './decode-text.ts';
import { jsonElements } from './json-elements.ts';
import { type CatalogFormat, recogniseFormat } from './recognise-format.ts';
import { retryFetch } from './retry-fetch.ts';
import { shopifyPages, wooCommercePages } from './shop-pages.ts';
import { fromShopify } from './shopify-product.ts';
import type { SourceRow } from './source-row.ts';
import { fromWooCommerce } from './woocommerce-product.ts';

export interface SourceDependencies {
  outbound: Outbound;
  /** Local folder for a file that is fetched. */
  spoolDir: string;
  retryPauseMs: number;
  signal: AbortSignal;
}

export const isUrl = (from: string) => /^https?:\/\//i.test(from);

/** Guesses the format by the name: `.csv`, `products.json` or Store API of a shop; undefined when the content has to be read. */
export function parseFormat(from: string): CatalogFormat | undefined {
  const path = isUrl(from) && URL.canParse(from) ? new URL(from).pathname : from;
  if (/\.csv$/i.test(path)) return 'csv';
  if (isUrl(from) && /\/wp-json\/wc\/store\/.*products\/?$/i.test(path)) return 'woocommerce';
  if (isUrl(from) && (path === '/' || /\/products\.json$/i.test(path))) return 'shopify';
  return undefined;
}

/**
 * Reads the products of a file, or of a URL fetched through the outbound guard, read on demand. Without a format
 * it is recognised by the name, else by the content.
 */
export async function* openCatalogSource(
  dependencies: SourceDependencies,
  from: string,
  given?: CatalogFormat,
): AsyncGenerator<SourceRow> {
  const format = given ?? parseFormat(from);
  if (!isUrl(from)) yield* readFile(from, format);
  else if (format === 'shopify') yield* shopifyPages(dependencies, from);
  else if (format === 'woocommerce') yield* wooCommercePages(dependencies, from);
  else yield* fetchedFile(dependencies, from, format);
}

const converters = {
  json: (value: unknown) => value,
  shopify: fromShopify,
  woocommerce: (value: unknown) => fromWooCommerce(value),
} as const;

async function* readFile(path: string, given: CatalogFormat | undefined): AsyncGenerator<SourceRow> {
  const format = given ?? (await recogniseFormat(path));
  const chunks = decodeText(createReadStream(path) as AsyncIterable<Buffer>);
  if (format === 'csv') {
    yield* csvProducts(chunks);
    return;
  }
  let row = 0;
  for await (const value of jsonElements(chunks)) {
    row += 1;
    yield { row, value: converters[format](value) };
  }
}

const fileLimits = { maxBytes: 1024 ** 3, timeoutMs: 600_000 };

async function* fetchedFile(
  { outbound, spoolDir, signal, retryPauseMs }: SourceDependencies,
  url: string,
  format: CatalogFormat | undefined,
): AsyncGenerator<SourceRow> {
  const path = join(spoolDir, newId('catalog'));
  try {
    const fetch = () => outbound.downloadToFile(url, path, { ...fileLimits, signal });
    await retryFetch(fetch, { signal, pauseMs: retryPauseMs });
    yield* readFile(path, format);
  } finally {
    await rm(path, { force: true });
  }
}
