import {
  type Catalog,
  type CatalogResult,
  type MatchRequest,
  renderable,
} from '../../shared/catalog/catalog.ts';
import { ApiError, invalidInput } from '../../shared/errors.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { LookItem, TryOnReason } from '../../shared/try-on/contract.ts';
import type { OrderedProduct } from '../renders/render-order.ts';

/**
 * Returns the items of a look as products of a render: the catalog has their images.
 * @throws ApiError INVALID_INPUT naming the first item that the store no longer has, or has no image of.
 */
export async function orderProducts(
  catalog: Catalog,
  { slug: storeSlug }: Pick<StoreDoc, 'slug'>,
  items: LookItem[],
): Promise<OrderedProduct[]> {
  const wanted = items.map(({ productId, variantId }): MatchRequest => {
    return { storeSlug, productId, ...(variantId === null ? {} : { variantId }) };
  });
  const found = await Promise.all(wanted.map((product) => catalog.lookUp(product)));
  return found.map((result, index) => {
    if (!renderable(result)) throw itemRefused(index, result);
    return { ...wanted[index], images: [], tags: [], found: result };
  });
}

function itemRefused(index: number, { match }: CatalogResult): ApiError {
  const [reason, problem]: [TryOnReason, string] = match
    ? ['no_product_images', 'has no image to try it on with; choose another item.']
    : ['product_gone', 'is no longer in the catalog of this store; remove it.'];
  const { message, detail } = invalidInput(`items[${index}]`, problem);
  return new ApiError('INVALID_INPUT', message, { ...detail, reason });
}
