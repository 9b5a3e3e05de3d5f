import { ApiError } from '../errors.ts';

const retryAfterSeconds = 2;

/** 503 for a backend that does not respond (decisions: "stores down", and the rate limit fails closed). */
export function backendUnavailable(cause: unknown): ApiError {
  return new ApiError(
    'MODEL_UNAVAILABLE',
    'The service cannot reach its database or queue right now; nothing was charged. Repeat the request.',
    {
      retryAfter: retryAfterSeconds,
      cause,
    },
  );
}
