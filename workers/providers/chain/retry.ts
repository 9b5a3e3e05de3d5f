import type { ProviderError } from '../provider.ts';

export interface RetryFacts {
  error: ProviderError;
  /** Tries of this provider that ended in `failed` so far, including the last. */
  failures: number;
  /** `PROVIDER_ATTEMPTS`. */
  attempts: number;
  /** Milliseconds the last try took. */
  tryMs: number;
  /** Milliseconds already waited because the provider asked for it. */
  waitedMs: number;
  /** Maximum of such waits together. */
  maxWaitMs: number;
  /** Milliseconds left until the render's deadline. */
  remainingMs: number;
  /** No other provider comes after this one. */
  isLast: boolean;
}

const firstPauseMs = 250;
const maxPauseMs = 5_000;
const transientPauseMs = 2_000;

/**
 * Returns the milliseconds to pause before the next try of this provider, `undefined` to continue with the next
 * provider:
 *
 * | failure | tried again |
 * |---|---|
 * | `rejected` | never |
 * | `failed` | after 250 ms, doubling, up to `attempts` tries, while there is time for a try as long as the last |
 * | `failed` because it hung | as above where no other provider comes after it, else never |
 * | `unavailable` with `Retry-After` | after that time, up to the maximum wait; does not count as a try |
 * | `unavailable` with 502, 503 or 504 | once, after 2 s, where no other provider comes after it |
 * | `unavailable` | never |
 *
 * A model that hung would take as long again and bill both tries, so the remaining time is for the next provider.
 * Measured with 120 s a try and two tries: 240 of 280 s had passed before the next provider's turn. A busy model is
 * not a broken one: Cog responds with 409 instead of queueing, so the caller has to wait.
 */
export function pauseBeforeRetry(facts: RetryFacts): number | undefined {
  const pauseMs = wantedPause(facts);
  return pauseMs !== undefined && pauseMs < facts.remainingMs ? pauseMs : undefined;
}

function wantedPause(facts: RetryFacts): number | undefined {
  const { error, failures, waitedMs, maxWaitMs } = facts;
  if (error.failure === 'failed' && failures < facts.attempts) {
    if (error.hung && !facts.isLast) return undefined;
    if (facts.tryMs >= facts.remainingMs) return undefined;
    return Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs);
  }
  if (error.failure === 'unavailable' && error.retryAfter !== undefined) {
    const pauseMs = Math.max(error.retryAfter * 1000, firstPauseMs);
    return waitedMs + pauseMs <= maxWaitMs ? pauseMs : undefined;
  }
  const once = error.transient && facts.isLast && waitedMs === 0;
  return once && transientPauseMs <= maxWaitMs ? transientPauseMs : undefined;
}
