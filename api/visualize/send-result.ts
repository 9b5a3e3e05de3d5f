import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { BlobNotFound, type BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { ApiError } from '../../shared/errors.ts';
import { DecodeQueueFull, type DecodeTurn } from '../../shared/images/decode-slots.ts';
import type { RenderDoc, RenderTimings } from '../../shared/renders/render-model.ts';
import { productResults, type RenderView } from '../../shared/renders/render-view.ts';
import { unlessCallerGone } from '../http/caller-gone.ts';
import { tooManyImages } from '../renders/intake.ts';
import type { Usage } from '../renders/usage.ts';
import { base64Length, toBase64, wholeBase64 } from './base64-stream.ts';
import { type Conversions, type ConvertedMime, convertedMimes, type OpenedImage } from './conversions.ts';

/**
 * A multiple of 3, so that most reads are encoded without a remainder. Larger chunks cost more, not less
 * (measured for 3 MB: 7 ms of CPU with 48 KiB, 12 with 192): they leave the young generation.
 */
const readSize = 48 * 1024;

/** Storage and converter of rendered images. */
export interface ResultImages {
  blobs: BlobStorage;
  conversions: Conversions;
}

/** Representations of a succeeded render, the default first. */
const representations = ['application/json', 'image/png', ...convertedMimes] as const;
type Representation = (typeof representations)[number];

/** Returns the representation that the caller's `Accept` prefers; JSON where none fits. */
export function getRepresentation(res: Response): Representation {
  return (res.req.accepts([...representations]) || 'application/json') as Representation;
}

function serverTiming(timings: RenderTimings): string {
  return Object.entries(timings)
    .filter(([, ms]) => typeof ms === 'number')
    .map(([part, ms]) => `${part};dur=${Math.round(ms as number)}`)
    .join(', ');
}

/** Returns the error of a missing image, whose retention is over or which its owner has deleted. */
function imageGone(error: unknown): unknown {
  return error instanceof BlobNotFound ? expired() : error;
}

const expired = () =>
  new ApiError(
    'EXPIRED',
    'The image of this render was deleted, by its owner or after its retention; render it again.',
  );

/** An owner may have deleted all images: they are gone for readers before the sweeper has deleted the bytes. */
function assertKept({ imageDeletedAt }: RenderDoc): void {
  if (imageDeletedAt) throw expired();
}

/**
 * Opens the rendered image for a response. @throws ApiError EXPIRED once it was deleted, CallerGone when the connection
 * closed meanwhile.
 */
async function openResult(blobs: BlobStorage, render: RenderDoc, res: Response): Promise<OpenedImage> {
  assertKept(render);
  const opened = await blobs
    .stream(render.result!.blob, { highWaterMark: readSize })
    .catch((error: unknown) => {
      throw imageGone(error);
    });
  return unlessCallerGone(res, opened);
}

/** Sets the headers of every response with the result of a render. */
export function setResultHeaders(res: Response, render: RenderDoc, usage: Usage): void {
  res.set('X-Render-Id', render._id);
  res.set('X-Credits-Used', String(usage.credits));
  res.set('X-Credits-Remaining', String(usage.balance));
  res.set('Server-Timing', serverTiming(render.timings));
  res.set('Cache-Control', 'private, no-store');
  res.vary('Accept');
}

/**
 * Sends a succeeded render as the caller's `Accept` prefers: the JSON of the specification (after the fields
 * of `view`, if any), or the image itself. Streamed from the blob storage with an exact length.
 */
export async function sendResult(
  res: Response,
  images: ResultImages,
  render: RenderDoc,
  usage: Usage,
  view?: RenderView,
): Promise<void> {
  setResultHeaders(res, render, usage);
  const representation = getRepresentation(res);
  if (representation === 'application/json') await sendJson(res, images.blobs, render, usage, view);
  else await sendImage(res, images, render, representation);
}

/**
 * Sends the image alone, in the format that was asked for.
 * @param turn of a conversion; by default a turn of the render's account
 * @throws ApiError EXPIRED once it was deleted, RATE_LIMITED when too many images of the owner wait
 */
export async function sendImage(
  res: Response,
  { blobs, conversions }: ResultImages,
  render: RenderDoc,
  mime: 'image/png' | ConvertedMime,
  turn: DecodeTurn = { owner: render.account },
): Promise<void> {
  assertKept(render);
  const opening =
    mime === 'image/png'
      ? openResult(blobs, render, res)
      : conversions.open(render, mime, turn).catch((error: unknown) => {
          throw error instanceof DecodeQueueFull ? tooManyImages(error) : imageGone(error);
        });
  const { body, bytes } = unlessCallerGone(res, await opening);
  res.status(200).type(mime).set('Content-Length', String(bytes));
  await pipeline(body, res);
}

async function sendJson(
  res: Response,
  blobs: BlobStorage,
  render: RenderDoc,
  usage: Usage,
  view: RenderView | undefined,
): Promise<void> {
  const before = view ? `${JSON.stringify(view).slice(0, -1)},` : '{';
  const head = `${before}"image":"data:image/png;base64,`;
  const tail = `","products":${JSON.stringify(productResults(render))},"usage":${JSON.stringify(usage)}}`;
  const { body, bytes } = await openResult(blobs, render, res);
  const length = Buffer.byteLength(head) + base64Length(bytes) + Buffer.byteLength(tail);
  res.status(200).type('application/json').set('Content-Length', String(length));
  // The bytes of one read are one write to the socket too, with the headers: no stream between them.
  if (bytes <= readSize) res.end(await wholeBase64(body, head, tail));
  else await pipeline(toBase64(body, head, tail), res);
}
