import pTimeout from 'p-timeout';
import type { Logger } from '../../../shared/log.ts';
import type { ChainProgress, Prediction } from '../../../shared/renders/chain-progress.ts';
import type { PredictionNotes } from '../provider.ts';

/** Where the jobs of one render are written down, so that the worker that gets it next goes on with them. */
export interface RenderPredictions {
  /** Writes how far the render is; false when it is not ours any more. */
  keep(progress: Omit<ChainProgress, 'handOvers'>): Promise<boolean>;
  /** Whether another worker goes on with the render when we break it off for this reason. */
  goesOn(reason: unknown): Promise<boolean>;
}

/** Longest wait for the store, in milliseconds; the job runs meanwhile. */
const storeMs = 3_000;

/** The notes of one try; `taken` is what an earlier worker wrote down, and `soFar` what goes with the job. */
export function createPredictionNotes(
  { keep, goesOn }: RenderPredictions,
  soFar: () => Omit<ChainProgress, 'handOvers' | 'job'>,
  taken: Prediction | undefined,
  log: Logger,
): PredictionNotes {
  let writtenDown = false;
  let answer: Promise<boolean> | undefined;
  return {
    take(key) {
      if (taken?.key !== key) return undefined;
      writtenDown = true;
      return taken;
    },
    async keep(job) {
      writtenDown = await pTimeout(keep({ ...soFar(), job }), { milliseconds: storeMs }).catch(
        (error: unknown) => {
          log.warn(
            { err: error },
            'job not written down: were this worker lost, it would be submitted again',
          );
          return false;
        },
      );
    },
    async goesOn(reason) {
      if (!writtenDown) return false;
      // In doubt it is left alone: cancelling would take the job away from the worker that went on with it.
      answer ??= pTimeout(goesOn(reason), { milliseconds: storeMs }).catch(() => true);
      return answer;
    },
  };
}
