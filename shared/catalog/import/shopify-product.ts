import { readPlatformId } from '../platform-id.ts';
import { recordLimits } from './product-record.ts';

/** The fields of a product in Shopify's `products.json` that are read (storefront and Admin API alike). */
interface ShopifyProduct {
  id?: unknown;
  handle?: unknown;
  title?: unknown;
  product_type?: unknown;
  /** A list in the storefront's response, one comma-separated string in the Admin API's. */
  tags?: unknown;
  options?: { name?: unknown; position?: unknown }[];
  variants?: { id?: unknown; option1?: unknown; option2?: unknown; option3?: unknown }[];
  images?: { src?: unknown; position?: unknown; variant_ids?: unknown[] }[];
}

/** Words in the name of a colour option: `Color`, `Fabric colour`, `Farbe:`. */
const colorWords = new Set([
  'color',
  'colors',
  'colour',
  'colours',
  'colorway',
  'colourway',
  'farbe',
  'couleur',
  'kleur',
  'colore',
  'cor',
  'färg',
  'farve',
  'farge',
  'kolor',
  'renk',
  'цвет',
  '颜色',
  '顏色',
  'カラー',
  '色',
]);

/** Shopify's CDN scales on request; without this a 20-megapixel original would be over the 8 MiB cap. */
const cdn = /^(?:https?:)?\/\/cdn\.shopify\.com\//i;
const width = 2048;

/** A product of `products.json` in the JSON format; invalid values are passed on and refused there. */
export function fromShopify(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const product = value as ShopifyProduct;
  const option = colorOption(product);
  return {
    productId: product.id,
    handle: product.handle,
    title: product.title,
    category: product.product_type,
    tags: tagsOf(product.tags).slice(0, recordLimits.tags),
    variants: listOf(product.variants).map((variant) => ({
      variantId: variant.id,
      ...(option && variant[option] ? { color: variant[option] } : {}),
    })),
    images: listOf(product.images)
      .toSorted((a, b) => Number(a.position ?? 0) - Number(b.position ?? 0))
      .slice(0, recordLimits.images)
      .map(({ src, variant_ids }) => ({
        url: typeof src === 'string' ? scaled(src) : src,
        variantIds: listOf(variant_ids).map((id) => readPlatformId(id) ?? id),
      })),
  };
}

function listOf<T>(value: T[] | undefined): T[] {
  return Array.isArray(value) ? value : [];
}

function colorOption({ options }: ShopifyProduct): 'option1' | 'option2' | 'option3' | undefined {
  const names = listOf(options).map(({ name }) => (typeof name === 'string' ? wordsOf(name) : []));
  const exact = names.findIndex((words) => words.length === 1 && colorWords.has(words[0]!));
  const near = [...names.keys()].filter((at) => names[at]!.some((word) => colorWords.has(word)));
  // Neither "Frame color" nor "Seat color" is the colour of the product.
  const at = exact === -1 && near.length === 1 ? near[0]! : exact;
  return (['option1', 'option2', 'option3'] as const)[at];
}

const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);

function tagsOf(tags: unknown): string[] {
  const list = typeof tags === 'string' ? tags.split(',') : listOf(tags as unknown[]);
  return list.filter((tag) => typeof tag === 'string').map((tag) => tag.trim());
}

function scaled(src: string): string {
  if (!cdn.test(src) || /[?&]width=/.test(src)) return src;
  return `${src}${src.includes('?') ? '&' : '?'}width=${width}`;
}
