import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { decodeText } from './decode-text.ts';
import { jsonElements } from './json-elements.ts';

export const catalogFormats = ['json', 'csv', 'shopify', 'woocommerce'] as const;
export type CatalogFormat = (typeof catalogFormats)[number];

const sampleBytes = 1024;

/** Recognises the format of a file by its beginning: CSV, products of Shopify or WooCommerce, or else JSON of our own form. */
export async function recogniseFormat(path: string): Promise<CatalogFormat> {
  if (!/^[\s\uFEFF]*[[{]/.test(await readBeginning(path))) return 'csv';
  for await (const product of jsonElements(decodeText(createReadStream(path) as AsyncIterable<Buffer>))) {
    return toFormat(product);
  }
  return 'json';
}

async function readBeginning(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    // UTF-16 has a NUL in every character of JSON's own; without them both encodings read alike.
    return buffer
      .subarray(0, bytesRead)
      .toString('latin1')
      .replace(/\0/g, '')
      .replace(/^(ÿþ|þÿ|ï»¿)/, '');
  } finally {
    await file.close();
  }
}

/** Shops name products by `id`, our own form by `productId`; WooCommerce has the address of its page as well. */
function toFormat(product: unknown): CatalogFormat {
  if (typeof product !== 'object' || product === null) return 'json';
  if (!('id' in product) || 'productId' in product) return 'json';
  return 'permalink' in product ? 'woocommerce' : 'shopify';
}
