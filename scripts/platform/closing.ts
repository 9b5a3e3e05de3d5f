type Close = () => Promise<void> | void;

export interface Closing {
  /** Adds what must be closed later; closes it now when closing has begun. `kill` ends it at once. */
  add: (close: Close, kill?: () => void) => void;
  /** Closes in reverse order of adding, one after the other. Idempotent. */
  close: () => Promise<void>;
  /** Ends at once what can be ended at once, also during `close`. */
  kill: () => void;
}

/** Collects everything that a start has opened so far, so that a stop during it leaves nothing behind. */
export function closingInReverse(): Closing {
  const opened: Close[] = [];
  const kills: (() => void)[] = [];
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    for (let close = opened.pop(); close; close = opened.pop()) await close();
  };
  return {
    add: (close, kill) => {
      if (kill) kills.push(kill);
      if (closed) closed = closed.then(close);
      else opened.push(close);
    },
    close: () => (closed ??= closeAll()),
    kill: () => {
      for (const kill of kills) kill();
    },
  };
}
