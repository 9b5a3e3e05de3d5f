import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { BlobNotFound } from '../../shared/blobs/blob-storage.ts';
import { ApiError } from '../../shared/errors.ts';
import type { StoredImage } from '../../shared/renders/render-model.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import { hourMs } from '../../shared/time.ts';
import type { ModelPhotoDoc } from '../../shared/try-on/model-photo-model.ts';
import type { PhotoDoc } from '../../shared/try-on/photo-model.ts';
import { thumbnailRefusal } from '../catalog/thumbnail-refusal.ts';
import { unlessCallerGone } from '../http/caller-gone.ts';
import { sendImage } from '../visualize/send-result.ts';
import type { StoreCall } from './entrance.ts';
import { imagePaths } from './image-views.ts';
import { findOpenLook } from './looks.ts';
import { noteShown, type TryOnRender } from './own-renders.ts';
import { shopperTurn } from './shopper-turn.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';

const hourSeconds = hourMs / 1000;

/** Images of shoppers stay in their browser, and not for longer than their URL. */
const privately = `private, max-age=${hourSeconds}`;

/**
 * A logo has its content in its name; a model photo is never changed, but may be removed; a shared look may be taken
 * back, soon after which no copy of it is shown.
 */
const publicly = {
  logo: 'public, max-age=31536000, immutable',
  model: `public, max-age=${24 * hourSeconds}`,
  look: 'public, max-age=300',
};

const missing = () => new ApiError('NOT_FOUND', 'This image no longer exists.');

/** `GET /photos/{id}/image` */
export async function sendPhoto(
  dependencies: TryOnDependencies,
  { req, res, store }: StoreCall,
): Promise<void> {
  const id = String(req.params.id);
  dependencies.signed.assertSigned(imagePaths.photo(store, id), req.query);
  const filter = { _id: id, store: store._id, until: { $gt: new Date() } };
  const photo = await dependencies.database.photos.findOne(filter).lean<PhotoDoc>();
  if (!photo) throw missing();
  await sendPicture(dependencies, res, photo.image, privately);
}

/** `GET /models/{id}/image` */
export async function sendModelPhoto(dependencies: TryOnDependencies, call: StoreCall): Promise<void> {
  const { image } = await findModelPhoto(dependencies, call);
  await sendPicture(dependencies, call.res, image, publicly.model);
}

/** `GET /models/{id}/thumbnail` */
export async function sendModelThumbnail(dependencies: TryOnDependencies, call: StoreCall): Promise<void> {
  const photo = await findModelPhoto(dependencies, call);
  const bytes = await dependencies.modelThumbnails.read(photo).catch((error: unknown) => {
    throw error instanceof BlobNotFound ? missing() : thumbnailRefusal(error);
  });
  call.res.type('image/webp').set('Cache-Control', publicly.model).end(bytes);
}

async function findModelPhoto(
  { database }: TryOnDependencies,
  { req, store }: StoreCall,
): Promise<ModelPhotoDoc> {
  const filter = { _id: String(req.params.id), store: store._id };
  const photo = await database.modelPhotos.findOne(filter).lean<ModelPhotoDoc>();
  if (!photo) throw missing();
  return photo;
}

/** `GET /looks/{shortId}/image`, `GET /looks/{shortId}/preview` */
export const sendLookImage =
  (which: 'picture' | 'preview') =>
  async (dependencies: TryOnDependencies, call: StoreCall): Promise<void> => {
    const look = await findOpenLook(dependencies, call);
    // A link that was taken back must not show up in a search for images.
    call.res.set('X-Robots-Tag', 'noindex');
    await sendPicture(dependencies, call.res, look[which], publicly.look);
  };

/** `GET /logo/{file}` */
export async function sendLogo({ blobs }: TryOnDependencies, { req, res, store }: StoreCall): Promise<void> {
  const { logo } = getSettings(store);
  if (!logo?.blob.endsWith(`/${String(req.params.file)}`)) throw missing();
  await sendPicture({ blobs }, res, logo, publicly.logo);
}

async function sendPicture(
  { blobs }: Pick<TryOnDependencies, 'blobs'>,
  res: Response,
  { blob, mime }: StoredImage,
  cacheControl: string,
): Promise<void> {
  const opened = await blobs.stream(blob).catch((error: unknown) => {
    throw error instanceof BlobNotFound ? missing() : error;
  });
  const { body, bytes } = unlessCallerGone(res, opened);
  res
    .status(200)
    .type(mime)
    .set({ 'Content-Length': String(bytes), 'Cache-Control': cacheControl });
  await pipeline(body, res);
}

/** Of a result: its format. */
export interface ImageQuery {
  format: 'image/png' | 'image/jpeg';
}

/** `GET /renders/{id}/image`: the result as PNG, or with `?format=jpeg` as a fifth of its bytes. */
export async function sendTryOn(
  dependencies: TryOnDependencies,
  { req, res, store, query }: StoreCall & { query: ImageQuery },
): Promise<void> {
  const { database, blobs, conversions, signed } = dependencies;
  const id = String(req.params.id);
  signed.assertSigned(imagePaths.result(store, id), req.query);
  const filter = { _id: id, 'tryOn.store': store._id, state: 'succeeded' } as const;
  const render = await database.renders.findOne(filter).lean<TryOnRender>();
  if (!render) throw missing();
  res.set({ 'Cache-Control': privately, 'X-Render-Id': id });
  await sendImage(res, { blobs, conversions }, render, query.format, shopperTurn(req));
  await noteShown(database.renders, render);
}
