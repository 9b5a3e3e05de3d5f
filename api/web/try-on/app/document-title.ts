import { type AppState, followedRender } from '../state/app-state.ts';
import { activeFlow, getStep } from '../state/flow.ts';
import type { LoadedTexts } from '../texts/texts.ts';

/** Returns the title of the tab: also in another tab, a shopper sees when the image is ready. */
export function documentTitle(state: AppState, texts: LoadedTexts, storeName: string): string {
  const title = screenTitle(state, texts);
  return title === undefined ? storeName : `${title} · ${storeName}`;
}

/** Returns undefined while the texts of the screen are not there yet. */
function screenTitle(state: AppState, texts: LoadedTexts): string | undefined {
  if (followedRender(state)?.state === 'succeeded' && state.screen !== 'photo') return texts.result?.tabTitle;
  const flow = activeFlow(state);
  if (flow && state.screen === 'items')
    return texts.flow?.step(flow.step + 1, flow.flow.steps.length, getStep(flow).name);
  if (state.screen === 'result') return texts.result?.title;
  return texts[state.screen]?.title;
}
