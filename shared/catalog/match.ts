import type { StoredImage } from '../renders/render-model.ts';
import { foldColor, foldHandle } from './fold.ts';
import type { KnownProduct } from './known-product.ts';
import { type CatalogAsset, type CatalogVariant, productKeyBuilders } from './product-model.ts';

/** The identifiers of a product in a request; compared only within one store. */
export interface Wanted {
  /** Best first: the request's own, then that of its `productUrl`. */
  variantIds: string[];
  productId?: string;
  handle?: string;
  color?: string;
}

export interface Match {
  product: KnownProduct;
  by: 'variantId' | 'productId' | 'handle';
  /** Only when it was matched by its id. */
  variant?: CatalogVariant;
}

/** Images that a provider receives for one product, as for supplied images (specification "at most 4"). */
const maxReferences = 4;

/** Returns the keys that the product may have; none when the request identifies none. */
export function wantedKeys({ variantIds, productId, handle }: Wanted): string[] {
  return [
    ...variantIds.map(productKeyBuilders.variant),
    ...(productId ? [productKeyBuilders.product(productId)] : []),
    ...(handle ? [productKeyBuilders.handle(handle)] : []),
  ];
}

/**
 * Chooses the best of one store's products that share a key with what is wanted: by variant, product id, handle, old
 * handle.
 */
export function chooseProduct(candidates: KnownProduct[], wanted: Wanted): Match | undefined {
  const newest = candidates.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
  for (const variantId of wanted.variantIds) {
    for (const product of newest) {
      const variant = product.variants.find((each) => each.variantId === variantId);
      if (variant) return { product, by: 'variantId', variant };
    }
  }
  const byId = newest.find(({ productId }) => productId === wanted.productId);
  if (byId) return { product: byId, by: 'productId' };
  const handle = wanted.handle && foldHandle(wanted.handle);
  if (!handle) return undefined;
  const byHandle =
    newest.find((product) => foldHandle(product.handle) === handle) ??
    newest.find(({ handleHistory }) => handleHistory.some((old) => foldHandle(old) === handle));
  return byHandle && { product: byHandle, by: 'handle' };
}

/** Degrees of match between an asset and a request, best first; `wrong` shows another color and is never used. */
const nearness = ['variant', 'color', 'product', 'other variant', 'wrong'] as const;
type Nearness = (typeof nearness)[number];

function rateNearness(
  asset: Omit<CatalogAsset, 'source'>,
  variantId: string | undefined,
  color: string | undefined,
): Nearness {
  if (variantId && asset.variantIds.includes(variantId)) return 'variant';
  if (color && asset.color) return foldColor(asset.color) === color ? 'color' : 'wrong';
  // No variant is named: the images keep the merchant's order.
  if (!variantId && !color) return 'product';
  return asset.color || asset.variantIds.length > 0 ? 'other variant' : 'product';
}

/**
 * Returns the reference assets for a match, at most 4: the variant's first, then the color's, then the
 * product's. Another variant's only where none of these exists, another color's never.
 */
export function referenceAssets({ product, variant }: Match, requestColor?: string): StoredImage[] {
  const name = variant?.color ?? requestColor;
  const color = name ? foldColor(name) : undefined;
  const near = (wanted: Nearness) =>
    product.assets.filter((asset) => rateNearness(asset, variant?.variantId, color) === wanted);
  const fitting = [...near('variant'), ...near('color'), ...near('product')];
  const chosen = fitting.length > 0 ? fitting : near('other variant');
  const byBlob = new Map(chosen.map(({ image }) => [image.blob, image]));
  return [...byBlob.values()].slice(0, maxReferences);
}
