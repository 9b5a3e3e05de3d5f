import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../shared/errors.ts';

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE for a compressed body (RFC 9110, 15.5.16). */
export function refuseCompressed({ headers }: IncomingMessage): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (coding === 'identity') return;
  throw new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Content-Encoding must be left out: send the body uncompressed.',
    { field: 'Content-Encoding', headers: { 'Accept-Encoding': 'identity' } },
  );
}
