import type { ErrorCode } from '../../shared/errors.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { TryOnView } from '../../shared/try-on/contract.ts';

/** Reason shown to a shopper for a render that ended without a result, by the code of its failure. */
export const failureReasons: Record<ErrorCode, NonNullable<TryOnView['failure']>> = {
  INVALID_INPUT: { reason: 'generation_failed', retryable: false },
  UNSUPPORTED_MEDIA_TYPE: { reason: 'generation_failed', retryable: false },
  UNAUTHORIZED: { reason: 'unavailable', retryable: false },
  INSUFFICIENT_CREDITS: { reason: 'insufficient_credits', retryable: false },
  FORBIDDEN: { reason: 'unavailable', retryable: false },
  STORE_CONTEXT: { reason: 'unavailable', retryable: false },
  NOT_FOUND: { reason: 'photo_gone', retryable: false },
  METHOD_NOT_ALLOWED: { reason: 'unavailable', retryable: false },
  CONFLICT: { reason: 'rate_limited', retryable: true },
  IDEMPOTENCY_CONFLICT: { reason: 'rate_limited', retryable: true },
  CANCELLED: { reason: 'cancelled', retryable: true },
  EXPIRED: { reason: 'photo_gone', retryable: false },
  IDEMPOTENCY_MISMATCH: { reason: 'rate_limited', retryable: true },
  RATE_LIMITED: { reason: 'rate_limited', retryable: true },
  REQUEST_TIMEOUT: { reason: 'unavailable', retryable: true },
  INTERNAL: { reason: 'unavailable', retryable: true },
  MODEL_ERROR: { reason: 'generation_failed', retryable: true },
  MODEL_UNAVAILABLE: { reason: 'unavailable', retryable: true },
  SERVICE_UNAVAILABLE: { reason: 'unavailable', retryable: true },
};

/** Returns the reason why a render has no result; null while it is open, or when it has one. */
export function failureOfRender({ state, failure }: RenderDoc): TryOnView['failure'] {
  if (state === 'cancelled') return failureReasons.CANCELLED;
  if (state === 'expired') return { reason: 'timeout', retryable: true };
  if (state === 'failed') return failureReasons[failure?.code ?? 'MODEL_UNAVAILABLE'];
  return null;
}
