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
  body_html?: unknown;
  published_at?: unknown;
  options?: { name?: unknown }[];
  variants?: ShopifyVariant[];
  images?: { src?: unknown; position?: unknown; variant_ids?: unknown[] }[];
}

interface ShopifyVariant {
  id?: unknown;
  option1?: unknown;
  option2?: unknown;
  option3?: unknown;
  price?: unknown;
  compare_at_price?: unknown;
  /** Of the storefront; the Admin API has the three fields below instead. */
  available?: unknown;
  inventory_management?: unknown;
  inventory_policy?: unknown;
  inventory_quantity?: unknown;
}

/** Shopify's CDN scales on request; without this a 20-megapixel original would be over the 8 MiB cap. */
const cdn = /^(?:https?:)?\/\/cdn\.shopify\.com\//i;
const width = 2048;

/** Returns a product of `products.json` in the JSON format; invalid values are passed on and refused there. */
export function fromShopify(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const product = value as ShopifyProduct;
  const options = toOptions(product);
  return {
    productId: product.id,
    handle: product.handle,
    title: product.title,
    category: product.product_type,
    tags: parseTags(product.tags).slice(0, recordLimits.tags),
    description: product.body_html,
    url: typeof product.handle === 'string' ? `/products/${product.handle}` : undefined,
    categoryPath: product.product_type,
    publishedAt: product.published_at,
    options,
    variants: toList(product.variants).map((variant) => ({
      variantId: variant.id,
      options: [variant.option1, variant.option2, variant.option3]
        .slice(0, options.length)
        .map((value) => value ?? ''),
      price: variant.price,
      compareAtPrice: variant.compare_at_price,
      available: getAvailability(variant),
    })),
    images: toList(product.images)
      .toSorted((a, b) => Number(a.position ?? 0) - Number(b.position ?? 0))
      .slice(0, recordLimits.images)
      .map(({ src, variant_ids }) => ({
        url: typeof src === 'string' ? scaled(src) : src,
        variantIds: toList(variant_ids).map((id) => readPlatformId(id) ?? id),
      })),
  };
}

function toList<T>(value: T[] | undefined): T[] {
  return Array.isArray(value) ? value : [];
}

/** None where the product has the one variant that Shopify calls "Default Title". */
function toOptions({ options, variants }: ShopifyProduct): unknown[] {
  const names = toList(options).map(({ name }) => name);
  const [only, ...others] = toList(variants);
  const isDefault = names.length === 1 && others.length === 0 && only?.option1 === 'Default Title';
  return isDefault ? [] : names;
}

/** Undefined where the response says nothing of it. */
function getAvailability(variant: ShopifyVariant): boolean | undefined {
  if (typeof variant.available === 'boolean') return variant.available;
  if (typeof variant.inventory_quantity !== 'number') return undefined;
  if (variant.inventory_management === null || variant.inventory_policy === 'continue') return true;
  return variant.inventory_quantity > 0;
}

function parseTags(tags: unknown): string[] {
  const list = typeof tags === 'string' ? tags.split(',') : toList(tags as unknown[]);
  return list.filter((tag) => typeof tag === 'string').map((tag) => tag.trim());
}

function scaled(src: string): string {
  if (!cdn.test(src) || /[?&]width=/.test(src)) return src;
  return `${src}${src.includes('?') ? '&' : '?'}width=${width}`;
}
