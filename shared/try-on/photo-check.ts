import { readFile } from 'node:fs/promises';
import { ApiError } from '../errors.ts';
import { type SlotOptions, withDecodeSlot } from '../images/decode-slots.ts';
import { ImageRejected, type RejectReason } from '../images/image-rejected.ts';
import { imageLimits } from '../images/inspect.ts';
import type { PrepareImage } from '../images/normalise.ts';
import { openImage } from '../images/sharp-setup.ts';
import type { StoredImage } from '../renders/render-model.ts';
import type { TryOnReason } from './contract.ts';
import { isTooDark, leastPhotoSide } from './photo-limits.ts';

const reasonOf: Record<RejectReason, TryOnReason> = {
  type: 'not_an_image',
  corrupt: 'not_an_image',
  empty: 'not_an_image',
  'too-thin': 'not_an_image',
  'too-small': 'photo_too_small',
  'too-large': 'photo_too_large',
  'too-many-pixels': 'photo_too_large',
  'too-costly': 'photo_too_large',
  'too-slow': 'photo_too_large',
};

export interface CheckedPhoto extends Omit<StoredImage, 'blob'> {
  data: Buffer;
}

/**
 * A photo for the try-on, made upright and free of metadata, with a long side of at most 2048 pixels.
 * @param source the bytes, or the path of a file
 * @param prepare what decodes it: an `ImageDecoder` for the photos of shoppers
 * @throws ApiError INVALID_INPUT with the `reason` for which it cannot be used, DecodeQueueFull
 */
export async function checkPhoto(
  source: Buffer | string,
  { prepare, ...slot }: SlotOptions & { prepare: PrepareImage },
): Promise<CheckedPhoto> {
  try {
    const limits = { minSide: leastPhotoSide, maxBytes: imageLimits.maxBytes };
    const prepared = await prepare(source, { limits, ...slot });
    const { width, height } = prepared;
    const kept = prepared.data ?? (typeof source === 'string' ? await readFile(source) : source);
    const isLight = prepared.mime === 'image/jpeg' && kept.length <= imageLimits.maxBytes;
    const data = isLight ? kept : await withDecodeSlot(() => opaqueJpeg(kept), slot);
    if (await isTooDark(await withDecodeSlot(() => lumaOf(data), slot))) throw tooDark();
    return { data, mime: 'image/jpeg', width, height, bytes: data.length };
  } catch (error) {
    if (!(error instanceof ImageRejected)) throw error;
    throw photoRefused(reasonOf[error.reason], error.message, error);
  }
}

/** A 400 that says why a photo cannot be used; `problem` continues "photo". */
export function photoRefused(reason: TryOnReason, problem: string, cause?: unknown): ApiError {
  return new ApiError('INVALID_INPUT', `photo ${problem}`, { field: 'photo', reason, cause });
}

const tooDark = () => photoRefused('photo_too_dark', 'is too dark; take it with more light.');

/** A scene has no holes, and its PNG may be larger than what a render accepts. */
function opaqueJpeg(image: Buffer): Promise<Buffer> {
  return openImage(image).flatten({ background: '#fff' }).jpeg({ quality: 90 }).toBuffer();
}

function lumaOf(image: Buffer): Promise<Buffer> {
  return openImage(image)
    .flatten({ background: '#fff' })
    .resize(64, 64, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}
