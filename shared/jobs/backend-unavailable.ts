import { ApiError } from '../errors.ts';

const retryAfterSeconds = 2;

/** 503 for a backend that does not respond. Rate limits fail closed: without Redis, no request could be counted. */
export class BackendUnavailable extends ApiError {
  constructor(cause: unknown, code: 'SERVICE_UNAVAILABLE' | 'MODEL_UNAVAILABLE', consequence = '') {
    const message = `The service cannot reach its database, queue or images right now${consequence}. Retry the request.`;
    super(code, message, { retryAfter: retryAfterSeconds, cause });
  }
}

export function backendUnavailable(cause: unknown): BackendUnavailable {
  return new BackendUnavailable(cause, 'SERVICE_UNAVAILABLE');
}
