import { type FailureClass, ProviderError } from '../provider.ts';

export interface StatusFailure {
  failure: FailureClass;
  message: string;
  /** Seconds; only where the provider is alive and will accept work again by itself. */
  retryAfter?: number;
  /** Overloaded or restarting. */
  transient?: true;
}

/**
 * Maps HTTP statuses other than success to failures of a render. A fault of the input is `rejected`, a fault of
 * our account or of the model's state `unavailable`: the next render would fail as well.
 */
const failures: Record<number, StatusFailure> = {
  202: { failure: 'unavailable', message: 'The model responded before the image was ready.' },
  400: { failure: 'rejected', message: 'The model does not accept this input.' },
  401: { failure: 'unavailable', message: 'The model refuses our credentials.' },
  402: { failure: 'unavailable', message: 'The account at the provider has no funds left.' },
  403: { failure: 'unavailable', message: 'The model refuses our credentials.' },
  404: { failure: 'unavailable', message: 'The provider does not know this model.' },
  408: { failure: 'failed', message: 'The model did not get the input in time.' },
  409: { failure: 'unavailable', message: 'The model is busy.', retryAfter: 1 },
  413: { failure: 'rejected', message: 'The model does not accept input of this size.' },
  422: { failure: 'rejected', message: 'The model does not accept this input.' },
  425: { failure: 'unavailable', message: 'The model is not ready.' },
  429: { failure: 'unavailable', message: 'The model accepts no more work at the moment.' },
  502: { failure: 'unavailable', message: 'The model cannot be reached.', transient: true },
  503: { failure: 'unavailable', message: 'The model is not ready.', transient: true },
  504: { failure: 'unavailable', message: 'The model cannot be reached.', transient: true },
};

function toStatusFailure(status: number): StatusFailure {
  const listed = failures[status];
  if (listed) return listed;
  if (status >= 500) return { failure: 'failed', message: 'The model failed.' };
  if (status >= 400) return { failure: 'rejected', message: 'The model does not accept this input.' };
  return { failure: 'unavailable', message: 'The model returned an unexpected status.' };
}

/** Returns the failure that an HTTP status means; `retryAfter` is the response's own `Retry-After` in seconds. */
export function failureOfStatus(status: number, retryAfter: number | undefined): ProviderError {
  const failure = toStatusFailure(status);
  return toProviderError(retryAfter === undefined ? failure : { ...failure, retryAfter });
}

export function toProviderError({ failure, message, ...options }: StatusFailure): ProviderError {
  return new ProviderError(failure, message, options);
}

/** Distinct from other refusals: the customer has to change the images, not their size. */
export const refusedForSafety = (): ProviderError =>
  new ProviderError('rejected', 'The model refused this content for safety reasons.', { safety: true });
