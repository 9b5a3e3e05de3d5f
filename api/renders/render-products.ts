import type { Catalog, CatalogResult, MerchantProduct } from '../../shared/catalog/catalog.ts';
import { invalidInput } from '../../shared/errors.ts';
import { pickDescriptor } from '../../shared/renders/product-descriptor.ts';
import type { RenderProduct, StoredImage } from '../../shared/renders/render-model.ts';
import type { ProductItem, VisualizeRequest } from '../visualize/request-schema.ts';

/** By position in the request: the store and the catalog product of an item. */
export type Merchants = CatalogResult[];

export function findMerchants(catalog: Catalog, { products }: VisualizeRequest): Promise<Merchants> {
  return Promise.all(products.map((item) => catalog.lookUp(item)));
}

/**
 * The catalog product that an item is rendered from. Fidelity is `merchant` only where the catalog has
 * reference assets (decisions "Catalog merchants").
 */
export function renderable(result: CatalogResult | undefined): MerchantProduct | undefined {
  return result?.match && result.match.assets.length > 0 ? result.match : undefined;
}

/** Specification: without `images` a product needs a `productUrl` of a catalog merchant. */
export function assertRenderable({ products }: VisualizeRequest, merchants: Merchants): void {
  const bare = products.findIndex(
    ({ images }, index) => images.length === 0 && !renderable(merchants[index]),
  );
  if (bare < 0) return;
  const why = whyNotRenderable(products[bare]!, merchants[bare]!);
  throw invalidInput(`products[${bare}].images`, `is required: ${why}. Send 1 to 4 https image URLs.`);
}

function whyNotRenderable({ productUrl }: ProductItem, { store, match }: CatalogResult): string {
  if (match) return `the catalog of ${match.store.slug} has no picture of this product`;
  if (store)
    return `the catalog of ${store.slug} has no product with this productUrl, productId or variantId`;
  return productUrl
    ? 'the productUrl of this product does not belong to a catalog merchant'
    : 'this product has no productUrl of a catalog merchant';
}

export function genericProduct(item: ProductItem, images: StoredImage[]): RenderProduct {
  return { ...pickDescriptor(item), images, fidelity: 'generic' };
}

/** The catalog's assets replace supplied images; its descriptor only fills in what the request leaves out. */
export function merchantProduct(
  item: ProductItem,
  { product, variant, store, assets }: MerchantProduct,
): RenderProduct {
  const known = { ...product, ...(variant?.color ? { color: variant.color } : {}) };
  return { ...pickDescriptor(item, known), images: assets, fidelity: 'merchant', storeSlug: store.slug };
}
