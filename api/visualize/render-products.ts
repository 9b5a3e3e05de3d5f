import type { Catalog, MerchantProduct } from '../../shared/catalog/catalog.ts';
import { invalidInput } from '../../shared/errors.ts';
import { pickDescriptor } from '../../shared/renders/product-descriptor.ts';
import type { RenderProduct, StoredImage } from '../../shared/renders/render-model.ts';
import type { ProductItem, VisualizeRequest } from './request-schema.ts';

/** By position in the request: the catalog product of an item, or undefined. */
export type Merchants = (MerchantProduct | undefined)[];

export function findMerchants(catalog: Catalog, { products }: VisualizeRequest): Promise<Merchants> {
  return Promise.all(products.map((item) => catalog.find(item)));
}

/** Fidelity is `merchant` only where the catalog has reference assets (decisions "Catalog merchants"). */
export function isRenderable(merchant: MerchantProduct | undefined): merchant is MerchantProduct {
  return merchant !== undefined && merchant.assets.length > 0;
}

/** Specification: without `images` a product needs a `productUrl` of a catalog merchant. */
export function assertRenderable({ products }: VisualizeRequest, merchants: Merchants): void {
  const bare = products.findIndex(
    ({ images }, index) => images.length === 0 && !isRenderable(merchants[index]),
  );
  if (bare < 0) return;
  const why = merchants[bare]
    ? `the catalog of ${merchants[bare].store.slug} has no picture of this product`
    : 'this product has no productUrl of a catalog merchant';
  throw invalidInput(`products[${bare}].images`, `is required: ${why}. Send 1 to 4 https image URLs.`);
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
