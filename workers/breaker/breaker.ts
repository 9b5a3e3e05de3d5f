import {
  type BreakerPolicy,
  type BreakerState,
  breakerPolicy,
  closed,
  countedFailures,
  getPhase,
  getProbe,
} from '../../shared/breaker/breaker-state.ts';

/*
 * The states of a breaker are a pure function of the time; fleet-breaker.ts shares them with the whole fleet
 * through Redis.
 */

/** `alive`: it accepted the work, whatever the result. `abandoned`: we aborted, which says nothing about it. */
export type BreakerOutcome = 'alive' | 'unavailable' | 'hung' | 'abandoned';

export interface Permit {
  allowed: boolean;
  /** Milliseconds to wait before a retry; 0 when allowed. */
  retryAfterMs: number;
}

/** Neither call ever rejects. */
export interface Breaker {
  allows(name: string): Promise<Permit>;
  record(name: string, outcome: BreakerOutcome): Promise<void>;
}

export const allowed: Permit = { allowed: true, retryAfterMs: 0 };

/** Asks if a render may try the provider now; in half-open, the render that may becomes the probe. */
export function askPermit(
  state: BreakerState,
  nowMs: number,
  policy: BreakerPolicy = breakerPolicy,
): { permit: Permit; next: BreakerState } {
  const phase = getPhase(state, nowMs);
  if (phase === 'closed') return { permit: allowed, next: state };
  if (phase === 'open') return { permit: refusal(state.openUntil - nowMs), next: state };
  const probe = getProbe(state, nowMs);
  if (probe === 'running') return { permit: refusal(state.probeUntil - nowMs), next: state };
  if (probe === 'passed') return { permit: allowed, next: state };
  return { permit: allowed, next: { ...state, probeUntil: nowMs + policy.probeMs } };
}

/** Returns the state after a render that was allowed has ended. */
export function afterOutcome(
  before: BreakerState,
  outcome: BreakerOutcome,
  nowMs: number,
  policy: BreakerPolicy = breakerPolicy,
): BreakerState {
  if (nowMs < (before.heldUntil ?? 0)) return before;
  const phase = getPhase(before, nowMs);
  if (outcome === 'alive') return before.failures === 0 && phase === 'closed' ? before : closed;
  if (outcome === 'abandoned') return phase === 'half-open' ? { ...before, probeUntil: 0 } : before;
  // Renders that were running when it opened do not change it.
  if (phase === 'open') return before;
  const state = { ...before, hung: outcome === 'hung' };
  if (phase === 'half-open') return trip(state, nowMs, policy);
  const failures = countedFailures(state, nowMs, policy) + 1;
  const counted = { ...state, failures, ...(failures === 1 ? { firstFailureAt: nowMs } : {}) };
  return counted.failures >= policy.threshold ? trip(counted, nowMs, policy) : counted;
}

function trip(state: BreakerState, nowMs: number, policy: BreakerPolicy): BreakerState {
  const openMs = Math.min(policy.openMs * 2 ** state.trips, policy.maxOpenMs);
  return { ...state, openUntil: nowMs + openMs, trips: state.trips + 1, probeUntil: 0 };
}

const refusal = (retryAfterMs: number): Permit => ({ allowed: false, retryAfterMs });
