import { BackendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { toApiError } from '../http/error-response.ts';

/**
 * Maps an outage to the specification's 503 `MODEL_UNAVAILABLE`, saying that nothing was charged; for routes that
 * charge. After acceptance `OutcomeUnknown` reports an outage instead.
 */
export function asRenderOutage(error: unknown): unknown {
  const failure = toApiError(error);
  return failure instanceof BackendUnavailable
    ? new BackendUnavailable(failure.detail.cause, 'MODEL_UNAVAILABLE', '; nothing was charged')
    : error;
}
