import pRetry from 'p-retry';
import { OutboundRefused } from '../../outbound/outbound.ts';

const worthIt = new Set([408, 425, 429, 500, 502, 503, 504]);

function isWorthIt(error: unknown): boolean {
  if (!(error instanceof OutboundRefused)) return false;
  if (error.reason === 'status') return worthIt.has(error.status ?? 0);
  return error.reason === 'timeout' || error.reason === 'network';
}

export interface RetryOptions {
  signal: AbortSignal;
  /** Before the first repeat; it doubles. */
  pauseMs: number;
  /** Repeats at most; 2 unless told otherwise. */
  retries?: number;
}

/** Repeats a fetch that may fare better later: shops throttle whoever reads all of a catalog. */
export function retryFetch<T>(
  fetch: () => Promise<T>,
  { signal, pauseMs, retries = 2 }: RetryOptions,
): Promise<T> {
  return pRetry(fetch, {
    retries,
    minTimeout: pauseMs,
    factor: 2,
    signal,
    shouldRetry: ({ error }) => isWorthIt(error),
  });
}
