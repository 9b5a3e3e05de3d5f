import { plainText } from './plain-text.ts';
import { recordLimits } from './product-record.ts';

/** The fields that are read of a product, or of a variation, in WooCommerce's Store API. */
export interface WooProduct {
  id?: unknown;
  /** Of a variation: the id of its product. */
  parent?: unknown;
  name?: unknown;
  slug?: unknown;
  permalink?: unknown;
  description?: unknown;
  short_description?: unknown;
  prices?: {
    price?: unknown;
    regular_price?: unknown;
    currency_code?: unknown;
    currency_minor_unit?: unknown;
  };
  images?: { src?: unknown }[];
  categories?: { name?: unknown }[];
  tags?: { name?: unknown }[];
  attributes?: WooAttribute[];
  /** Values are slugs of terms; an empty one: any. */
  variations?: { id?: unknown; attributes?: { name?: unknown; value?: unknown }[] }[];
  is_in_stock?: unknown;
}

interface WooAttribute {
  name?: unknown;
  has_variations?: unknown;
  terms?: { name?: unknown; slug?: unknown }[];
}

/** Returns a product in the JSON format; invalid values are passed on and refused there. */
export function fromWooCommerce(value: unknown, variations: readonly WooProduct[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const product = value as WooProduct;
  const attributes = toList(product.attributes).filter(({ has_variations }) => has_variations === true);
  const category = toText(toList(product.categories)[0]?.name);
  const byId = new Map(variations.map((variation) => [variation.id, variation]));
  return {
    productId: product.id,
    handle: product.slug,
    title: toText(product.name),
    category,
    categoryPath: category,
    tags: toList(product.tags)
      .map(({ name }) => toText(name))
      .slice(0, recordLimits.tags),
    description: product.description || product.short_description,
    url: product.permalink,
    currency: product.prices?.currency_code,
    ...toOffer(product),
    options: attributes.map(({ name }) => toText(name)),
    variants: toList(product.variations).map((variation) => {
      const known = byId.get(variation.id);
      return {
        variantId: variation.id,
        options: attributes.map((attribute) => toValue(attribute, variation.attributes)),
        ...(known ? toOffer(known) : {}),
        images: toUrls(known?.images),
      };
    }),
    images: toUrls(product.images).slice(0, recordLimits.images),
  };
}

const toList = <Item>(value: Item[] | undefined): Item[] => (Array.isArray(value) ? value : []);

/** Names are HTML: `Tea &#038; coffee`. */
const toText = (value: unknown) => (typeof value === 'string' ? plainText(value, recordLimits.title) : value);

const toUrls = (images: WooProduct['images']): unknown[] => toList(images).map(({ src }) => src);

function toOffer({ prices = {}, is_in_stock }: WooProduct) {
  const { price, regular_price, currency_minor_unit } = prices;
  return {
    price: toDecimal(price, currency_minor_unit),
    compareAtPrice: toDecimal(regular_price, currency_minor_unit),
    ...(typeof is_in_stock === 'boolean' && { available: is_in_stock }),
  };
}

/** Returns an amount in the main unit; how many digits the minor unit has is the shop's setting. */
function toDecimal(units: unknown, digits: unknown): unknown {
  if (typeof units !== 'string' || !/^\d+$/.test(units)) return units;
  if (typeof digits !== 'number' || digits <= 0) return units;
  const padded = units.padStart(digits + 1, '0');
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Returns the name of the term that a variation has of an attribute; empty: any. */
function toValue({ name, terms }: WooAttribute, chosen: { name?: unknown; value?: unknown }[] | undefined) {
  const value = toList(chosen).find((each) => each.name === name)?.value ?? '';
  return toText(toList(terms).find(({ slug }) => slug === value)?.name ?? value);
}
