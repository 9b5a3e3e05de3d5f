import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BlobStorage } from '../shared/blobs/blob-storage.ts';
import { createBlobStorage } from '../shared/blobs/create-blob-storage.ts';
import { loadConfig } from '../shared/config/load.ts';
import type { Database } from '../shared/database/database.ts';
import { saveLogo } from '../shared/stores/store-logo.ts';
import type { SceneKind } from '../shared/try-on/contract.ts';
import { addModelPhoto, listModelPhotos } from '../shared/try-on/model-photos.ts';
import type { DemoCatalogOptions } from './demo-catalog.ts';

/** Files of examples/models, as those who do not see them read them. */
const photos: [file: string, kind: SceneKind, name: string][] = [
  ['astronaut.jpg', 'person', 'Woman in an orange space suit, from the waist up'],
  ['room-sofa.jpg', 'room', 'Living room with a leather sofa before a white wall'],
  ['room-console.jpg', 'room', 'White wall with a wooden console table'],
  ['room-bedside.jpg', 'room', 'Bedroom with a round bedside table'],
  ['room-lamp.jpg', 'room', 'Teal wall with a hanging lamp'],
];

const folder = new URL('../examples/models/', import.meta.url);

/** Offers the example photos to the shoppers of the demo store, unless it has model photos already. */
export async function addDemoPhotos(
  { modelPhotos }: Pick<Database, 'modelPhotos'>,
  { store: _id, dataDir, env }: DemoCatalogOptions,
): Promise<number> {
  if ((await listModelPhotos(modelPhotos, { _id })).length > 0) return 0;
  await withBlobs({ dataDir, env }, async (blobs) => {
    for (const [file, kind, name] of photos) {
      const bytes = await readFile(fileURLToPath(new URL(file, folder)));
      await addModelPhoto({ modelPhotos, blobs }, { _id }, { source: bytes, name, kind });
    }
  });
  return photos.length;
}

const logo = new URL('./demo-shop/public/logo.png', import.meta.url);

/** Gives the demo store the logo of its shop, unless it has one. */
export async function addDemoLogo(
  { stores }: Pick<Database, 'stores'>,
  { store: _id, ...options }: DemoCatalogOptions,
): Promise<void> {
  const store = await stores.findById(_id).lean();
  if (!store || store.settings.logo) return;
  const bytes = await readFile(fileURLToPath(logo));
  await withBlobs(options, (blobs) => saveLogo({ stores, blobs }, store, { source: bytes }));
}

async function withBlobs(
  { dataDir, env }: Omit<DemoCatalogOptions, 'store'>,
  work: (blobs: BlobStorage) => Promise<unknown>,
): Promise<void> {
  const config = loadConfig({ ...env, REDIS_URL: env.REDIS_URL || 'redis://127.0.0.1' });
  const blobs = createBlobStorage({ ...config, DATA_DIR: dataDir });
  try {
    await work(blobs);
  } finally {
    await blobs.close();
  }
}
