import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { SlotOptions } from '../../shared/images/decode-slots.ts';
import { imageLimits } from '../../shared/images/inspect.ts';
import { MAX_SIDE } from '../../shared/images/normalise.ts';
import { cancelOpenRender } from '../../shared/renders/withdraw-render.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import { hourMs } from '../../shared/time.ts';
import type { PhotoView } from '../../shared/try-on/contract.ts';
import { deletePhoto, findOpenRenders } from '../../shared/try-on/delete-photo.ts';
import {
  type CheckedPhoto,
  checkPhoto,
  photoLimits,
  photoRefused,
  toPhotoError,
} from '../../shared/try-on/photo-check.ts';
import { mostPhotoPixels } from '../../shared/try-on/photo-limits.ts';
import { type PhotoDoc, type PhotoModel, photoBlob } from '../../shared/try-on/photo-model.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import { clientAddress } from '../http/client-address.ts';
import { saveBody } from '../http/save-body.ts';
import { takePoints, type VisitorCall } from './entrance.ts';
import { photoView } from './image-views.ts';
import { linkAnalytics } from './link-analytics.ts';
import { shopperTurn } from './shopper-turn.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';
import { inTurn } from './visitor-turn.ts';

/** Photos that are kept of one visitor; with one more, the oldest is deleted. */
const maxPhotos = 10;

type PhotoDependencies = Pick<
  TryOnDependencies,
  | 'database'
  | 'blobs'
  | 'decoder'
  | 'photoQuota'
  | 'diskRoom'
  | 'rateLimiter'
  | 'pointsPerAddress'
  | 'concurrency'
  | 'signed'
  | 'spoolDir'
  | 'config'
  | 'retention'
  | 'connection'
  | 'prefix'
  | 'waiter'
>;

/** `POST /photos`: checks, prepares and keeps the photo that is the body. */
export async function uploadPhoto(dependencies: PhotoDependencies, call: VisitorCall): Promise<PhotoView> {
  const { req, res, store } = call;
  await dependencies.diskRoom.assertRoom();
  const slot = { ...shopperTurn(req), signal: signalOfCaller(res) };
  const path = join(dependencies.spoolDir, newId('photo'));
  try {
    const { config } = dependencies;
    const { signal } = slot;
    await saveBody(req, path, { config, signal, maxBytes: imageLimits.maxBytes, tooLarge });
    await countPhoto(dependencies, call, path, slot);
    const { prepare } = dependencies.decoder;
    const checked = await checkPhoto(path, { ...slot, prepare });
    await linkAnalytics(dependencies, call);
    const photo = await keepPhoto(dependencies, call, checked);
    await deleteSurplus(dependencies, photo);
    return photoView(dependencies.signed, store, photo);
  } finally {
    await rm(path, { force: true });
  }
}

const tooLarge = () => photoRefused('photo_too_large', 'is larger than 8 MB; send it scaled down.');

/** Points in the rate of the address for each megapixel beyond what the page sends. */
const pointsPerMegapixel = 10;
const usualPixels = MAX_SIDE ** 2;

/** Counts a photo by its header, before it costs anything to decode: one that is refused then is not free. */
async function countPhoto(
  { decoder, photoQuota, ...rate }: PhotoDependencies,
  call: VisitorCall,
  path: string,
  slot: SlotOptions,
): Promise<void> {
  const limits = { ...photoLimits, maxPixels: mostPhotoPixels };
  const { width, height, bytes } = await decoder
    .inspect(path, { ...slot, limits })
    .catch((error: unknown) => {
      throw toPhotoError(error);
    });
  const megapixels = Math.ceil((width * height - usualPixels) / 1_000_000);
  if (megapixels > 0) await takePoints(rate, call, megapixels * pointsPerMegapixel);
  await photoQuota(clientAddress(call.req.ip), bytes);
}

/** Inserts the document before the image, so that every stored image can be found and deleted. */
async function keepPhoto(
  { database, blobs }: PhotoDependencies,
  { store, visitor }: VisitorCall,
  { data, ...facts }: CheckedPhoto,
): Promise<PhotoDoc> {
  const createdAt = new Date();
  const identity = { _id: newId('photo', createdAt.getTime()), store: store._id, visitor };
  const until = new Date(createdAt.getTime() + getSettings(store).photoHours * hourMs);
  const photo = { ...identity, image: { blob: photoBlob(identity), ...facts }, createdAt, until };
  await database.photos.create(photo);
  try {
    await blobs.put(photo.image.blob, data, facts.mime);
  } catch (error) {
    await deletePhoto({ database, blobs }, photo);
    throw error;
  }
  return photo;
}

async function deleteSurplus(dependencies: PhotoDependencies, { store, visitor }: PhotoDoc): Promise<void> {
  const surplus = await dependencies.database.photos
    .find({ store, visitor })
    .sort({ createdAt: -1, _id: -1 })
    .skip(maxPhotos)
    .limit(maxPhotos)
    .lean<PhotoDoc[]>();
  for (const photo of surplus) await removeNow(dependencies, photo);
}

/** `DELETE /photos/{id}`: at once, with the copies of it; an open render from it is cancelled and not charged. */
export async function removePhoto(dependencies: PhotoDependencies, call: VisitorCall): Promise<void> {
  // A look that is just being accepted may be copying the photo.
  await inTurn(dependencies, call, async () => {
    const photo = await ownPhoto(dependencies.database.photos, call, String(call.req.params.id));
    await removeNow(dependencies, photo);
  });
}

async function removeNow(dependencies: PhotoDependencies, photo: PhotoDoc): Promise<void> {
  for (const { _id } of await findOpenRenders(dependencies.database, photo)) {
    await cancelOpenRender(dependencies, _id);
    dependencies.waiter.wake(_id);
  }
  await deletePhoto(dependencies, photo);
}

/** @throws ApiError NOT_FOUND for a photo of another visitor or store as for a missing or expired one. */
export async function ownPhoto(
  photos: PhotoModel,
  { store, visitor }: Pick<VisitorCall, 'store' | 'visitor'>,
  photoId: string,
): Promise<PhotoDoc> {
  const filter = { _id: photoId, store: store._id, visitor, until: { $gt: new Date() } };
  const photo = await photos.findOne(filter).lean<PhotoDoc>();
  if (photo) return photo;
  throw photoGone();
}

export function photoGone(cause?: unknown): ApiError {
  return new ApiError('NOT_FOUND', 'This photo no longer exists; upload it again.', {
    reason: 'photo_gone',
    cause,
  });
}

/** Returns the newest photo of a visitor that has not expired. */
export function lastPhoto(
  photos: PhotoModel,
  { store, visitor }: Pick<VisitorCall, 'store' | 'visitor'>,
): Promise<PhotoDoc | null> {
  return photos
    .findOne({ store: store._id, visitor, until: { $gt: new Date() } })
    .sort({ createdAt: -1, _id: -1 })
    .lean<PhotoDoc>()
    .exec();
}
