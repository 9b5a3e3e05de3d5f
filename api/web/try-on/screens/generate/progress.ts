import type { TryOnView } from '../../../../../shared/try-on/contract.ts';

/** Progress of a render, for a bar. */
export interface Progress {
  /** 0 to 1; never quite 1 before the image is there. */
  share: number;
  elapsedSeconds: number;
  /** Clearly over the usual time. */
  isLong: boolean;
}

/** A wait that is twice the usual one is worth a word. */
const longAfter = 2;
const mostShare = 0.95;

/**
 * Returns the progress that a provider reports; without a report, elapsed against usual time, slowing down towards the
 * end so that the bar neither stops nor promises too much.
 */
export function getProgress(
  view: Pick<TryOnView, 'createdAt' | 'progress' | 'expectedSeconds'>,
  nowMs: number,
): Progress {
  const elapsedSeconds = Math.max(0, (nowMs - Date.parse(view.createdAt)) / 1000);
  const usual = Math.max(1, view.expectedSeconds);
  const byTime = 1 - Math.exp((-2 * elapsedSeconds) / usual);
  const share = Math.min(mostShare, Math.max(view.progress ?? 0, byTime));
  return { share, elapsedSeconds, isLong: elapsedSeconds > usual * longAfter };
}
