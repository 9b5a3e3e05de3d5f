/** A Redis or MongoDB that was running already, or that we started and that will accept connections soon. */
export interface Backend {
  url: string;
  /** Resolves when it accepts connections. @throws SetupError when one of ours does not start. */
  ready: Promise<void>;
  /** One phrase for a person, such as `redis-server on 127.0.0.1:41234`. */
  what: string;
  /** Set when we started it: resolves with one line when it ends, once ready, before `close` was called. */
  lost?: Promise<string>;
  /** Stops what we started; leaves alone what was there before. Idempotent, bounded. */
  close: () => Promise<void>;
  /** Lets this process end without closing the backend, which then ends by itself. */
  unref?: () => void;
}

/** A failure of set-up with its remedy, printed without a stack. */
export class SetupError extends Error {
  override name = 'SetupError';
}
