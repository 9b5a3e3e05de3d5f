import type { Catalog, CatalogResult } from '../../shared/catalog/catalog.ts';
import { ApiError, invalidInput } from '../../shared/errors.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { LookItem, TryOnReason } from '../../shared/try-on/contract.ts';
import { type Merchants, renderable } from '../renders/render-products.ts';
import type { ProductItem } from '../visualize/request-schema.ts';

/** The items of a look as products of a render request: the catalog has their pictures. */
export function productsOf(store: Pick<StoreDoc, 'slug'>, items: LookItem[]): ProductItem[] {
  return items.map(({ productId, variantId }) => ({
    images: [],
    tags: [],
    storeSlug: store.slug,
    productId,
    ...(variantId === null ? {} : { variantId }),
  }));
}

/**
 * The catalog products of a look.
 * @throws ApiError INVALID_INPUT naming the first item that the store no longer has, or has no picture of.
 */
export async function findLook(catalog: Catalog, products: ProductItem[]): Promise<Merchants> {
  const found = await Promise.all(products.map((product) => catalog.lookUp(product)));
  found.forEach((result, index) => {
    if (!renderable(result)) throw itemRefused(index, result);
  });
  return found;
}

function itemRefused(index: number, { match }: CatalogResult): ApiError {
  const [reason, problem]: [TryOnReason, string] = match
    ? ['no_product_images', 'has no picture to try it on with; choose another item.']
    : ['product_gone', 'is not in the catalog of this store any more; remove it.'];
  const { message, detail } = invalidInput(`items[${index}]`, problem);
  return new ApiError('INVALID_INPUT', message, { ...detail, reason });
}
