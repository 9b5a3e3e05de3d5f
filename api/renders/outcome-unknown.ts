import { ApiError } from '../../shared/errors.ts';
import { BackendUnavailable } from '../../shared/jobs/backend-unavailable.ts';

/** `Location` and the id, for callers that want to know what became of the render. */
function buildHeaders(renderId: string): Record<string, string> {
  return { Location: `/visualize/${renderId}`, 'X-Render-Id': renderId };
}

/**
 * 503 for an accepted render whose outcome this call cannot know: it may still succeed and be charged.
 * The caller, who sent `Prefer` or an Idempotency-Key, polls `Location` or repeats the call.
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
  return new ApiError('MODEL_UNAVAILABLE', `${reason}; it is not charged. Repeat the request.`, {
    retryAfter: 5,
    headers: buildHeaders(renderId),
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * Of an accepted render, an outage leaves open whether it was charged; other errors of the catalogue say so.
 */
export function asOutcomeUnknown(renderId: string, error: unknown): unknown {
  const known = error instanceof ApiError && !(error instanceof BackendUnavailable);
  return known
    ? error
    : new OutcomeUnknown(renderId, 'The service could not find out how this render ended', error);
}
