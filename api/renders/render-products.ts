import {
  type Catalog,
  type CatalogResult,
  type MerchantProduct,
  renderable,
} from '../../shared/catalog/catalog.ts';
import { invalidInput } from '../../shared/errors.ts';
import { type ProductDescriptor, pickDescriptor } from '../../shared/renders/product-descriptor.ts';
import type { RenderProduct, StoredImage } from '../../shared/renders/render-model.ts';
import type { OrderedProduct } from './render-order.ts';

/** By position in the order: the store and the catalog product of an item. */
export type Merchants = CatalogResult[];

export function findMerchants(catalog: Catalog, products: OrderedProduct[]): Promise<Merchants> {
  return Promise.all(products.map((item) => item.found ?? catalog.lookUp(item)));
}

/** Specification: without `images` a product needs a `productUrl` of a catalog merchant. */
export function assertRenderable(products: OrderedProduct[], merchants: Merchants): void {
  const bare = products.findIndex(
    ({ images }, index) => images.length === 0 && !renderable(merchants[index]),
  );
  if (bare < 0) return;
  const why = whyNotRenderable(products[bare]!, merchants[bare]!);
  throw invalidInput(`products[${bare}].images`, `is required: ${why}. Send 1 to 4 https image URLs.`);
}

function whyNotRenderable({ productUrl }: OrderedProduct, { store, match }: CatalogResult): string {
  if (match) return `the catalog of ${match.store.slug} has no image of this product`;
  if (store)
    return `the catalog of ${store.slug} has no product with this productUrl, productId or variantId`;
  return productUrl
    ? 'the productUrl of this product does not belong to a catalog merchant'
    : 'this product has no productUrl of a catalog merchant';
}

export function genericProduct(item: ProductDescriptor, images: StoredImage[]): RenderProduct {
  return { ...pickDescriptor(item), images, fidelity: 'generic' };
}

/** The catalog's assets replace supplied images; its descriptor only fills in what the request leaves out. */
export function merchantProduct(
  item: ProductDescriptor,
  { product, variant, store, assets }: MerchantProduct,
): RenderProduct {
  const known = { ...product, ...(variant?.color ? { color: variant.color } : {}) };
  return { ...pickDescriptor(item, known), images: assets, fidelity: 'merchant', storeSlug: store.slug };
}
