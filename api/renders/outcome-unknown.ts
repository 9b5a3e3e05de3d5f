import { ApiError } from '../../shared/errors.ts';
import { BackendUnavailable } from '../../shared/jobs/backend-unavailable.ts';

/** `Location` and the id, so that callers can read the outcome of the render. */
function buildHeaders(renderId: string): Record<string, string> {
  return { Location: `/visualize/${renderId}`, 'X-Render-Id': renderId };
}

/**
 * 503 for an accepted render whose outcome this call cannot know: it may still succeed and be charged.
 * The caller, who sent `Prefer` or an Idempotency-Key, polls `Location` or retries the call.
 */
export class OutcomeUnknown extends ApiError {
  readonly renderId: string;
  /** The first half of the message, without a full stop. */
  readonly reason: string;

  constructor(renderId: string, reason: string, cause?: unknown) {
    super('MODEL_UNAVAILABLE', `${reason}; fetch it later as render ${renderId}.`, {
      retryAfter: 5,
      headers: buildHeaders(renderId),
      ...(cause === undefined ? {} : { cause }),
    });
    this.renderId = renderId;
    this.reason = reason;
  }
}

/** 503 for a plain caller, whose render is cancelled, or will be cancelled or refunded (withdrawals.ts). */
export function notCharged(renderId: string, reason: string, cause?: unknown): ApiError {
  return new ApiError('MODEL_UNAVAILABLE', `${reason}; it is not charged. Retry the request.`, {
    retryAfter: 5,
    headers: buildHeaders(renderId),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** After acceptance, an outage means that the charge is unknown; every other error code is definite. */
export function asOutcomeUnknown(renderId: string, error: unknown): unknown {
  const known = error instanceof ApiError && !(error instanceof BackendUnavailable);
  return known
    ? error
    : new OutcomeUnknown(renderId, 'The service could not find out how this render ended', error);
}
