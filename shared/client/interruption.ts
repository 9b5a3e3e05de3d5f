import { RenderInterrupted } from './errors.ts';
import { onAbort } from './on-abort.ts';

/** Ends a call early: by the caller's signal or its time-out. */
export interface Interruption {
  /** Aborts with what ended the call as its reason: a `RenderInterrupted`, or the error given to `end`. */
  signal: AbortSignal;
  /** Ends the call with that error. */
  end(error: unknown): void;
  /** Returns the milliseconds left until the time-out. */
  leftMs(): number;
  /** Releases the timer and the listener. */
  close(): void;
}

/** A longer timer fires at once; also the limit for `Infinity`. */
const longestTimerMs = 2 ** 31 - 1;

/** `AbortSignal.any` is missing in Node 18.16 and in Safari 17.3. */
export function createInterruption(signal: AbortSignal | undefined, timeoutMs: number): Interruption {
  const aborter = new AbortController();
  const endAt = Date.now() + timeoutMs;
  const timerMs = Math.min(timeoutMs, longestTimerMs);
  const aborted = () => aborter.abort(new RenderInterrupted('AbortError', 'The call was aborted.'));
  const timer = setTimeout(() => {
    aborter.abort(new RenderInterrupted('TimeoutError', `The call took longer than ${timeoutMs} ms.`));
  }, timerMs);
  if (signal?.aborted) aborted();
  const release = onAbort(signal, aborted);
  return {
    signal: aborter.signal,
    end: (error) => aborter.abort(error),
    leftMs: () => Math.max(0, endAt - Date.now()),
    close: () => {
      clearTimeout(timer);
      release();
    },
  };
}

/** Resolves after `ms`. @throws the reason of the signal */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', aborted);
      resolve();
    }, ms);
    if (signal.aborted) aborted();
    else signal.addEventListener('abort', aborted, { once: true });
  });
}

/** Returns a signal that aborts `ms` after the other one, with its reason. */
export function graceAfter(signal: AbortSignal, ms: number): { signal: AbortSignal; close(): void } {
  const aborter = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    timer = setTimeout(() => aborter.abort(signal.reason), ms);
  };
  signal.addEventListener('abort', begin, { once: true });
  return {
    signal: aborter.signal,
    close: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', begin);
    },
  };
}
