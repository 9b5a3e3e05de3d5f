import type { BreakerOutcome } from '../../breaker/breaker.ts';
import type { ProviderError } from '../provider.ts';

/**
 * Maps a failed try to the breaker's outcome. A provider that sends a `Retry-After` is alive. One that hangs is not:
 * each render that finds it hanging loses the provider's whole time.
 */
export function toBreakerOutcome({ failure, retryAfter, hung }: ProviderError): BreakerOutcome {
  if (hung) return 'hung';
  return failure === 'unavailable' && retryAfter === undefined ? 'unavailable' : 'alive';
}
