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

/** Beyond, a photo is encoded again: one of usual detail is half as large. */
const maxKeptBytes = 2 * 1024 * 1024;

/** Tried in this order. The last fits the finest noise, 2048 pixels square. */
const qualities = [90, 75, 50] as const;

const reasonByFault: Record<RejectReason, TryOnReason> = {
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

/** The limits of a photo, as `inspectImage` takes them. */
export const photoLimits = { minSide: leastPhotoSide, maxBytes: imageLimits.maxBytes } as const;

/**
 * Prepares a photo for the try-on, made upright and free of metadata, with a long side of at most 2048 pixels and at
 * most 2 MiB.
 * @param source the bytes, or the path of a file
 * @param prepare what decodes it: an `ImageDecoder` for the photos of shoppers
 * @throws ApiError INVALID_INPUT with the `reason` for which it cannot be used, DecodeQueueFull
 */
export async function checkPhoto(
  source: Buffer | string,
  { prepare, ...slot }: SlotOptions & { prepare: PrepareImage },
): Promise<CheckedPhoto> {
  try {
    const prepared = await prepare(source, { limits: photoLimits, ...slot });
    const { width, height } = prepared;
    const kept = prepared.data ?? (typeof source === 'string' ? await readFile(source) : source);
    const isLight = prepared.mime === 'image/jpeg' && kept.length <= maxKeptBytes;
    const data = isLight ? kept : await withDecodeSlot(() => opaqueJpeg(kept), slot);
    if (await isTooDark(await withDecodeSlot(() => toLuma(data), slot))) throw tooDark();
    return { data, mime: 'image/jpeg', width, height, bytes: data.length };
  } catch (error) {
    throw toPhotoError(error);
  }
}

/** Returns what the decoder throws as a response that says why the photo cannot be used. */
export function toPhotoError(error: unknown): unknown {
  if (!(error instanceof ImageRejected)) return error;
  return photoRefused(reasonByFault[error.reason], error.message, error);
}

/** Creates a 400 that says why a photo cannot be used; `problem` continues "photo". */
export function photoRefused(reason: TryOnReason, problem: string, cause?: unknown): ApiError {
  return new ApiError('INVALID_INPUT', `photo ${problem}`, { field: 'photo', reason, cause });
}

const tooDark = () => photoRefused('photo_too_dark', 'is too dark; take it with more light.');

/** A scene has no holes, and its PNG may be larger than what a render accepts. */
async function opaqueJpeg(image: Buffer): Promise<Buffer> {
  let jpeg: Buffer = image;
  for (const quality of qualities) {
    jpeg = await openImage(image).flatten({ background: '#fff' }).jpeg({ quality }).toBuffer();
    if (jpeg.length <= maxKeptBytes) break;
  }
  return jpeg;
}

function toLuma(image: Buffer): Promise<Buffer> {
  return openImage(image)
    .flatten({ background: '#fff' })
    .resize(64, 64, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}
