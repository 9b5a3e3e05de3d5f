import { ApiError } from '../../shared/errors.ts';
import { DecodeQueueFull } from '../../shared/images/decode-slots.ts';

/** Maps an error of making a thumbnail to the response: too many are being made, or the error itself. */
export function thumbnailRefusal(error: unknown): unknown {
  const isBusy =
    error instanceof DecodeQueueFull || (error instanceof DOMException && error.name === 'TimeoutError');
  if (!isBusy) return error;
  const message = 'Too many thumbnails are being created. Retry the request.';
  return new ApiError('SERVICE_UNAVAILABLE', message, { retryAfter: 5, cause: error });
}
