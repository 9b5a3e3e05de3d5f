import { BackendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { toApiError } from '../http/error-response.ts';

/**
 * What charges reports an outage as the specification's 503 `MODEL_UNAVAILABLE`, and says that nothing was charged.
 * Of an accepted render `OutcomeUnknown` reports it instead.
 */
export function asRenderOutage(error: unknown): unknown {
  const failure = toApiError(error);
  return failure instanceof BackendUnavailable
    ? new BackendUnavailable(failure.detail.cause, 'MODEL_UNAVAILABLE', '; nothing was charged')
    : error;
}
