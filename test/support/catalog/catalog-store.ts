import { type ProductDoc, productDocId, productKeys } from '../../../shared/catalog/product-model.ts';
import type { StoredImage } from '../../../shared/renders/render-model.ts';
import { createStore } from '../../../shared/stores/stores.ts';
import { productPhoto, type TestPlatform } from '../platform.ts';

/** Pictures that differ in size. */
export async function keepAsset(
  platform: TestPlatform,
  store: string,
  name: string,
  width: number,
): Promise<StoredImage> {
  const bytes = await productPhoto(width, 60);
  const blob = `catalog/${store}/${name}`;
  await platform.blobs.put(blob, bytes, 'image/jpeg');
  return { blob, mime: 'image/jpeg', width, height: 60, bytes: bytes.length };
}

export async function makeStore(platform: TestPlatform, slug: string, hosts: string[]): Promise<string> {
  const { _id } = await createStore(platform.database.stores, { account: 'acc_merchant', slug, hosts });
  return _id;
}

type Given = Pick<ProductDoc, 'productId' | 'handle'> & Partial<ProductDoc>;

export async function keepProduct(platform: TestPlatform, store: string, given: Given): Promise<void> {
  const now = new Date();
  const product = {
    _id: productDocId(store, given.productId),
    store,
    handleHistory: [],
    tags: [],
    variants: [],
    assets: [],
    digest: 'none',
    missingAssets: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    ...given,
  };
  await platform.database.products.create({ ...product, keys: productKeys(product) });
}
