/** `event` and `poll`: something may have happened, read the render document again. */
export type WakeReason = 'event' | 'poll';
export type NextOutcome = WakeReason | 'timeout' | 'aborted' | 'closed';

export interface NextLimits {
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface Registration {
  /**
   * Resolves when something may have happened to the render since the registration was made or
   * since the last `next` resolved: a wake between two calls is kept for the second one.
   * It never rejects, except when it is already being awaited.
   */
  next(limits: NextLimits): Promise<NextOutcome>;
  /**
   * As `next`, without a promise: thousands of callers wait at the same time. Calls `onOutcome` once, also before it returns.
   * @throws Error when it is already being awaited
   */
  wait(limits: NextLimits, onOutcome: (outcome: NextOutcome) => void): void;
  /** Ends the registration; a pending `next` resolves with `closed`. Idempotent. */
  release(): void;
}

/** The waiter's side of a registration. */
export interface Wakeable extends Registration {
  wake(reason: WakeReason): void;
  end(): void;
}

/** Creates one caller's wait for one render; `forget` takes it out of the waiter's table. */
export function createRegistration(forget: (entry: Wakeable) => void): Wakeable {
  return new CallerRegistration(forget);
}

/** A class: closures for each of its functions were 0.7 KB of each call that waits. */
class CallerRegistration implements Wakeable {
  readonly #forget: (entry: Wakeable) => void;
  #latched: WakeReason | undefined;
  #ended = false;
  #onOutcome: ((outcome: NextOutcome) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #signal: AbortSignal | undefined;

  constructor(forget: (entry: Wakeable) => void) {
    this.#forget = forget;
  }

  next(limits: NextLimits): Promise<NextOutcome> {
    return new Promise((resolve) => this.wait(limits, resolve));
  }

  wait(limits: NextLimits, onOutcome: (outcome: NextOutcome) => void): void {
    if (this.#onOutcome) throw new Error('This registration is already being awaited.');
    const known = this.#takeKnown(limits);
    if (known) onOutcome(known);
    else this.#listen(limits, onOutcome);
  }

  #takeKnown({ timeoutMs, signal }: NextLimits): NextOutcome | undefined {
    if (this.#ended) return 'closed';
    if (signal?.aborted) return 'aborted';
    const kept = this.#latched;
    this.#latched = undefined;
    return kept ?? (timeoutMs > 0 ? undefined : 'timeout');
  }

  #listen({ timeoutMs, signal }: NextLimits, onOutcome: (outcome: NextOutcome) => void): void {
    this.#onOutcome = onOutcome;
    this.#timer = setTimeout(() => this.#settle('timeout'), timeoutMs);
    this.#signal = signal;
    signal?.addEventListener('abort', this, { once: true });
  }

  #settle(outcome: NextOutcome): void {
    const onOutcome = this.#onOutcome;
    this.#onOutcome = undefined;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
    onOutcome?.(outcome);
  }

  /** The signal of a wait has aborted. */
  handleEvent(): void {
    this.#settle('aborted');
  }

  wake(reason: WakeReason): void {
    if (this.#onOutcome) this.#settle(reason);
    else this.#latched ??= reason;
  }

  end(): void {
    this.#ended = true;
    this.#settle('closed');
  }

  release(): void {
    this.end();
    this.#forget(this);
  }
}
