import type { BlobStorage } from '../blobs/blob-storage.ts';
import { ApiError, invalidInput } from '../errors.ts';
import { newId } from '../ids.ts';
import { type PrepareImage, prepareImage } from '../images/normalise.ts';
import { storeImagesPrefix } from '../stores/store-images.ts';
import type { StoreDoc } from '../stores/store-model.ts';
import type { SceneKind } from './contract.ts';
import type { ModelPhotoDoc, ModelPhotoModel } from './model-photo-model.ts';
import { thumbnailKey } from './model-thumbnails.ts';
import { checkPhoto } from './photo-check.ts';

/** Shown side by side before the shopper has chosen anything. */
const maxModelPhotos = 24;
const maxName = 100;

interface ModelPhotoPlaces {
  modelPhotos: ModelPhotoModel;
  blobs: Pick<BlobStorage, 'put' | 'delete'>;
}

interface NewModelPhoto {
  /** The bytes, or the path of a file. */
  source: Buffer | string;
  name: string;
  kind: SceneKind;
  /** Default: this process, for images of an operator. */
  prepare?: PrepareImage;
  signal?: AbortSignal;
}

/**
 * Saves a model photo of a store.
 * @throws ApiError INVALID_INPUT for a photo that a shopper could not use either, without a name, or one too many.
 */
export async function addModelPhoto(
  { modelPhotos, blobs }: ModelPhotoPlaces,
  store: Pick<StoreDoc, '_id'>,
  { source, name, kind, prepare = prepareImage, signal }: NewModelPhoto,
): Promise<ModelPhotoDoc> {
  if (name.trim() === '' || name.length > maxName) {
    throw invalidInput('name', `must have 1 to ${maxName} characters that describe the image.`);
  }
  if ((await modelPhotos.countDocuments({ store: store._id })) >= maxModelPhotos) {
    throw invalidInput('store', `has ${maxModelPhotos} model photos already; remove one first.`);
  }
  const { data, ...facts } = await checkPhoto(source, {
    ...{ owner: store._id, prepare },
    ...(signal && { signal }),
  });
  const _id = newId('model');
  const blob = `${storeImagesPrefix(store._id)}models/${_id}`;
  await blobs.put(blob, data, facts.mime);
  const photo = {
    _id,
    store: store._id,
    name: name.trim(),
    kind,
    image: { blob, ...facts },
    createdAt: new Date(),
  };
  await modelPhotos.create(photo);
  return photo;
}

/** Lists the model photos of a store, oldest first. */
export function listModelPhotos(
  modelPhotos: ModelPhotoModel,
  { _id: store }: Pick<StoreDoc, '_id'>,
): Promise<ModelPhotoDoc[]> {
  return modelPhotos
    .find({ store })
    .sort({ createdAt: 1, _id: 1 })
    .limit(maxModelPhotos)
    .lean<ModelPhotoDoc[]>()
    .exec();
}

/** Removes a model photo; renders that were started with it keep their own copy. @throws ApiError NOT_FOUND */
export async function removeModelPhoto(
  { modelPhotos, blobs }: ModelPhotoPlaces,
  { _id: store }: Pick<StoreDoc, '_id'>,
  photoId: string,
): Promise<void> {
  const removed = await modelPhotos.findOneAndDelete({ _id: photoId, store }).lean<ModelPhotoDoc>();
  if (!removed) throw new ApiError('NOT_FOUND', `The store has no model photo ${photoId}.`);
  await Promise.all([removed.image.blob, thumbnailKey(removed)].map((blob) => blobs.delete(blob)));
}
