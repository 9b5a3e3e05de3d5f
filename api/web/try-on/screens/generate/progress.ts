import type { TryOnView } from '../../../../../shared/try-on/contract.ts';
import { estimateShare } from '../../../../../shared/try-on/estimate-share.ts';

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

/** Returns the progress of a render at this time. */
export function getProgress(
  view: Pick<TryOnView, 'createdAt' | 'progress' | 'expectedSeconds'>,
  nowMs: number,
): Progress {
  const elapsedSeconds = Math.max(0, (nowMs - Date.parse(view.createdAt)) / 1000);
  const { progress: reported, expectedSeconds } = view;
  const share = estimateShare({ reported, elapsedSeconds, expectedSeconds });
  return { share, elapsedSeconds, isLong: elapsedSeconds > Math.max(1, expectedSeconds) * longAfter };
}
