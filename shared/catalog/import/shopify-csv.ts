import { type Cells, type CsvLayout, decimal, listIn } from './csv-layout.ts';
import { recordLimits } from './product-record.ts';

/** Shopify's export of products, whose columns differ with the shop's apps and markets. */
export function isShopifyExport(names: string[]): boolean {
  return names.includes('handle') && names.includes('body (html)');
}

/**
 * Rows of Shopify's export. It names no ids: a product is known by its handle, a variant by its SKU, else by its
 * options.
 */
export const shopifyLayout: CsvLayout = { key: 'handle', toProduct: parseProduct };

const optionNumbers = [1, 2, 3] as const;

function parseProduct(rows: Cells[]): { value: unknown } | { problem: string } {
  const [first] = rows as [Cells];
  if (!isPublished(first)) return { problem: 'is not published in the shop; publish it, or remove its rows' };
  const names = optionNumbers.map((number) => first[`option${number} name`] ?? '').filter(Boolean);
  // The one variant of a product without options.
  const options = first['option1 value'] === 'Default Title' ? [] : names;
  const variants = rows.filter((row) => row['variant price']);
  return {
    value: {
      productId: first.handle,
      handle: first.handle,
      title: first.title,
      category: first.type || lastPart(first['product category'] ?? ''),
      categoryPath: first['product category'] || first.type,
      tags: listIn(first.tags ?? '', ',').slice(0, recordLimits.tags),
      description: first['body (html)'],
      url: `/products/${first.handle}`,
      options,
      images: toImages(rows),
      variants: variants.map((row) => toVariant(row, variants, options.length)),
    },
  };
}

function isPublished(first: Cells): boolean {
  const status = first.status?.toLowerCase() || 'active';
  return status === 'active' && first.published?.toLowerCase() !== 'false';
}

const lastPart = (path: string) => path.split('>').at(-1)!.trim();

function toImages(rows: Cells[]): string[] {
  return rows
    .filter((row) => row['image src'])
    .toSorted((a, b) => Number(a['image position'] || 0) - Number(b['image position'] || 0))
    .slice(0, recordLimits.images)
    .map((row) => row['image src']!);
}

function toVariant(row: Cells, variants: Cells[], options: number): unknown {
  const values = optionNumbers.slice(0, options).map((number) => row[`option${number} value`] ?? '');
  const sku = row['variant sku'] ?? '';
  const isOwn = sku !== '' && variants.filter((other) => other['variant sku'] === sku).length === 1;
  return {
    variantId: isOwn ? sku : [row.handle, ...values].join('/'),
    options: values,
    price: decimal(row['variant price'] ?? ''),
    compareAtPrice: decimal(row['variant compare at price'] ?? ''),
    available: isAvailable(row),
    images: row['variant image'] ? [row['variant image']] : [],
  };
}

/** Returns true for untracked items and those sold beyond their stock; an export of one location has no stock. */
function isAvailable(row: Cells): boolean {
  const stock = row['variant inventory qty'];
  if (!row['variant inventory tracker'] || row['variant inventory policy'] === 'continue') return true;
  return stock === undefined || stock === '' || Number(stock) > 0;
}
