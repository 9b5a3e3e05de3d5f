import { fromBase64 } from './base64.ts';
import { errorStatuses } from './error-statuses.ts';
import { RenderApiError, unexpected } from './errors.ts';
import { readImages, type VisualizeRequest } from './image-source.ts';
import { graceAfter } from './interruption.ts';
import { readRender } from './read-render.ts';
import type { Render, UnsuccessfulRender } from './render-states.ts';
import { getRequestId, readJson, type Transport } from './transport.ts';
import type { RenderResponse } from './types.ts';
import { randomKey } from './web-crypto.ts';

/** An image, with what it cost. */
export interface RenderResult extends RenderResponse {
  /** Of the render. */
  id: string;
  /** The id under which the API's logs have the request that returned the image. */
  requestId: string | undefined;
  /** Returns the PNG file. */
  bytes(): Uint8Array<ArrayBuffer>;
}

export interface SubmitOptions {
  /** By default a random one. With your own, a later call with the same request returns the same render for 24 hours. */
  idempotencyKey?: string;
  /** Called when the render has ended, in place of the account's. */
  webhookUrl?: string;
}

/** The API accepts 120 s for a body of images, and then fetches those that are URLs. */
const submitTimeoutMs = 150_000;
/** After an interruption: to learn the id of a render that is being accepted, and to cancel it. */
export const graceMs = 5_000;

/** Starts one render, however often it is called; a request with a known Idempotency-Key may return its result at once. */
export type Submit = (signal: AbortSignal) => Promise<Render | RenderResult>;

/** @throws TypeError, RangeError naming an image that is none or is too large */
export async function prepareSubmission(
  transport: Transport,
  request: VisualizeRequest,
  { idempotencyKey, webhookUrl }: SubmitOptions,
): Promise<Submit> {
  const body = JSON.stringify(await readImages(request));
  const headers = {
    'Content-Type': 'application/json',
    Prefer: 'respond-async',
    'Idempotency-Key': idempotencyKey ?? (await randomKey()),
    ...(webhookUrl === undefined ? {} : { 'X-Webhook-Url': webhookUrl }),
  };
  return async (signal) => {
    signal.throwIfAborted();
    const grace = graceAfter(signal, graceMs);
    const call = { method: 'POST', path: '/visualize', headers, body, signal: grace.signal } as const;
    try {
      return await transport({ ...call, timeoutMs: submitTimeoutMs }, async (response) => {
        if (response.status === 202) return readJson<Render>(response);
        return toResult(response.headers.get('x-render-id') ?? '', await readJson(response));
      });
    } finally {
      grace.close();
    }
  };
}

export async function readResult(
  transport: Transport,
  id: string,
  signal: AbortSignal,
): Promise<RenderResult> {
  const render = await readRender(transport, id, { signal });
  if (render.image !== undefined) return toResult(id, render as RenderResponse);
  const message = 'The image of this render was deleted; render it again with another idempotencyKey.';
  throw new RenderApiError({ status: errorStatuses.EXPIRED, code: 'EXPIRED', message, renderId: id });
}

function toResult(id: string, response: RenderResponse): RenderResult {
  const { image, products, usage } = response;
  if (typeof image !== 'string') throw new RenderApiError({ status: 200, ...unexpected(200) });
  const bytes = () => fromBase64(image.slice(image.indexOf(',') + 1));
  return { id, requestId: getRequestId(response), image, products, usage, bytes };
}

/** Returns the error of a render that ended without a result, as its caller would have received it while waiting. */
export function toRenderError({ id, error }: UnsuccessfulRender): RenderApiError {
  const { code, message } = error ?? { code: 'INTERNAL', message: `Render ${id} ended without a result.` };
  return new RenderApiError({ status: errorStatuses[code] ?? 500, code, message, renderId: id });
}
