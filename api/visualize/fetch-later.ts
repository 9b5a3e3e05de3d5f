import { ApiError } from '../../shared/errors.ts';

/**
 * 503 for a render that was taken on and whose end this call cannot tell: it may still succeed and be
 * charged. `Location` sets it apart from the failures that promise "not charged"; the caller looks there,
 * or repeats its Idempotency-Key.
 */
export function fetchLater(renderId: string, why: string, cause?: unknown): ApiError {
  return new ApiError('MODEL_UNAVAILABLE', `${why}; fetch it later as render ${renderId}.`, {
    retryAfter: 5,
    headers: { Location: `/visualize/${renderId}`, 'X-Render-Id': renderId },
    ...(cause === undefined ? {} : { cause }),
  });
}
