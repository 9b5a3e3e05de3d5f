import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBatcher } from '../../shared/batcher.ts';
import { BlobNotFound, type BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { ApiError, invalidInput } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { DecodeQueueFull, type DecodeTurn } from '../../shared/images/decode-slots.ts';
import { describeDownloadFailure, imageDownload } from '../../shared/images/image-download.ts';
import { ImageRejected } from '../../shared/images/image-rejected.ts';
import type { NormalisedImage } from '../../shared/images/normalise.ts';
import { type Outbound, OutboundRefused } from '../../shared/outbound/outbound.ts';
import type { StoredImage } from '../../shared/renders/render-model.ts';
import { type ImageDecoder, takeImage } from '../decoder/image-decoder.ts';
import type { Prepared } from '../decoder/messages.ts';
import type { ImageReference } from './render-order.ts';

export interface IntakeDependencies {
  blobs: BlobStorage;
  outbound: Outbound;
  decoder: Pick<ImageDecoder, 'check' | 'prepare' | 'prepareEach'>;
  /** Local folder for images on their way to the blob storage. */
  spoolDir: string;
  fetchTimeoutMs: number;
}

/** The cap of the specification, "Inline image size": 8 MB each, after base64; remote images alike. */
export const maxImageBytes = 8 * 1024 * 1024;

/** Images of up to so many bytes are prepared together: a task of its own costs more than their decoding. */
const smallBytes = 16 * 1024;
/** At most so many in one task, which has the time of one image. */
const maxTogether = 4;

interface LocalImage {
  source: string | Buffer;
  sha256: string;
}

export interface Intake {
  /** Saves one image in the blob storage; byte-identical images are kept once. */
  save(image: ImageReference, signal: AbortSignal): Promise<StoredImage>;
}

/** The render that images are saved for, and the account whose turn decoding takes. */
export interface IntakeTarget {
  renderId: string;
  turn: DecodeTurn;
}

/** Brings the images of one render into the blob storage under `renders/{renderId}/in/`. */
export function createIntake(dependencies: IntakeDependencies, target: IntakeTarget): Intake {
  const byUrl = new Map<string, Promise<LocalImage>>();
  const byContent = new Map<string, Promise<StoredImage>>();

  const prepare = createPreparation(dependencies.decoder, target.turn);

  const save = async (image: ImageReference, signal: AbortSignal) => {
    const local = await localise(image, signal);
    const known = byContent.get(local.sha256) ?? keep(dependencies, target, local, prepare(local, signal));
    byContent.set(local.sha256, known);
    return known.catch((error: unknown) => {
      throw imageError(image.field, error);
    });
  };

  const localise = async (image: ImageReference, signal: AbortSignal): Promise<LocalImage> => {
    if (image.kind === 'file') return { source: image.path, sha256: image.sha256 };
    if (image.kind === 'uploaded') throw new Error(`The file of ${image.field} was not looked up.`);
    if (image.kind === 'kept')
      return { source: await readKept(dependencies.blobs, image), sha256: image.sha256 };
    if (image.kind !== 'url') return { source: image.data, sha256: image.sha256 };
    const fetched = byUrl.get(image.url) ?? download(dependencies, image.url, signal);
    byUrl.set(image.url, fetched);
    return fetched.catch((error: unknown) => {
      if (!(error instanceof OutboundRefused)) throw error;
      throw invalidInput(image.field, describeDownloadFailure(error), error);
    });
  };

  return { save };
}

/** @throws ApiError INVALID_INPUT when it was deleted meanwhile */
async function readKept(
  blobs: BlobStorage,
  { field, blob }: { field: string; blob: string },
): Promise<Buffer> {
  return blobs.get(blob).catch((error: unknown) => {
    throw error instanceof BlobNotFound ? fileGone(field, error) : error;
  });
}

export const fileGone = (field: string, cause?: unknown): ApiError =>
  invalidInput(field, 'names no file of this account; upload it again: files are kept for 24 hours.', cause);

async function download(
  dependencies: IntakeDependencies,
  url: string,
  signal: AbortSignal,
): Promise<LocalImage> {
  const path = join(dependencies.spoolDir, newId('fetch'));
  const { sha256 } = await dependencies.outbound.downloadToFile(
    url,
    path,
    imageDownload(dependencies.fetchTimeoutMs, signal),
  );
  return { source: path, sha256 };
}

/** Maps a decoder error to an ApiError naming the field. */
export function imageError(field: string, error: unknown): unknown {
  if (error instanceof ImageRejected) return invalidInput(field, error.message, error);
  return error instanceof DecodeQueueFull ? tooManyImages(error) : error;
}

/** 429 for an account whose images fill its place in the queue of the decoder. */
export function tooManyImages(cause: DecodeQueueFull): ApiError {
  const message = 'Too many images of this account are being checked or converted; send fewer calls at once.';
  return new ApiError('RATE_LIMITED', message, { retryAfter: 5, cause });
}

/** A render whose input is lost in a power failure fails and is not charged: no need to wait for the disk. */
const input = { durable: false, fresh: true };

type Prepare = (local: LocalImage, signal: AbortSignal) => Promise<NormalisedImage>;

/** Checks an image, and makes it upright and free of metadata. */
function createPreparation(
  { prepare, prepareEach }: IntakeDependencies['decoder'],
  turn: DecodeTurn,
): Prepare {
  const toOptions = (signal: AbortSignal) => ({ limits: { maxBytes: maxImageBytes }, ...turn, signal });
  type Small = { source: Buffer; signal: AbortSignal };
  const prepareSmall = createBatcher<Small, Prepared>({
    max: maxTogether,
    waitMs: 0,
    run: (images) =>
      prepareEach(
        images.map(({ source }) => source),
        toOptions(images[0]!.signal),
      ),
  });
  return async ({ source }, signal) => {
    if (typeof source === 'string' || source.length > smallBytes) return prepare(source, toOptions(signal));
    const prepared = await prepareSmall({ source, signal }).catch((error: unknown) => {
      if (!(error instanceof ImageRejected)) throw error;
      // One of them ended the process, or the time: by itself each learns whether it was this one.
      return prepareEach([source], toOptions(signal)).then(([image]) => image!);
    });
    return takeImage(prepared);
  };
}

/** Saves a prepared image; no local file is left. */
async function keep(
  { blobs }: Pick<IntakeDependencies, 'blobs'>,
  { renderId }: IntakeTarget,
  { source, sha256 }: LocalImage,
  preparing: Promise<NormalisedImage>,
): Promise<StoredImage> {
  try {
    const { data, mime, width, height, bytes } = await preparing;
    const blob = `renders/${renderId}/in/${sha256}`;
    if (data) await blobs.put(blob, data, mime, input);
    else if (typeof source === 'string') await blobs.putFile(blob, source, mime, input);
    else await blobs.put(blob, source, mime, input);
    return { blob, mime, width, height, bytes };
  } finally {
    if (typeof source === 'string') await rm(source, { force: true });
  }
}
