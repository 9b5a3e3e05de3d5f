import type { LookItem } from '../../../../shared/try-on/contract.ts';
import type { TryOnFailure } from '../../../../shared/try-on/event-properties.ts';
import { type AppState, followedRender, isOpen, type LookEntry } from '../state/app-state.ts';

/** How a try-on has ended for the shopper. */
export interface Outcome {
  /** null: the service has no render of it. */
  renderId: string | null;
  items: LookItem[] | LookEntry[];
  /** Why there is no picture; null: the picture is shown. */
  failure: TryOnFailure | null;
}

/**
 * The end of a try-on that a change of the state means, or null: its picture is shown for the first time after
 * something else, or there will be none. A reload or a second tab finds the same end once more.
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
