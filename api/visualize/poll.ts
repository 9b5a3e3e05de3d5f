export interface Poll {
  /** Runs as soon as the run under way, if any, has ended. */
  now(): void;
  /** No run starts after this; the one under way is told by its signal. Idempotent. */
  close(): void;
}

export interface PollSettings {
  run: (signal: AbortSignal) => Promise<void>;
  /** Pause between the end of one run and the start of the next: runs never overlap. */
  everyMs: number;
  onError: (error: unknown) => void;
}

/** Repeats `run` until closed. */
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
