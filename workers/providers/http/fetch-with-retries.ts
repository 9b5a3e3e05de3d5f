import pRetry from 'p-retry';
import { OutboundRefused } from '../../../shared/outbound/outbound.ts';
import { ProviderError } from '../provider.ts';

/** Maximum time of one try to fetch a finished result, in milliseconds. */
export const fetchMs = 30_000;

const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Returns true if another try may succeed; an image over the size limit, for example, stays over it. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error.failure === 'rejected') return false;
  const { cause } = error;
  if (!(cause instanceof OutboundRefused)) return true;
  if (cause.reason === 'status') return transientStatuses.has(cause.status ?? 0);
  return cause.reason === 'network' || cause.reason === 'timeout';
}

/**
 * Fetches a finished result, in up to three tries: the render is already paid for, and one broken connection
 * must not have it made and billed again.
 * @throws the ProviderError of the last try; the reason of the signal when that aborts.
 */
export function fetchWithRetries<T>(signal: AbortSignal, fetch: () => Promise<T>): Promise<T> {
  return pRetry(fetch, {
    retries: 2,
    minTimeout: 250,
    factor: 3,
    signal,
    shouldRetry: ({ error }) => isTransient(error),
  });
}
