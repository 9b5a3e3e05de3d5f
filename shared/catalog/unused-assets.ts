import type { BlobStorage } from '../blobs/blob-storage.ts';
import type { RenderModel } from '../renders/render-model.ts';
import { renderStates, terminalStates } from '../renders/states.ts';
import { assetPrefix, pictureOfKey } from './asset-keys.ts';
import type { ProductModel } from './product-model.ts';

const pageSize = 1000;

export interface UnusedAssetsDependencies {
  database: { products: ProductModel; renders: RenderModel };
  blobs: BlobStorage;
}

/**
 * Deletes the pictures of a store that neither a product nor an open render refers to, with their thumbnails;
 * resolves to the number of pictures. Pictures newer than `before` stay: a running import may be about to refer to them.
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
    const pictures = [...new Set(old.map(pictureOfKey))];
    const used = new Set<unknown>(await database.products.distinct('assets.image.blob', inUse(pictures)));
    for (const key of old) {
      const picture = pictureOfKey(key);
      if (used.has(picture) || rendering.has(picture)) continue;
      await blobs.delete(key);
      if (key === picture) deleted += 1;
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
