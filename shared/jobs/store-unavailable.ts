import { ApiError } from '../errors.ts';

const retryAfterSeconds = 2;

/** 503 for a Redis that does not answer (decisions: "stores down", and the rate limit fails closed). */
export function storeUnavailable(cause: unknown): ApiError {
  return new ApiError('MODEL_UNAVAILABLE', 'The render queue cannot be reached; repeat the call shortly.', {
    retryAfter: retryAfterSeconds,
    cause,
  });
}
