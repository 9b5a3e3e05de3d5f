import pTimeout from 'p-timeout';
import type { Logger } from '../../../shared/log.ts';
import type { ChainProgress, Prediction } from '../../../shared/renders/chain-progress.ts';
import type { PredictionNotes } from '../provider.ts';

/** Saves the predictions of one render, so that the worker that gets it next can resume them. */
export interface RenderPredictions {
  /** Saves how far the render is; returns false when another worker owns it. */
  save(progress: Omit<ChainProgress, 'handOvers'>): Promise<boolean>;
  /** Returns true if another worker continues the render after we abort it for this reason. */
  continuesElsewhere(reason: unknown): Promise<boolean>;
}

/** Maximum wait for the database, in milliseconds; the prediction runs meanwhile. */
const databaseMs = 3_000;

/**
 * Creates the notes of one try. `earlier` is the prediction that an earlier worker saved, `soFar` what is saved with
 * a new one.
 */
export function createPredictionNotes(
  { save, continuesElsewhere }: RenderPredictions,
  soFar: () => Omit<ChainProgress, 'handOvers' | 'prediction'>,
  earlier: Prediction | undefined,
  log: Logger,
): PredictionNotes {
  let isSaved = false;
  let continued: Promise<boolean> | undefined;
  return {
    takeSaved(key) {
      if (earlier?.key !== key) return undefined;
      isSaved = true;
      return earlier;
    },
    async save(prediction) {
      const saving = save({ ...soFar(), prediction });
      isSaved = await pTimeout(saving, { milliseconds: databaseMs }).catch((error: unknown) => {
        log.warn({ err: error }, 'prediction not saved: if this worker is lost, it is submitted again');
        return false;
      });
    },
    async continuesElsewhere(reason) {
      if (!isSaved) return false;
      // When in doubt the prediction is not cancelled: another worker may have resumed it.
      continued ??= pTimeout(continuesElsewhere(reason), { milliseconds: databaseMs }).catch(() => true);
      return continued;
    },
  };
}
