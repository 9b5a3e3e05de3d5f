import type { BlobStorage } from '../blobs/blob-storage.ts';
import { invalidInput } from '../errors.ts';
import { sha256Hex } from '../ids.ts';
import { withDecodeSlot } from '../images/decode-slots.ts';
import { ImageRejected } from '../images/image-rejected.ts';
import { inspectImage } from '../images/inspect.ts';
import { sanitise } from '../images/sanitise.ts';
import { openImage } from '../images/sharp-setup.ts';
import type { StoredImage } from '../renders/render-model.ts';
import { storeImagesPrefix } from './store-images.ts';
import type { StoreDoc, StoreModel } from './store-model.ts';

/** CSS shows it 40 pixels high; three times as many are enough for every screen. */
const maxLogo = { width: 480, height: 120 } as const;

interface LogoPlaces {
  stores: StoreModel;
  blobs: Pick<BlobStorage, 'put' | 'delete'>;
}

/**
 * Saves the logo of a store, scaled down, and deletes the one before.
 * @throws ApiError INVALID_INPUT when it is not an image that can be used.
 */
export async function saveLogo(places: LogoPlaces, store: StoreDoc, bytes: Buffer): Promise<StoredImage> {
  const { data, width, height } = await scaled(bytes);
  const blob = `${storeImagesPrefix(store._id)}logo/${sha256Hex(data).slice(0, 32)}.webp`;
  const logo: StoredImage = { blob, mime: 'image/webp', width, height, bytes: data.length };
  await places.blobs.put(blob, data, logo.mime);
  await replaceLogo(places, store, logo);
  return logo;
}

/** Removes the logo of a store; does nothing where there is none. */
export async function removeLogo(places: LogoPlaces, store: StoreDoc): Promise<void> {
  await replaceLogo(places, store, undefined);
}

async function replaceLogo(
  { stores, blobs }: LogoPlaces,
  { _id }: StoreDoc,
  logo: StoredImage | undefined,
): Promise<void> {
  const change = logo ? { $set: { 'settings.logo': logo } } : { $unset: { 'settings.logo': 1 } };
  const before = await stores.findOneAndUpdate({ _id }, change).lean<StoreDoc>();
  const former = before?.settings.logo?.blob;
  if (former && former !== logo?.blob) await blobs.delete(former);
}

async function scaled(bytes: Buffer): Promise<{ data: Buffer; width: number; height: number }> {
  try {
    const { mime } = await inspectImage(bytes, { minSide: 16 });
    const { data, info } = await withDecodeSlot(() =>
      openImage(sanitise(bytes, mime).file)
        .autoOrient()
        .resize({ ...maxLogo, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .webp({ quality: 90, alphaQuality: 100 })
        .toBuffer({ resolveWithObject: true }),
    );
    return { data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof ImageRejected) throw invalidInput('logo', error.message, error);
    throw invalidInput('logo', 'cannot be decoded; save it again as PNG, JPEG or WebP.', error);
  }
}
