import type { TryOnView } from '../../../../shared/try-on/contract.ts';
import { type AppState, followedRender } from '../state/app-state.ts';
import type { Store } from '../state/store.ts';

/** What has just happened to the render, for the storefront and the analytics. */
export interface Outcome {
  /** Name of the loader's event: `service:{name}`. */
  name: 'try-on-started' | 'try-on-completed' | 'try-on-failed';
  view: TryOnView;
}

/** Calls the listener once for each start and end of a render; not for what a reload finds ended already. */
export function watchOutcomes(store: Store, onOutcome: (outcome: Outcome) => void): () => void {
  return store.subscribe((state, before) => {
    const outcome = outcomeOf(state, before);
    if (outcome) onOutcome(outcome);
  });
}

function outcomeOf(state: AppState, before: AppState): Outcome | null {
  const view = followedRender(state);
  const earlier = followedRender(before);
  if (!view || view.state === earlier?.state) return null;
  if (before.render.is === 'starting' && view.state === 'queued') return { name: 'try-on-started', view };
  if (before.render.is === 'none') return null;
  if (view.state === 'succeeded') return { name: 'try-on-completed', view };
  return view.state === 'failed' || view.state === 'expired' ? { name: 'try-on-failed', view } : null;
}
