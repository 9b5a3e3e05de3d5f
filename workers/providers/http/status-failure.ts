import { type FailureClass, ProviderError } from '../provider.ts';

export interface Verdict {
  failure: FailureClass;
  message: string;
  /** Seconds; only where the provider is alive and will take work again by itself. */
  retryAfter?: number;
  /** Overloaded or restarting. */
  passing?: true;
}

/**
 * What an HTTP status other than success says of a render. What is wrong with the input is `rejected`,
 * what is wrong with our account or its state `unavailable`: the next render would fare no better.
 */
const verdicts: Record<number, Verdict> = {
  202: { failure: 'unavailable', message: 'The model answered before the image was ready.' },
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
  429: { failure: 'unavailable', message: 'The model takes no more work for now.' },
  502: { failure: 'unavailable', message: 'The model cannot be reached.', passing: true },
  503: { failure: 'unavailable', message: 'The model is not ready.', passing: true },
  504: { failure: 'unavailable', message: 'The model cannot be reached.', passing: true },
};

function verdictOf(status: number): Verdict {
  const listed = verdicts[status];
  if (listed) return listed;
  if (status >= 500) return { failure: 'failed', message: 'The model failed.' };
  if (status >= 400) return { failure: 'rejected', message: 'The model does not accept this input.' };
  return { failure: 'unavailable', message: 'The model answered in an unknown way.' };
}

/** The failure that an HTTP status stands for; `retryAfter` is the answer's own `Retry-After` in seconds. */
export function failureOfStatus(status: number, retryAfter: number | undefined): ProviderError {
  const verdict = verdictOf(status);
  return toProviderError(retryAfter === undefined ? verdict : { ...verdict, retryAfter });
}

export function toProviderError({ failure, message, ...options }: Verdict): ProviderError {
  return new ProviderError(failure, message, options);
}

/** Told apart from other refusals: the customer has to change the images, not the size. */
export const refusedForSafety = (): ProviderError =>
  new ProviderError('rejected', 'The model refused this content for safety reasons.', { safety: true });
