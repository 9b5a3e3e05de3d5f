/** One try of one provider, saved with the render and counted in the metrics. */
export interface ProviderAttempt {
  provider: string;
  /** Absent when the try returned a usable image. */
  failure?: 'rejected' | 'failed' | 'unavailable';
  /** The provider refused the content for safety reasons. */
  safety?: true;
  /** It did not respond within its time. */
  hung?: true;
  /** The provider was not tried, because its breaker is open. */
  skipped?: true;
  /** We aborted it, at the deadline or because the render was cancelled: not a failure of the provider. */
  aborted?: true;
  ms: number;
}

/** A job that a vendor runs for this render, in its own queue, and may bill. */
export interface Prediction {
  /** Hash of the URL, the model and the input it was submitted with: it is no result for anything else. */
  key: string;
  submittedAt: Date;
  /** Reference for resuming it: its id, and URLs of the vendor's own host. No secret. */
  ref: object;
}

/**
 * The position of a render in the chain of providers when another worker continues it: the next provider has
 * workers of its own, or this worker was lost while a vendor ran a prediction. It is part of the document, so
 * that the render ends as it would have ended in one worker.
 */
export interface ChainProgress {
  /** The provider whose turn it is: its name, since a deploy may change the order. */
  next: string;
  attempts: ProviderAttempt[];
  /** Seconds that providers and breakers asked us to wait. */
  retryAfters: number[];
  /** The newest one at `next`. */
  prediction?: Prediction;
  /** Claims that ended in a hand-over; they do not count as lost workers (`RENDER_ATTEMPTS`). */
  handOvers: number;
}

/** As MongoDB has it: until the next release `prediction` may be saved under its former name, `job`. */
export type SavedChainProgress = ChainProgress & { job?: Prediction };

export function readChainProgress(saved: SavedChainProgress | undefined): ChainProgress | undefined {
  if (!saved) return undefined;
  const { job, ...progress } = saved;
  return job && !progress.prediction ? { ...progress, prediction: job } : progress;
}

/** Returns the tries of a render: those of its report once it has ended, else those before the last hand-over. */
export function readAttempts({
  report,
  chain,
}: {
  report?: Record<string, unknown>;
  chain?: SavedChainProgress;
}): ProviderAttempt[] {
  const ended = report?.attempts;
  if (Array.isArray(ended)) return ended as ProviderAttempt[];
  return readChainProgress(chain)?.attempts ?? [];
}
