/** One try of one provider, kept with the render and counted in the metrics. */
export interface ProviderAttempt {
  provider: string;
  /** Absent when the try brought a usable image. */
  failure?: 'rejected' | 'failed' | 'unavailable';
  /** The provider refused the content for safety reasons. */
  safety?: true;
  /** It did not answer in its time. */
  hung?: true;
  /** The provider was not asked, because its breaker is open. */
  skipped?: true;
  /** We broke it off, at the deadline or because the render was cancelled: no fault of the provider. */
  aborted?: true;
  ms: number;
}

/** A job in a vendor's queue that was submitted for this render, and that the vendor may bill. */
export interface Prediction {
  /** Hash of where it was submitted, to which model and with what: it is the answer to nothing else. */
  key: string;
  submittedAt: Date;
  /** What finds it again: its id and URLs of the vendor's own host. No secret. */
  ref: object;
}

/**
 * How far a render is in the chain of providers when another worker goes on with it: the next provider
 * has workers of its own, or this worker is lost with a job in a vendor's queue. It travels on the
 * document, so that the render ends as it would have ended in one worker.
 */
export interface ChainProgress {
  /** The provider whose turn it is: its name, since a deploy may change the order. */
  next: string;
  attempts: ProviderAttempt[];
  /** Seconds that providers and breakers asked us to wait. */
  retryAfters: number[];
  /** The newest one at `next`. */
  job?: Prediction;
  /** Claims that ended in a hand-over; they are no lost workers (`RENDER_ATTEMPTS`). */
  handOvers: number;
}
