import { readFile } from 'node:fs/promises';
import type { BlobStorage } from '../blobs/blob-storage.ts';
import { invalidInput } from '../errors.ts';
import { sha256Hex } from '../ids.ts';
import { withDecodeSlot } from '../images/decode-slots.ts';
import { ImageRejected } from '../images/image-rejected.ts';
import { type PrepareImage, prepareImage } from '../images/normalise.ts';
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

interface NewLogo {
  /** The bytes, or the path of a file. */
  source: Buffer | string;
  /** Default: this process, for images of an operator. */
  prepare?: PrepareImage;
  signal?: AbortSignal;
}

/**
 * Saves the logo of a store, scaled down, and deletes the one before.
 * @throws ApiError INVALID_INPUT when it is not an image that can be used, DecodeQueueFull
 */
export async function saveLogo(places: LogoPlaces, store: StoreDoc, given: NewLogo): Promise<StoredImage> {
  const { data, width, height } = await toScaled(store._id, given);
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

async function toScaled(owner: string, { source, prepare = prepareImage, signal }: NewLogo) {
  const slot = { owner, signal };
  try {
    const { data: prepared } = await prepare(source, { limits: { minSide: 16 }, ...slot });
    const bytes = prepared ?? (typeof source === 'string' ? await readFile(source) : source);
    const { data, info } = await withDecodeSlot(() => encode(bytes), slot);
    return { data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof ImageRejected) throw invalidInput('logo', error.message, error);
    throw error;
  }
}

const encode = (image: Buffer) =>
  openImage(image)
    .resize({ ...maxLogo, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90, alphaQuality: 100 })
    .toBuffer({ resolveWithObject: true });
