import { fromBase64 } from './base64.ts';
import { errorStatuses } from './error-statuses.ts';
import { RenderApiError, RenderInterrupted, unexpected } from './errors.ts';
import { followRender } from './follow-render.ts';
import { readImages, type VisualizeRequest } from './image-source.ts';
import { createInterruption, graceAfter, type Interruption } from './interruption.ts';
import { ProgressReport, type RenderProgress } from './progress.ts';
import { cancelOpenRender, isEnded, readRender } from './read-render.ts';
import { createRetries } from './retries.ts';
import { readJson, type Transport } from './transport.ts';
import type { Render, RenderResponse } from './types.ts';
import { randomKey } from './web-crypto.ts';

export interface VisualizeOptions {
  /** Cancels the render: an open one is not charged. */
  signal?: AbortSignal;
  /** Called whenever position, stage or share have changed. An error that it throws cancels the render. */
  onProgress?: (progress: RenderProgress) => void;
  /** By default a random one. With your own, a later call with the same request returns the same render for 24 hours. */
  idempotencyKey?: string;
  /** Maximum duration of the call with all retries; 300 s, within which every render is decided. */
  timeoutMs?: number;
}

/** An image, with what it cost. */
export interface RenderResult extends RenderResponse {
  /** Of the render. */
  id: string;
  /** Returns the PNG file. */
  bytes(): Uint8Array<ArrayBuffer>;
}

interface Dependencies {
  transport: Transport;
  maxRetries: number;
}

const defaultTimeoutMs = 300_000;
/** The API accepts 120 s for a body of images, and then fetches those that are URLs. */
const submitTimeoutMs = 150_000;
/** After an interruption: to learn the id of a render that is being accepted, and to cancel it. */
const graceMs = 5_000;

/** `POST /visualize` and all that follows until the image is there (`RenderClient.visualize`). */
export async function visualize(
  { transport, maxRetries }: Dependencies,
  request: VisualizeRequest,
  { signal, onProgress, timeoutMs = defaultTimeoutMs, ...options }: VisualizeOptions,
): Promise<RenderResult> {
  const interruption = createInterruption(signal, timeoutMs);
  const retries = createRetries(maxRetries, interruption);
  let renderId: string | undefined;
  try {
    const body = JSON.stringify(await readImages(request));
    const key = options.idempotencyKey ?? (await randomKey());
    for (;;) {
      const submitted = await retries.run(() => submit(transport, body, key, interruption));
      if ('bytes' in submitted) return submitted;
      renderId = submitted.id;
      const ended = await follow(transport, renderId, interruption, onProgress);
      if (ended.state === 'succeeded') {
        return await retries.run(() => readResult(transport, ended.id, interruption.signal));
      }
      renderId = undefined;
      await retries.pauseAfter(errorOfRender(ended));
    }
  } catch (error) {
    throw await withdrawn(transport, renderId ?? acceptedBefore(error), error);
  } finally {
    interruption.close();
  }
}

/** Starts the render; a request with a known Idempotency-Key may return its result at once. */
async function submit(
  transport: Transport,
  body: string,
  key: string,
  { signal }: Interruption,
): Promise<Render | RenderResult> {
  signal.throwIfAborted();
  const grace = graceAfter(signal, graceMs);
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': key };
  const request = { method: 'POST' as const, path: '/visualize', headers, body };
  try {
    return await transport(
      { ...request, signal: grace.signal, timeoutMs: submitTimeoutMs },
      async (response) => {
        if (response.status === 202) return readJson<Render>(response);
        return toResult(response.headers.get('x-render-id') ?? '', await readJson(response));
      },
    );
  } finally {
    grace.close();
  }
}

function follow(
  transport: Transport,
  id: string,
  { signal, end }: Interruption,
  onProgress: VisualizeOptions['onProgress'],
): Promise<Render> {
  const report = new ProgressReport(id, (progress) => {
    try {
      onProgress?.(progress);
    } catch (error) {
      end(error);
    }
  });
  return followRender({ transport, id, signal, report });
}

async function readResult(transport: Transport, id: string, signal: AbortSignal): Promise<RenderResult> {
  const render = await readRender(transport, id, { signal });
  if (render.image !== undefined) return toResult(id, render as RenderResponse);
  const message = 'The image of this render was deleted; render it again with another idempotencyKey.';
  throw new RenderApiError({ status: errorStatuses.EXPIRED, code: 'EXPIRED', message, renderId: id });
}

function toResult(id: string, { image, products, usage }: RenderResponse): RenderResult {
  if (typeof image !== 'string') throw new RenderApiError({ status: 200, ...unexpected(200) });
  return { id, image, products, usage, bytes: () => fromBase64(image.slice(image.indexOf(',') + 1)) };
}

/** Returns the error of a render that ended without a result, as its caller would have received it while waiting. */
function errorOfRender({ id, error }: Render): RenderApiError {
  const { code, message } = error ?? { code: 'INTERNAL', message: `Render ${id} ended without a result.` };
  return new RenderApiError({ status: errorStatuses[code] ?? 500, code, message, renderId: id });
}

/** Returns the render of a 503 that leaves its outcome open: it was accepted, and may still succeed. */
function acceptedBefore(error: unknown): string | undefined {
  return error instanceof RenderApiError && error.status === 503 ? error.renderId : undefined;
}

/** Cancels what this call leaves behind, so that no render is charged without its result; returns the error. */
async function withdrawn(transport: Transport, id: string | undefined, error: unknown): Promise<unknown> {
  if (id === undefined) return error;
  const limit = createInterruption(undefined, graceMs);
  const render = await cancelOpenRender(transport, id, limit.signal).catch(() => undefined);
  limit.close();
  if (!(error instanceof RenderInterrupted)) return error;
  if (!render || !isEnded(render)) {
    const message = `${error.message} Render ${id} could not be cancelled; it may succeed and be charged.`;
    return new RenderInterrupted(error.name, message);
  }
  const charged = render.usage?.credits ?? 0;
  const cost = charged === 0 ? 'nothing was charged' : `it had ended before; ${charged} credit was charged`;
  return new RenderInterrupted(
    error.name,
    `${error.message} Render ${id} is ${render.state}: ${cost}.`,
    render,
  );
}
