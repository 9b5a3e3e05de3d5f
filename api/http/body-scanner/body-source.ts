import type { Readable } from 'node:stream';
import { BodyError } from './body-error.ts';

export interface SourceLimits {
  /** Maximum time between two chunks, milliseconds. */
  idleTimeoutMs: number;
  /** Maximum time for the whole body, milliseconds. */
  totalTimeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface BodySource {
  /** The next chunk, or undefined at the end. @throws BodyError `aborted`, `timeout`. */
  next(): Promise<Buffer | undefined>;
  /** Removes the listeners; unread data stays in the stream. */
  release(): void;
}

/**
 * Reads a stream chunk by chunk under two deadlines. `for await` cannot be used: leaving it early destroys
 * the stream and, for a request, its socket, so that the client would never receive the reason.
 */
export function openBodySource(stream: Readable, limits: SourceLimits): BodySource {
  const { idleTimeoutMs, totalTimeoutMs, signal } = limits;
  const startedAt = performance.now();
  let wake: () => void = () => {};
  const onEvent = () => wake();
  const events = ['readable', 'end', 'error', 'close'] as const;
  for (const event of events) stream.on(event, onEvent);
  signal?.addEventListener('abort', onEvent);

  const failure = (): BodyError | undefined => {
    if (signal?.aborted)
      return new BodyError('aborted', 'The request was cancelled.', { cause: signal.reason });
    if (stream.errored)
      return new BodyError('aborted', 'The connection was reset inside the body.', { cause: stream.errored });
    if (stream.destroyed && !stream.readableEnded)
      return new BodyError('aborted', 'The connection closed inside the body.');
    if (performance.now() - startedAt >= totalTimeoutMs) return timedOut('The whole body', totalTimeoutMs);
    return undefined;
  };

  const nextStreamEvent = async (): Promise<void> => {
    const left = totalTimeoutMs - (performance.now() - startedAt);
    const waitMs = Math.max(0, Math.min(idleTimeoutMs, left));
    await new Promise<void>((resolve, reject) => {
      const late = () => {
        if (waitMs === idleTimeoutMs) reject(timedOut('The next part of the body', waitMs));
        else resolve();
      };
      const timer = setTimeout(late, waitMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  };

  return {
    async next() {
      for (;;) {
        const failed = failure();
        if (failed) throw failed;
        const chunk: Buffer | string | null = stream.read();
        if (chunk !== null) return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
        if (stream.readableEnded) return undefined;
        await nextStreamEvent();
      }
    },
    release() {
      // A request stays referenced for minutes; the closure of the last wait must not stay with it.
      wake = () => {};
      for (const event of events) stream.off(event, onEvent);
      signal?.removeEventListener('abort', onEvent);
      // Without a listener, an error of the abandoned stream would end the process.
      stream.on('error', ignore);
    },
  };
}

/** Of no request, which would stay in memory with it while it waits for its render. */
const ignore = () => undefined;

function timedOut(what: string, limit: number): BodyError {
  return new BodyError('timeout', `${what} did not arrive within ${limit} ms.`, { limit });
}
