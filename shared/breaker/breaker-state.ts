/**
 * A breaker per provider: after `threshold` renders in a row found the provider unavailable or hanging nobody
 * asks it for `openMs`, then one render probes it (half-open). Workers change the state (shared/breaker/breaker.ts);
 * the API shows it to operators.
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

export const closed: BreakerState = {
  failures: 0,
  firstFailureAt: 0,
  openUntil: 0,
  trips: 0,
  probeUntil: 0,
  hung: false,
};

export function phaseOf(state: BreakerState, nowMs: number): 'closed' | 'open' | 'half-open' {
  if (state.openUntil === 0) return 'closed';
  return nowMs < state.openUntil ? 'open' : 'half-open';
}

/**
 * What became of the probe of a half-open breaker: a render is at it, renders follow one that was not turned away,
 * or the next render is one.
 */
export function probeOf({ probeUntil, hung }: BreakerState, nowMs: number): 'running' | 'passed' | 'wanted' {
  if (nowMs < probeUntil) return 'running';
  return probeUntil > 0 && !hung ? 'passed' : 'wanted';
}

/** Failures that the next one would add to. */
export function countedFailures(
  { failures, firstFailureAt }: BreakerState,
  nowMs: number,
  { windowMs }: Pick<BreakerPolicy, 'windowMs'> = breakerPolicy,
): number {
  return nowMs - firstFailureAt > windowMs ? 0 : failures;
}

export const breakerKey = (prefix: string, provider: string): string => `${prefix}:breaker:${provider}`;

/** What is stored at `breakerKey`; nothing: closed. */
export const parseBreaker = (raw: string | null): BreakerState =>
  raw ? (JSON.parse(raw) as BreakerState) : closed;
