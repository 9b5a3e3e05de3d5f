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

/**
 * How far a render is in the chain of providers when the next one is served by other workers. It
 * travels on the document, so that the render ends as it would have ended in one worker.
 */
export interface ChainProgress {
  /** The provider whose turn it is: its name, since a deploy may change the order. */
  next: string;
  attempts: ProviderAttempt[];
  /** Seconds that providers and breakers asked us to wait. */
  retryAfters: number[];
  /** Claims that ended in a hand-over; they are no lost workers (`RENDER_ATTEMPTS`). */
  handOvers: number;
}
