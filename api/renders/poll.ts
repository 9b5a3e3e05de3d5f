export interface Poll {
  /** Runs at once, or as soon as the current run has ended. */
  now(): void;
  /** Starts no further run and aborts the signal of the current one. Idempotent. */
  close(): void;
}

export interface PollSettings {
  run: (signal: AbortSignal) => Promise<void>;
  /** Pause between the end of one run and the start of the next: runs never overlap. */
  everyMs: number;
  onError: (error: unknown) => void;
}

/** Runs `run` again and again until closed. */
export function createPoll({ run, everyMs, onError }: PollSettings): Poll {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let again = false;

  function plan(afterMs: number): void {
    clearTimeout(timer);
    if (!stopping.signal.aborted) timer = setTimeout(step, afterMs);
  }

  async function step(): Promise<void> {
    running = true;
    again = false;
    try {
      await run(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) onError(error);
    }
    running = false;
    plan(again ? 0 : everyMs);
  }

  plan(everyMs);
  return {
    now: () => {
      if (running) again = true;
      else plan(0);
    },
    close: () => {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
