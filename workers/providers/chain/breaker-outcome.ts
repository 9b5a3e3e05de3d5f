import type { BreakerOutcome } from '../../../shared/breaker/breaker.ts';
import type { ProviderError } from '../provider.ts';

/**
 * A provider that says when it will take work again is alive. One that hangs is not: each render that finds
 * it out by itself costs its caller the provider's whole time.
 */
export function learnedFrom({ failure, retryAfter, hung }: ProviderError): BreakerOutcome {
  if (hung) return 'hung';
  return failure === 'unavailable' && retryAfter === undefined ? 'unavailable' : 'alive';
}
