import pRetry from 'p-retry';
import { OutboundRefused } from '../../../shared/outbound/outbound.ts';
import { ProviderError } from '../provider.ts';

/** Longest time one try to fetch what a model has finished may take, in milliseconds. */
export const fetchMs = 30_000;

const passingStatus = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Whether another try may fare better: an image over the cap, say, stays over it. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error.failure === 'rejected') return false;
  const { cause } = error;
  if (!(cause instanceof OutboundRefused)) return true;
  if (cause.reason === 'status') return passingStatus.has(cause.status ?? 0);
  return cause.reason === 'network' || cause.reason === 'timeout';
}

/**
 * Fetches what a model has finished, up to three times: by then the render is paid for, and one
 * connection that breaks must not have it made and billed again.
 * @throws the ProviderError of the last try; the reason of the signal when that aborts.
 */
export function fetchAgain<T>(signal: AbortSignal, fetch: () => Promise<T>): Promise<T> {
  return pRetry(fetch, {
    retries: 2,
    minTimeout: 250,
    factor: 3,
    signal,
    shouldRetry: ({ error }) => isPassing(error),
  });
}
