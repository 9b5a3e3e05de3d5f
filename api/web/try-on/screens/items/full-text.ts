import { maxLookItems } from '../../../../../shared/try-on/contract.ts';
import type { AppState } from '../../state/app-state.ts';
import { activeFlow, getStep, whyFull } from '../../state/flow.ts';
import type { Texts } from '../../texts/texts.ts';

/** Returns the message shown when no item can be added; null: there is room. */
export function fullText(state: AppState, texts: Texts): string | null {
  const why = whyFull(state);
  const progress = activeFlow(state);
  if (why === 'step' && progress) return texts.flow.full(getStep(progress).maxItems);
  return why && texts.items.full(maxLookItems);
}
