/** A store that is there, or that we started and that will answer soon, whoever runs it. */
export interface Backend {
  url: string;
  /** Resolves when it answers. @throws SetupError when a store of ours does not come up. */
  ready: Promise<void>;
  /** One phrase for a person, such as `redis-server on 127.0.0.1:41234`. */
  what: string;
  /** Set when we started it: resolves with one line when it ends, once ready, before `close` was called. */
  lost?: Promise<string>;
  /** Stops what we started; leaves alone what was there before. Idempotent, bounded. */
  close: () => Promise<void>;
  /** Lets this process end without closing the store, which then ends by itself. */
  unref?: () => void;
}

/** What went wrong and what to do, in words a person can act on; printed without a stack. */
export class SetupError extends Error {
  override name = 'SetupError';
}
