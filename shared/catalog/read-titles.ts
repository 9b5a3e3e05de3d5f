import { getDriver } from '../mongodb/driver.ts';
import { type ProductDoc, type ProductModel, productDocId } from './product-model.ts';

/** Reads the titles of products of a store by their ids; those that the catalog does not have are missing. */
export async function readTitles(
  products: ProductModel,
  store: string,
  productIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = productIds.map((productId) => productDocId(store, productId));
  const found = await getDriver(products)
    .find<Pick<ProductDoc, 'productId' | 'title' | 'handle'>>(
      { _id: { $in: ids } },
      { projection: { productId: 1, title: 1, handle: 1 }, limit: ids.length },
    )
    .toArray();
  return new Map(found.map(({ productId, title, handle }) => [productId, title ?? handle]));
}
