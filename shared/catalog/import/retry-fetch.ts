import pRetry from 'p-retry';
import { OutboundRefused } from '../../outbound/outbound.ts';

const retriedStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

function isRetried(error: unknown): boolean {
  if (!(error instanceof OutboundRefused)) return false;
  if (error.reason === 'status') return retriedStatuses.has(error.status ?? 0);
  return error.reason === 'timeout' || error.reason === 'network';
}

export interface RetryOptions {
  signal: AbortSignal;
  /** Before the first retry; doubles with each one. */
  pauseMs: number;
  /** Maximum number of retries. Default 2. */
  retries?: number;
}

/** Retries a fetch after a temporary failure: shops throttle a reader of the whole catalog. */
export function retryFetch<T>(
  fetch: () => Promise<T>,
  { signal, pauseMs, retries = 2 }: RetryOptions,
): Promise<T> {
  return pRetry(fetch, {
    retries,
    minTimeout: pauseMs,
    factor: 2,
    signal,
    shouldRetry: ({ error }) => isRetried(error),
  });
}
