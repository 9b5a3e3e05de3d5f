import type { Readable } from 'node:stream';
import { BodyError } from './body-error.ts';

export interface SourceLimits {
  /** Longest silence between two pieces, milliseconds. */
  idleTimeoutMs: number;
  /** Longest time for the whole body, milliseconds. */
  totalTimeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface BodySource {
  /** The next piece, or undefined at the end. @throws BodyError `aborted`, `timeout`. */
  next(): Promise<Buffer | undefined>;
  /** Stops listening; what has not been read stays in the stream. */
  release(): void;
}

/**
 * Pulls a stream piece by piece under two deadlines. `for await` is no use here: leaving it early destroys
 * the stream, for a request its socket too, and the caller would never hear why.
 */
export function openSource(stream: Readable, limits: SourceLimits): BodySource {
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
      return new BodyError('aborted', 'The connection broke off inside the body.', { cause: stream.errored });
    if (stream.destroyed && !stream.readableEnded)
      return new BodyError('aborted', 'The connection closed inside the body.');
    if (performance.now() - startedAt >= totalTimeoutMs) return timedOut('The whole body', totalTimeoutMs);
    return undefined;
  };

  const somethingHappens = async (): Promise<void> => {
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
        const broken = failure();
        if (broken) throw broken;
        const piece: Buffer | string | null = stream.read();
        if (piece !== null) return Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
        if (stream.readableEnded) return undefined;
        await somethingHappens();
      }
    },
    release() {
      // A stream that is held for minutes must not hold the last wait with all that it saw.
      wake = () => {};
      for (const event of events) stream.off(event, onEvent);
      signal?.removeEventListener('abort', onEvent);
      // Without a listener an error of the abandoned stream would end the process.
      stream.on('error', () => {});
    },
  };
}

function timedOut(what: string, limit: number): BodyError {
  return new BodyError('timeout', `${what} did not arrive within ${limit} ms.`, { limit });
}
