import type { LookItem } from '../../../../shared/try-on/contract.ts';
import type { TryOnFailure } from '../../../../shared/try-on/event-properties.ts';
import { type AppState, followedRender, isOpen, type LookEntry } from '../state/app-state.ts';

/** End of a try-on for the shopper. */
export interface Outcome {
  /** null: the service has no render of it. */
  renderId: string | null;
  items: LookItem[] | LookEntry[];
  /** Failure of the render; null: its image is shown. */
  failure: TryOnFailure | null;
}

/**
 * Returns the end of a try-on that a change of the state means, or null: its image is shown for the first time after
 * something else, or there will be none. A reload or a second tab finds the same end again.
 */
export function getOutcome(state: AppState, before: AppState): Outcome | null {
  const view = followedRender(state);
  const earlier = followedRender(before);
  const wasOpen = earlier !== null && isOpen(earlier);
  const failed = (failure: TryOnFailure): Outcome => {
    const about = view ?? (wasOpen ? earlier : null);
    return { renderId: about?.id ?? null, items: about?.items ?? state.look, failure };
  };
  if (state.render.status === 'refused')
    return before.render.status === 'refused' ? null : failed(state.render.reason);
  if (view?.state === 'failed' || view?.state === 'expired') {
    return earlier?.state === view.state ? null : failed(view.failure?.reason ?? withoutReason[view.state]);
  }
  // Cancelled by the shopper, or withdrawn by a newer try-on.
  if (!view) return wasOpen ? failed('cancelled') : null;
  const isShown = (at: AppState) => at.screen === 'result' && followedRender(at)?.id === view.id;
  if (!view.result || !isShown(state) || (isShown(before) && earlier?.result)) return null;
  return { renderId: view.id, items: view.items, failure: null };
}

const withoutReason = { failed: 'generation_failed', expired: 'timeout' } as const;
