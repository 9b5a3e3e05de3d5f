import type { BlobStorage } from '../blobs/blob-storage.ts';
import type { RenderModel } from '../renders/render-model.ts';
import { renderStates, terminalStates } from '../renders/states.ts';
import { assetPrefix, imageOfKey } from './asset-keys.ts';
import type { ProductModel } from './product-model.ts';

const pageSize = 1000;

export interface UnusedAssetsDependencies {
  database: { products: ProductModel; renders: RenderModel };
  blobs: BlobStorage;
}

/**
 * Deletes the images of a store that neither a product nor an open render refers to, with their thumbnails;
 * resolves to the number of images. Images newer than `before` stay: a running import may be about to refer to them.
 */
export async function deleteUnusedAssets(
  { database, blobs }: UnusedAssetsDependencies,
  { store, before }: { store: string; before: Date },
): Promise<number> {
  const prefix = assetPrefix(store);
  const rendering = await renderedNow(database);
  let deleted = 0;
  let after: string | undefined;
  do {
    const page = await blobs.list(prefix, { limit: pageSize, ...(after ? { after } : {}) });
    const old = page.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key);
    const images = [...new Set(old.map(imageOfKey))];
    const used = new Set<unknown>(await database.products.distinct('assets.image.blob', inUse(images)));
    for (const key of old) {
      const image = imageOfKey(key);
      if (used.has(image) || rendering.has(image)) continue;
      await blobs.delete(key);
      if (key === image) deleted += 1;
    }
    after = page.length === pageSize ? page.at(-1)!.key : undefined;
  } while (after);
  return deleted;
}

function inUse(keys: string[]) {
  return { 'assets.image.blob': { $in: keys } };
}

async function renderedNow({ renders }: UnusedAssetsDependencies['database']): Promise<Set<unknown>> {
  const ended = new Set<string>(terminalStates);
  const open = renderStates.filter((state) => !ended.has(state));
  return new Set(await renders.distinct('products.images.blob', { state: { $in: open } }));
}
