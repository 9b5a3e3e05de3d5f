/** `event` and `poll`: something may have happened, read the render document again. */
export type WakeReason = 'event' | 'poll';
export type NextOutcome = WakeReason | 'timeout' | 'aborted' | 'closed';

export interface Registration {
  /**
   * Resolves when something may have happened to the render since the registration was made or
   * since the last `next` resolved: a wake between two calls is kept for the second one.
   * It never rejects, except when it is already being awaited.
   */
  next(limits: { timeoutMs: number; signal?: AbortSignal }): Promise<NextOutcome>;
  /** Ends the registration; a pending `next` resolves with `closed`. Idempotent. */
  release(): void;
}

/** The waiter's side of a registration. */
export interface Wakeable extends Registration {
  wake(reason: WakeReason): void;
  end(): void;
}

/** Creates one caller's wait for one render; `forget` takes it out of the waiter's table. */
export function createRegistration(forget: () => void): Wakeable {
  let latched: WakeReason | undefined;
  let ended = false;
  let settle: ((outcome: NextOutcome) => void) | undefined;

  function wait(timeoutMs: number, signal: AbortSignal | undefined): Promise<NextOutcome> {
    return new Promise((resolve) => {
      const onAbort = () => settle?.('aborted');
      const timer = setTimeout(() => settle?.('timeout'), timeoutMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      settle = (outcome) => {
        settle = undefined;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        resolve(outcome);
      };
    });
  }

  async function next({
    timeoutMs,
    signal,
  }: {
    timeoutMs: number;
    signal?: AbortSignal;
  }): Promise<NextOutcome> {
    if (settle) throw new Error('This registration is already being awaited.');
    if (ended) return 'closed';
    if (signal?.aborted) return 'aborted';
    const kept = latched;
    latched = undefined;
    return kept ?? (timeoutMs > 0 ? wait(timeoutMs, signal) : 'timeout');
  }

  function wake(reason: WakeReason): void {
    if (settle) settle(reason);
    else latched ??= reason;
  }

  function end(): void {
    ended = true;
    settle?.('closed');
  }

  function release(): void {
    end();
    forget();
  }

  return { next, release, wake, end };
}
