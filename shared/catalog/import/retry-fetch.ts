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
}

/** Tries a fetch up to three times: shops throttle whoever reads all of a catalog. */
export function retryFetch<T>(fetch: () => Promise<T>, { signal, pauseMs }: RetryOptions): Promise<T> {
  return pRetry(fetch, {
    retries: 2,
    minTimeout: pauseMs,
    factor: 2,
    signal,
    shouldRetry: ({ error }) => isWorthIt(error),
  });
}
