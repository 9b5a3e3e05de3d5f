import { type AppState, followedRender } from '../state/app-state.ts';
import { activeFlow, getStep } from '../state/flow.ts';
import type { Texts } from '../texts/en.ts';

/** Returns the title of the tab: also in another tab, a shopper sees when the image is ready. */
export function documentTitle(state: AppState, texts: Texts, storeName: string): string {
  return `${screenTitle(state, texts)} · ${storeName}`;
}

function screenTitle(state: AppState, texts: Texts): string {
  if (followedRender(state)?.state === 'succeeded' && state.screen !== 'photo') return texts.result.tabTitle;
  const flow = activeFlow(state);
  if (flow && state.screen === 'items')
    return texts.flow.step(flow.step + 1, flow.flow.steps.length, getStep(flow).name);
  if (state.screen === 'result') return texts.result.title;
  return texts[state.screen].title;
}
