import { RenderApiError, RenderConnectionError } from './errors.ts';
import { type Interruption, pause } from './interruption.ts';

/** Worth a retry: the API did nothing that was charged, and the same call may succeed. */
const retryableStatuses: readonly number[] = [408, 429, 502, 503, 504];

/** Pauses where the API names none. */
const firstPauseMs = 500;
const maxPauseMs = 8_000;

export function isRetryable(error: unknown): boolean {
  if (error instanceof RenderConnectionError) return true;
  if (!(error instanceof RenderApiError)) return false;
  return retryableStatuses.includes(error.status) || error.code === 'IDEMPOTENCY_CONFLICT';
}

/** Nothing has failed where a limit refuses a call: its time alone bounds the retries. */
const isLimited = (error: unknown): boolean => error instanceof RenderApiError && error.status === 429;

/** Longest random part of a pause that the API names. */
const namedJitter = 0.25;

/**
 * Returns the milliseconds between attempt number `attempt` and the next: the API's `Retry-After`, else twice as long
 * each time. A random part keeps callers that failed together from returning together.
 */
export function pauseAfter(error: unknown, attempt: number, random: () => number = Math.random): number {
  const named = error instanceof RenderApiError ? error.retryAfterSeconds : undefined;
  if (named !== undefined) return named * 1000 * (1 + random() * namedJitter);
  return Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
}

/** The retries of one call, counted over all of its requests. */
export interface Retries {
  /** Retries `request` until it succeeds or must not be retried. @throws its last error */
  run<T>(request: () => Promise<T>): Promise<T>;
  /** Waits before a retry. @throws `error` when it is not retryable, or none is left before the time-out */
  pauseAfter(error: unknown): Promise<void>;
}

export function createRetries(maxRetries: number, { signal, leftMs }: Interruption): Retries {
  let failed = 0;
  let limited = 0;
  const waitAfter = async (error: unknown) => {
    if (isLimited(error)) limited += 1;
    else failed += 1;
    const ms = pauseAfter(error, isLimited(error) ? limited : failed);
    if (!isRetryable(error) || failed > maxRetries || ms >= leftMs()) throw error;
    await pause(ms, signal);
  };
  return {
    pauseAfter: waitAfter,
    async run(request) {
      for (;;) {
        try {
          return await request();
        } catch (error) {
          await waitAfter(error);
        }
      }
    },
  };
}
