import type { IncomingHttpHeaders } from 'node:http';

const maxSeconds = 3_600;

/** Returns the seconds of a `Retry-After` header in either form (RFC 9110 §10.2.3), 0 to 3600. */
export function retryAfterSeconds(
  headers: IncomingHttpHeaders,
  nowMs: number = Date.now(),
): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - nowMs) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), maxSeconds);
}
