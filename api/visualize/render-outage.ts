import type { ErrorRequestHandler } from 'express';
import { BackendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { toApiError } from '../http/error-response.ts';

/**
 * On the route that charges, an outage is the specification's 503 `MODEL_UNAVAILABLE`, and says that nothing was
 * charged. Of an accepted render `OutcomeUnknown` reports it instead.
 */
export const renderOutage: ErrorRequestHandler = (error, _req, _res, next) => {
  const failure = toApiError(error);
  next(
    failure instanceof BackendUnavailable
      ? new BackendUnavailable(failure.detail.cause, 'MODEL_UNAVAILABLE', '; nothing was charged')
      : error,
  );
};
