/** The image is not there before it is there. */
const most = 0.95;

/** A running render, as far as it is known. */
interface RunningFacts {
  /** The largest share that its provider has reported. */
  reported?: number | null | undefined;
  elapsedSeconds: number;
  /** Usual duration, from the same moment; absent where none is known. */
  expectedSeconds?: number | undefined;
}

/**
 * Estimates the share of a render's work that is done, 0 to 0.95: as reported by its provider or, where that is less,
 * elapsed against usual time, slowing down towards the end so that a bar neither stops nor promises too much.
 */
export function estimateShare({ reported, elapsedSeconds, expectedSeconds }: RunningFacts): number {
  const usual = Math.max(1, expectedSeconds ?? Number.POSITIVE_INFINITY);
  const byTime = 1 - Math.exp((-2 * Math.max(0, elapsedSeconds)) / usual);
  return Math.min(most, Math.max(reported ?? 0, byTime));
}
