import type { FetchOptions, OutboundRefused } from '../outbound/outbound.ts';
import { imageLimits } from './inspect.ts';

/** Says truthfully what fetches, so that a shop's firewall can allow it by name. */
export const imageUserAgent = 'render-platform/1.0 (image fetcher)';

/** The types that are accepted; CDNs that convert choose by it. */
const accept = 'image/jpeg,image/png,image/webp;q=0.9,image/avif;q=0.8,image/*;q=0.5';

/** Builds the options with which every image of a caller or merchant is fetched. */
export function imageDownload(timeoutMs: number, signal: AbortSignal): FetchOptions {
  return {
    maxBytes: imageLimits.maxBytes,
    timeoutMs,
    connectTimeoutMs: Math.min(5_000, timeoutMs),
    accept,
    headers: { 'user-agent': imageUserAgent },
    signal,
  };
}

const another = 'or send the image as a data URL';

/** Of the host's statuses; each continues a sentence that begins with the field. */
const byStatus: Record<number, string> = {
  401: `is refused by its host without a login (HTTP 401); make it public, ${another}`,
  403: `is refused by its host (HTTP 403); let the host allow the user agent ${imageUserAgent}, ${another}`,
  404: 'does not exist on its host (HTTP 404); check the URL',
  410: 'no longer exists on its host (HTTP 410); check the URL',
  429: `is throttled by its host (HTTP 429); try again later, ${another}`,
};

/** Describes a failed download to the caller, with its remedy. */
export function describeDownloadFailure({ reason, status = 0, message }: OutboundRefused): string {
  if (reason === 'timeout') return `was not delivered by its host in time; try again, ${another}.`;
  if (reason === 'network')
    return `could not be fetched: its host could not be reached; check the URL, ${another}.`;
  if (reason === 'size') return `is larger than ${imageLimits.maxBytes} bytes (8 MB); send a smaller one.`;
  if (reason !== 'status') return `${message}.`;
  const known = byStatus[status];
  if (known) return `${known}.`;
  return `was not delivered by its host (HTTP ${status}); try again later, ${another}.`;
}
