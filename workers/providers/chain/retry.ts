import type { ProviderError } from '../provider.ts';

export interface RetryFacts {
  error: ProviderError;
  /** Tries of this provider that ended in `failed` so far, this one included. */
  failures: number;
  /** `PROVIDER_ATTEMPTS`. */
  attempts: number;
  /** Milliseconds the last try took. */
  tryMs: number;
  /** Milliseconds already spent waiting because the provider asked for it. */
  waitedMs: number;
  /** Longest such wait. */
  patienceMs: number;
  /** Milliseconds left until the render's deadline. */
  remainingMs: number;
  /** No other provider comes after this one. */
  isLast: boolean;
}

const firstPauseMs = 250;
const longestPauseMs = 5_000;
const passingPauseMs = 2_000;

/**
 * Milliseconds to pause before this provider is asked again, `undefined` to go on to the next one:
 *
 * | failure | asked again |
 * |---|---|
 * | `rejected` | never |
 * | `failed` | after 250 ms, doubling, up to `attempts` tries, while there is time for one as long as the last |
 * | `failed` because it hung | as above where no other provider comes after it, else never |
 * | `unavailable` with `Retry-After` | after that time, within the patience; uses up no try |
 * | `unavailable` with 502, 503 or 504 | once, after 2 s, where no other provider comes after it |
 * | `unavailable` | never |
 *
 * A model that hung takes as long again and bills both tries: what is left of the time belongs to the next
 * provider. Measured with 120 s a try and two tries: 240 of 280 s were gone before another was asked.
 * A busy model is no broken one: Cog answers 409 instead of queueing, so waiting is up to the caller.
 */
export function pauseBeforeRetry(facts: RetryFacts): number | undefined {
  const pauseMs = wantedPause(facts);
  return pauseMs !== undefined && pauseMs < facts.remainingMs ? pauseMs : undefined;
}

function wantedPause(facts: RetryFacts): number | undefined {
  const { error, failures, waitedMs, patienceMs } = facts;
  if (error.failure === 'failed' && failures < facts.attempts) {
    if (error.hung && !facts.isLast) return undefined;
    if (facts.tryMs >= facts.remainingMs) return undefined;
    return Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
  }
  if (error.failure === 'unavailable' && error.retryAfter !== undefined) {
    const pauseMs = Math.max(error.retryAfter * 1000, firstPauseMs);
    return waitedMs + pauseMs <= patienceMs ? pauseMs : undefined;
  }
  const once = error.passing && facts.isLast && waitedMs === 0;
  return once && passingPauseMs <= patienceMs ? passingPauseMs : undefined;
}
