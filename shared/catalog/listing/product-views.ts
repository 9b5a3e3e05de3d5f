import type { Money, ProductCard, ProductView, Thumbnail, VariantView } from '../../try-on/contract.ts';
import { categoryKey, categoryParts } from '../category-path.ts';
import { foldColor } from '../fold.ts';
import { findProductKind } from '../kinds/find-kind.ts';
import type { CatalogOffer, CatalogVariant } from '../product-model.ts';
import {
  defaultVariant,
  isAvailable,
  type ListedProduct,
  listColors,
  listOffers,
  listOptions,
  purchasableSizes,
} from './listed-product.ts';

/** The store that a product is shown for. */
export interface ShownStore {
  slug: string;
  /** Base of a product's page that is written as a path; null: not known. */
  storefront: string | null;
}

/** Returns a product in a list; with `variantId`, that variant's image and price. */
export function productCard(product: ListedProduct, { slug }: ShownStore, variantId?: string): ProductCard {
  const named = product.variants.find((variant) => variant.variantId === variantId);
  const offers = named ? [named] : listOffers(product);
  const lowest = findLowest(offers);
  const meant = named ?? defaultVariant(product);
  return {
    productId: product.productId,
    handle: product.handle,
    title: product.title ?? product.handle,
    image: getThumbnail(product, slug, named),
    price: money(lowest.price, product.currency),
    compareAtPrice: money(lowest.compareAtPrice, product.currency),
    priceVaries: offers.some(({ price }) => price !== lowest.price),
    available: offers.some(isAvailable),
    renderable: product.assets.length > 0,
    colors: listColors(product),
    variantId: meant?.variantId ?? null,
    variantTitle: meant ? buildTitle(meant) : null,
    category: toCategory(product),
    scene: findProductKind(product)?.scene ?? null,
    hasSizes: purchasableSizes(product, meant).length > 1,
  };
}

/** Returns the path of a product's category, as listings filter by it. */
function toCategory({ categoryPath, category }: ListedProduct): string | null {
  return categoryKey(categoryPath ?? categoryParts(category)) || null;
}

/** Returns a product with all that is known of it. */
export function productView(product: ListedProduct, store: ShownStore): ProductView {
  const options = listOptions(product).map(({ name, values }) => ({
    name,
    values: values.map(({ value, swatch = null }) => ({ value, swatch })),
  }));
  return {
    ...productCard(product, store),
    description: product.description ?? null,
    url: pageUrl(product.url, store.storefront),
    images: product.assets.map((asset) => thumbnail(asset, store.slug)),
    options,
    variants: product.variants.map((variant) => variantView(product, variant, store.slug, options.length)),
  };
}

function variantView(
  product: ListedProduct,
  variant: CatalogVariant,
  slug: string,
  optionCount: number,
): VariantView {
  return {
    variantId: variant.variantId,
    options: variant.options ?? (optionCount > 0 ? [variant.color ?? ''] : []),
    price: money(variant.price, product.currency),
    compareAtPrice: money(variant.compareAtPrice, product.currency),
    available: isAvailable(variant),
    image: getThumbnail(product, slug, variant),
  };
}

function buildTitle({ options, color }: CatalogVariant): string | null {
  return (options ?? [color ?? '']).filter(Boolean).join(' / ') || null;
}

function findLowest(offers: CatalogOffer[]): CatalogOffer {
  const priced = offers.filter(({ price }) => price !== undefined);
  return priced.reduce((best, offer) => (offer.price! < best.price! ? offer : best), priced[0] ?? {});
}

function money(amount: number | undefined, currency: string | undefined): Money | null {
  return amount === undefined || currency === undefined ? null : { amount, currency };
}

/** Returns the image of a variant, else of its color, else the first one. */
function getThumbnail(product: ListedProduct, slug: string, variant?: CatalogVariant): Thumbnail | null {
  const { assets } = product;
  const color = variant?.color && foldColor(variant.color);
  const asset =
    (variant && assets.find(({ variantIds }) => variantIds.includes(variant.variantId))) ??
    (color && assets.find((each) => each.color && foldColor(each.color) === color)) ??
    assets[0];
  return asset ? thumbnail(asset, slug) : null;
}

function thumbnail({ image, average, ground }: ListedProduct['assets'][number], slug: string): Thumbnail {
  const sha256 = image.blob.split('/').at(-1)!;
  return {
    src: `/media/${slug}/${sha256}`,
    width: image.width,
    height: image.height,
    average: average ?? null,
    ground: ground ?? null,
  };
}

function pageUrl(url: string | undefined, storefront: string | null): string | null {
  if (url === undefined) return null;
  const base = storefront ?? undefined;
  return URL.canParse(url, base) ? new URL(url, base).href : null;
}
