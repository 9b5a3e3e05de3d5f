/**
 * A breaker per provider: after `threshold` renders in a row found the provider unavailable or hanging, no
 * render tries it for `openMs`; then one render probes it (half-open). Workers change the state (breaker.ts),
 * the API shows it to operators.
 */
export interface BreakerState {
  /** Renders in a row that found the provider unavailable or hanging. */
  failures: number;
  /** Time of the first of them. */
  firstFailureAt: number;
  /** 0 while closed; else the provider is not tried until then. */
  openUntil: number;
  /** Consecutive openings without a success in between; each doubles the open time. */
  trips: number;
  /** A render probes the provider until then; 0: none does. */
  probeUntil: number;
  /** In the newest of the failures the provider did not respond at all. */
  hung: boolean;
  /** An operator opened it until then: no outcome of a render closes it before. */
  heldUntil?: number;
}

export interface BreakerPolicy {
  threshold: number;
  /** Failures further apart than this do not add up. */
  windowMs: number;
  openMs: number;
  maxOpenMs: number;
  /**
   * A probe that runs longer was accepted, so other renders may try as well: a render can take minutes. For a
   * provider that hung this proves nothing, and one more render probes.
   */
  probeMs: number;
}

export const breakerPolicy: BreakerPolicy = {
  threshold: 3,
  // Renders that each hang for minutes have to add up, also in a single worker.
  windowMs: 900_000,
  openMs: 5_000,
  maxOpenMs: 120_000,
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

export function getPhase(state: BreakerState, nowMs: number): 'closed' | 'open' | 'half-open' {
  if (state.openUntil === 0) return 'closed';
  return nowMs < state.openUntil ? 'open' : 'half-open';
}

/**
 * Returns the probe of a half-open breaker: `running`, `passed` when it was accepted and other renders may follow, or
 * `wanted` when the next render is the probe.
 */
export function getProbe({ probeUntil, hung }: BreakerState, nowMs: number): 'running' | 'passed' | 'wanted' {
  if (nowMs < probeUntil) return 'running';
  return probeUntil > 0 && !hung ? 'passed' : 'wanted';
}

/** Returns the number of failures that the next one adds to. */
export function countedFailures(
  { failures, firstFailureAt }: BreakerState,
  nowMs: number,
  { windowMs }: Pick<BreakerPolicy, 'windowMs'> = breakerPolicy,
): number {
  return nowMs - firstFailureAt > windowMs ? 0 : failures;
}

export const breakerKey = (prefix: string, provider: string): string => `${prefix}:breaker:${provider}`;

/** Parses the value of `breakerKey`; null: closed. */
export const parseBreaker = (raw: string | null): BreakerState =>
  raw ? (JSON.parse(raw) as BreakerState) : closed;
