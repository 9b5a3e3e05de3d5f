import { RenderApiError, RenderInterrupted } from './errors.ts';
import { followRender } from './follow-render.ts';
import type { VisualizeRequest } from './image-source.ts';
import { createInterruption, type Interruption } from './interruption.ts';
import { ProgressReport, type RenderProgress } from './progress.ts';
import { cancelOpenRender, isEnded, readRender } from './read-render.ts';
import type { EndedRender, Render } from './render-states.ts';
import { createRetries } from './retries.ts';
import {
  graceMs,
  prepareSubmission,
  type RenderResult,
  readResult,
  type SubmitOptions,
  toRenderError,
} from './submit-render.ts';
import type { Transport } from './transport.ts';

export interface CreateOptions extends SubmitOptions {
  signal?: AbortSignal;
  /** Maximum duration of the call with all retries; 300 s, within which every render is decided. */
  timeoutMs?: number;
}

export interface WaitOptions {
  /** Ends the wait; the render continues. */
  signal?: AbortSignal;
  /** Called whenever position, stage or share have changed. An error that it throws ends the call. */
  onProgress?: (progress: RenderProgress) => void;
  /** Maximum duration of the call with all retries; 300 s, within which every render is decided. */
  timeoutMs?: number;
}

export interface VisualizeOptions extends WaitOptions, SubmitOptions {
  /** Cancels the render: an open one is not charged. */
  signal?: AbortSignal;
}

export interface RenderDependencies {
  transport: Transport;
  maxRetries: number;
}

const defaultTimeoutMs = 300_000;

/** `POST /visualize` and all that follows until the image is there (`RenderClient.visualize`). */
export async function visualize(
  { transport, maxRetries }: RenderDependencies,
  request: VisualizeRequest,
  { signal, onProgress, timeoutMs = defaultTimeoutMs, ...options }: VisualizeOptions,
): Promise<RenderResult> {
  const interruption = createInterruption(signal, timeoutMs);
  const retries = createRetries(maxRetries, interruption);
  let renderId: string | undefined;
  try {
    const submit = await prepareSubmission(transport, request, options);
    for (;;) {
      const submitted = await retries.run(() => submit(interruption.signal));
      if ('bytes' in submitted) return submitted;
      renderId = submitted.id;
      const ended = await follow(transport, renderId, interruption, onProgress);
      if (ended.state === 'succeeded') {
        return await retries.run(() => readResult(transport, ended.id, interruption.signal));
      }
      renderId = undefined;
      await retries.pauseAfter(toRenderError(ended));
    }
  } catch (error) {
    throw await withdrawn(transport, renderId ?? acceptedBefore(error), error);
  } finally {
    interruption.close();
  }
}

/** Starts a render without waiting for it (`renders.create`). */
export async function createRender(
  { transport, maxRetries }: RenderDependencies,
  request: VisualizeRequest,
  { signal, timeoutMs = defaultTimeoutMs, ...options }: CreateOptions,
): Promise<Render> {
  const interruption = createInterruption(signal, timeoutMs);
  const retries = createRetries(maxRetries, interruption);
  try {
    const submit = await prepareSubmission(transport, request, options);
    const submitted = await retries.run(() => submit(interruption.signal));
    if (!('bytes' in submitted)) return submitted;
    const { id } = submitted;
    return await retries.run(() => readRender(transport, id, { image: 'none', signal: interruption.signal }));
  } finally {
    interruption.close();
  }
}

/** Waits for a render, and leaves it as it is when the wait ends before it (`renders.wait`). */
export async function waitForRender(
  { transport, maxRetries }: RenderDependencies,
  id: string,
  { signal, onProgress, timeoutMs = defaultTimeoutMs }: WaitOptions,
): Promise<RenderResult> {
  const interruption = createInterruption(signal, timeoutMs);
  try {
    const ended = await follow(transport, id, interruption, onProgress);
    if (ended.state !== 'succeeded') throw toRenderError(ended);
    const retries = createRetries(maxRetries, interruption);
    return await retries.run(() => readResult(transport, id, interruption.signal));
  } finally {
    interruption.close();
  }
}

function follow(
  transport: Transport,
  id: string,
  { signal, end }: Interruption,
  onProgress: WaitOptions['onProgress'],
): Promise<EndedRender> {
  const report = new ProgressReport(id, (progress) => {
    try {
      onProgress?.(progress);
    } catch (error) {
      end(error);
    }
  });
  return followRender({ transport, id, signal, report });
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
