import type { ProviderError } from './provider.ts';

/**
 * A breaker per provider: after `threshold` renders in a row found the provider unavailable or hanging nobody
 * asks it for `openMs`, then one render probes it (half-open). The states are a pure function of the
 * time; the store decides who shares them (breaker-store.ts: the whole fleet through Redis).
 */
export interface BreakerState {
  /** Renders in a row that found the provider unavailable or hanging. */
  failures: number;
  /** Time of the first of them. */
  firstFailureAt: number;
  /** 0 while closed; else the provider rests until then. */
  openUntil: number;
  /** How often it opened without a success in between; doubles the rest. */
  trips: number;
  /** Another render probes the provider; it has until then. 0: nobody does. */
  probeUntil: number;
  /** The newest of the failures was no answer at all. */
  hung: boolean;
}

export interface BreakerPolicy {
  threshold: number;
  /** Failures further apart than this do not add up. */
  windowMs: number;
  openMs: number;
  longestOpenMs: number;
  /**
   * A probe that goes on for longer was not turned away, so others may ask as well: a render can take minutes.
   * Of a provider that hung it says nothing, and one more render probes.
   */
  probeMs: number;
}

export const breakerPolicy: BreakerPolicy = {
  threshold: 3,
  // Renders that each hang for minutes have to add up, in a single worker too.
  windowMs: 900_000,
  openMs: 5_000,
  longestOpenMs: 120_000,
  probeMs: 8_000,
};

/** `alive`: it took the work, whatever came of it. `abandoned`: we broke off and learned nothing. */
export type BreakerOutcome = 'alive' | 'unavailable' | 'hung' | 'abandoned';

/**
 * A provider that says when it will take work again is alive. One that hangs is not: each render that finds
 * it out by itself costs its caller the provider's whole time.
 */
export function learnedFrom({ failure, retryAfter, hung }: ProviderError): BreakerOutcome {
  if (hung) return 'hung';
  return failure === 'unavailable' && retryAfter === undefined ? 'unavailable' : 'alive';
}

export interface Permit {
  allowed: boolean;
  /** Milliseconds until a repeat makes sense; 0 when allowed. */
  retryAfterMs: number;
}

/** Neither call ever rejects. */
export interface Breaker {
  allows(name: string): Promise<Permit>;
  record(name: string, outcome: BreakerOutcome): Promise<void>;
}

export const closed: BreakerState = {
  failures: 0,
  firstFailureAt: 0,
  openUntil: 0,
  trips: 0,
  probeUntil: 0,
  hung: false,
};

const allowed: Permit = { allowed: true, retryAfterMs: 0 };

export function phaseOf(state: BreakerState, nowMs: number): 'closed' | 'open' | 'half-open' {
  if (state.openUntil === 0) return 'closed';
  return nowMs < state.openUntil ? 'open' : 'half-open';
}

/** Whether a render may ask the provider now; in half-open the one that may becomes the probe. */
export function askPermit(
  state: BreakerState,
  nowMs: number,
  policy: BreakerPolicy = breakerPolicy,
): { permit: Permit; next: BreakerState } {
  const phase = phaseOf(state, nowMs);
  if (phase === 'closed') return { permit: allowed, next: state };
  if (phase === 'open') return { permit: refusal(state.openUntil - nowMs), next: state };
  if (nowMs < state.probeUntil) return { permit: refusal(state.probeUntil - nowMs), next: state };
  if (state.probeUntil > 0 && !state.hung) return { permit: allowed, next: state };
  return { permit: allowed, next: { ...state, probeUntil: nowMs + policy.probeMs } };
}

/** The state after a render that was allowed has ended. */
export function afterOutcome(
  before: BreakerState,
  outcome: BreakerOutcome,
  nowMs: number,
  policy: BreakerPolicy = breakerPolicy,
): BreakerState {
  const phase = phaseOf(before, nowMs);
  if (outcome === 'alive') return before.failures === 0 && phase === 'closed' ? before : closed;
  if (outcome === 'abandoned') return phase === 'half-open' ? { ...before, probeUntil: 0 } : before;
  // Renders that were under way when it opened bring no news.
  if (phase === 'open') return before;
  const state = { ...before, hung: outcome === 'hung' };
  if (phase === 'half-open') return trip(state, nowMs, policy);
  const stale = nowMs - state.firstFailureAt > policy.windowMs;
  const counted = stale
    ? { ...state, failures: 1, firstFailureAt: nowMs }
    : { ...state, failures: state.failures + 1 };
  return counted.failures >= policy.threshold ? trip(counted, nowMs, policy) : counted;
}

function trip(state: BreakerState, nowMs: number, policy: BreakerPolicy): BreakerState {
  const restMs = Math.min(policy.openMs * 2 ** state.trips, policy.longestOpenMs);
  return { ...state, openUntil: nowMs + restMs, trips: state.trips + 1, probeUntil: 0 };
}

const refusal = (retryAfterMs: number): Permit => ({ allowed: false, retryAfterMs });
