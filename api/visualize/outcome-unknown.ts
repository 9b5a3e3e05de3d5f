import { ApiError } from '../../shared/errors.ts';

/**
 * 503 for an accepted render whose outcome this call cannot know: it may still succeed and be charged.
 * `Location` distinguishes it from the failures that promise "not charged"; the caller polls it, or
 * repeats the call with its Idempotency-Key.
 */
export function outcomeUnknown(renderId: string, reason: string, cause?: unknown): ApiError {
  return new ApiError('MODEL_UNAVAILABLE', `${reason}; fetch it later as render ${renderId}.`, {
    retryAfter: 5,
    headers: { Location: `/visualize/${renderId}`, 'X-Render-Id': renderId },
    ...(cause === undefined ? {} : { cause }),
  });
}
