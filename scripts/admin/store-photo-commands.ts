import { type Command, Option } from 'commander';
import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import type { Database } from '../../shared/database/database.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { type SceneKind, sceneKinds } from '../../shared/try-on/contract.ts';
import { addModelPhoto, listModelPhotos, removeModelPhoto } from '../../shared/try-on/model-photos.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { formatTable, print, withJson } from './output.ts';
import { readImageFile } from './read-image-file.ts';

/** `store photo add`, `store photo list`, `store photo remove` */
export function photoCommands(store: Command): void {
  const photo = store
    .command('photo')
    .description('Model photos: images that shoppers may use instead of their own');
  withJson(photo.command('add').description('offer an image of a person or a room'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--file <path>', 'a JPEG, PNG, WebP or AVIF image')
    .requiredOption('--name <name>', 'describes it to those who do not see it')
    .addOption(new Option('--kind <kind>', 'what it shows').choices(sceneKinds).makeOptionMandatory())
    .action(add);
  withJson(photo.command('list').description('list the model photos of a store'))
    .requiredOption('--store <slug>', 'the store')
    .action(list);
  withJson(photo.command('remove').description('remove a model photo'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--photo <id>', 'the photo')
    .action(remove);
}

interface PhotoOptions {
  store: string;
  json?: boolean;
}

type PhotoPlaces = Pick<Database, 'modelPhotos'> & { blobs: BlobStorage };

function withPlaces<Result>(
  slug: string,
  work: (places: PhotoPlaces, store: StoreDoc) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (database, config) => {
    const store = await findStore(database, slug);
    const blobs = createBlobStorage(config);
    try {
      return await work({ modelPhotos: database.modelPhotos, blobs }, store);
    } finally {
      await blobs.close();
    }
  });
}

async function add(options: PhotoOptions & { file: string; name: string; kind: SceneKind }): Promise<void> {
  const bytes = await readImageFile(options.file);
  const { _id, name, kind, image } = await withPlaces(options.store, (places, store) =>
    addModelPhoto(places, store, { source: bytes, name: options.name, kind: options.kind }),
  );
  const { width, height } = image;
  const text = `Photo ${_id}: ${kind}, ${width} × ${height}, ${name}`;
  print(options, { photoId: _id, name, kind, width, height }, () => text);
}

async function list(options: PhotoOptions): Promise<void> {
  const photos = await withPlaces(options.store, ({ modelPhotos }, store) =>
    listModelPhotos(modelPhotos, store),
  );
  const rows = photos.map(({ _id, name, kind = null, image, createdAt }) => {
    return { photoId: _id, name, kind, width: image.width, height: image.height, createdAt };
  });
  print(options, { photos: rows }, () =>
    formatTable(
      ['PHOTO', 'KIND', 'SIZE', 'NAME'],
      rows.map(({ photoId, name, kind, width, height }) => [
        photoId,
        kind ?? '',
        `${width} × ${height}`,
        name,
      ]),
    ),
  );
}

async function remove(options: PhotoOptions & { photo: string }): Promise<void> {
  await withPlaces(options.store, (places, store) => removeModelPhoto(places, store, options.photo));
  print(options, { removed: options.photo }, () => `Photo ${options.photo} was removed.`);
}
