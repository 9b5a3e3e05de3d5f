import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { BlobNotFound, type BlobStorage } from '../../shared/blobs/blob-storage.ts';
import type { Usage } from '../../shared/credits/usage.ts';
import { ApiError } from '../../shared/errors.ts';
import type { RenderDoc, RenderTimings } from '../../shared/renders/render-model.ts';
import { productResults, type RenderView } from '../../shared/renders/render-view.ts';
import { base64Length, toBase64, wholeBase64 } from './base64-stream.ts';

/**
 * A multiple of 3, so that most reads are encoded without a remainder. Larger chunks cost more, not less
 * (measured for 3 MB: 7 ms of CPU with 48 KiB, 12 with 192): they leave the young generation.
 */
const readSize = 48 * 1024;

function serverTiming(timings: RenderTimings): string {
  return Object.entries(timings)
    .filter(([, ms]) => typeof ms === 'number')
    .map(([part, ms]) => `${part};dur=${Math.round(ms as number)}`)
    .join(', ');
}

/** Opens the rendered image. @throws ApiError EXPIRED once its retention is over. */
async function openResult(blobs: BlobStorage, render: RenderDoc): Promise<{ body: Readable; bytes: number }> {
  try {
    return await blobs.stream(render.result!.blob, { highWaterMark: readSize });
  } catch (error) {
    if (!(error instanceof BlobNotFound)) throw error;
    throw new ApiError(
      'EXPIRED',
      'The image of this render was deleted after its retention; render it again.',
    );
  }
}

/**
 * Sends a succeeded render (after the fields of `view`, if any), streamed from the blob storage with an exact length: the JSON of the
 * specification, or the PNG itself where the caller prefers `image/png`.
 */
export async function sendResult(
  res: Response,
  blobs: BlobStorage,
  render: RenderDoc,
  usage: Usage,
  view?: RenderView,
): Promise<void> {
  res.set('X-Render-Id', render._id);
  res.set('X-Credits-Used', String(usage.credits));
  res.set('X-Credits-Remaining', String(usage.balance));
  res.set('Server-Timing', serverTiming(render.timings));
  res.set('Cache-Control', 'private, no-store');
  res.vary('Accept');
  if (res.req.accepts(['application/json', 'image/png']) === 'image/png') await sendPng(res, blobs, render);
  else await sendJson(res, blobs, render, usage, view);
}

export async function sendPng(res: Response, blobs: BlobStorage, render: RenderDoc): Promise<void> {
  const { body, bytes } = await openResult(blobs, render);
  res.status(200).type('image/png').set('Content-Length', String(bytes));
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
  const { body, bytes } = await openResult(blobs, render);
  const length = Buffer.byteLength(head) + base64Length(bytes) + Buffer.byteLength(tail);
  res.status(200).type('application/json').set('Content-Length', String(length));
  // What one read brings is one piece for the socket too, with the headers: no stream between them.
  if (bytes <= readSize) res.end(await wholeBase64(body, head, tail));
  else await pipeline(toBase64(body, head, tail), res);
}
