import { ApiError } from '../../shared/errors.ts';
import { BackendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { toApiError } from '../http/error-response.ts';
import { OutcomeUnknown } from '../renders/outcome-unknown.ts';

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

/**
 * Of an accepted render, an outage leaves open whether it was charged; other errors of the catalogue say so.
 */
export function asOutcomeUnknown(renderId: string, error: unknown): unknown {
  const known = error instanceof ApiError && !(error instanceof BackendUnavailable);
  return known
    ? error
    : new OutcomeUnknown(renderId, 'The service could not find out how this render ended', error);
}
