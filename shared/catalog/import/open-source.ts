import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../ids.ts';
import { type Outbound, OutboundRefused } from '../../outbound/outbound.ts';
import { csvProducts } from './csv-products.ts';
import { decodeText } from './decode-text.ts';
import { jsonElements } from './json-elements.ts';
import { type CatalogFormat, recogniseFormat } from './recognise-format.ts';
import { retryFetch } from './retry-fetch.ts';
import { fromShopify } from './shopify-product.ts';
import type { SourceRow } from './source-row.ts';

export interface SourceDependencies {
  outbound: Outbound;
  /** Local folder for a file that is fetched. */
  spoolDir: string;
  retryPauseMs: number;
  signal: AbortSignal;
}

export const isUrl = (from: string) => /^https?:\/\//i.test(from);

/** Guesses the format by the name: `.csv`, `products.json` of a shop; undefined when the content has to be read. */
export function parseFormat(from: string): CatalogFormat | undefined {
  const path = isUrl(from) && URL.canParse(from) ? new URL(from).pathname : from;
  if (/\.csv$/i.test(path)) return 'csv';
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
  else yield* fetchedFile(dependencies, from, format);
}

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
    yield { row, value: format === 'shopify' ? fromShopify(value) : value };
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

/** Shopify ends paging by number at 100 pages of 250; other platforms with this format have more. */
const pages = { limit: 250, max: 1_000, maxBytes: 32 * 1024 * 1024, timeoutMs: 30_000 };
/** A missing page ends the import, so a shop that throttles is retried for half a minute. */
const pageRetries = 5;
const lastShopifyPage = 100;

/** The shop has more products than it serves this way. */
export class PagesEnded extends Error {
  override name = 'PagesEnded';
}

function pagesEnded(error: unknown, page: number): unknown {
  const refused = error instanceof OutboundRefused && error.reason === 'status';
  if (!refused || page !== lastShopifyPage + 1) return error;
  return new PagesEnded(
    `Shopify serves no more than ${lastShopifyPage * pages.limit} products this way, and all of these are imported; import the others from a file with --format shopify.`,
  );
}

/** Stops at an empty page and at one equal to the last; a server that ignores `page` would never end. */
async function* shopifyPages(
  { outbound, signal, retryPauseMs }: SourceDependencies,
  from: string,
): AsyncGenerator<SourceRow> {
  let row = 0;
  let last = '';
  for (let page = 1; page <= pages.max; page += 1) {
    const url = pageUrl(from, page);
    const { bytes } = await retryFetch(
      () => outbound.fetchBytes(url, { ...pages, accept: 'application/json', signal }),
      { signal, pauseMs: retryPauseMs, retries: pageRetries },
    ).catch((error: unknown) => {
      throw pagesEnded(error, page);
    });
    const text = bytes.toString('utf8');
    if (text === last) return;
    last = text;
    const before = row;
    for await (const product of jsonElements(once(text))) {
      row += 1;
      yield { row, value: fromShopify(product) };
    }
    if (row === before) return;
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

function pageUrl(from: string, page: number): string {
  const url = new URL(from);
  if (!/\.json$/i.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/+$/, '')}/products.json`;
  url.searchParams.set('limit', String(pages.limit));
  url.searchParams.set('page', String(page));
  return url.href;
}
