import type { Database } from '../../shared/database/database.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import type { RenderPredictions } from '../providers/chain/prediction-notes.ts';
import { ShuttingDown } from '../runtime.ts';
import { LeaseLost } from './lease.ts';

/**
 * Saves the vendor's prediction of a claimed render in its document, one write each: the worker that gets the
 * render next starts at that provider, with the tries so far.
 */
export function createRenderPredictions(
  { renders }: Pick<Database, 'renders'>,
  render: RenderDoc,
): RenderPredictions {
  const { _id, fence } = render;
  return {
    async save(progress) {
      const chain = { ...progress, handOvers: render.chain?.handOvers ?? 0 };
      const saved = await renders.updateOne({ _id, state: 'running', fence }, { $set: { chain } });
      return saved.matchedCount === 1;
    },
    async continuesElsewhere(reason) {
      if (reason instanceof ShuttingDown) return true;
      if (!(reason instanceof LeaseLost)) return false;
      const now = await renders.findById(_id, { state: 1 }).lean();
      return now !== null && !isTerminal(now.state);
    },
  };
}
