import type { Analytics } from '../analytics/analytics.ts';
import type { Api } from '../api/client.ts';
import { randomId } from '../identity/random-id.ts';
import type { LookEntry } from '../state/app-state.ts';
import type { Store } from '../state/store.ts';

interface Options {
  api: Pick<Api, 'sharedLook' | 'openSharedLook' | 'products'>;
  store: Store;
  report: Analytics['report'];
}

/** What a shopper does with a shared look. */
export interface SharedLookSteps {
  /** Shows that a look is on its way. `isKnown`: this tab has opened it before, so that it does not count again. */
  want(shortId: string, isKnown?: boolean): void;
  /** Loads the wanted look, once the session is there; does nothing without one. */
  load(): Promise<void>;
  retry(): void;
  /** Begins a look of the shopper's own with its items. */
  tryOn(entries: LookEntry[]): void;
  /** Shows the shopper's own try-on instead, also after a reload. */
  leave(): void;
  /** Its link was taken back. */
  ended(): void;
}

export function createSharedLookSteps({ api, store, report }: Options): SharedLookSteps {
  let wanted: { shortId: string; openId: string | null } | null = null;
  const load = async () => {
    if (!wanted || store.read().session.is !== 'ready') return;
    const current = wanted;
    const { loadSharedLook } = await import('../share/load-shared-look.ts');
    const dispatch: Store['dispatch'] = (action) => {
      if (current === wanted) store.dispatch(action);
    };
    await loadSharedLook({ api, report, store: { dispatch }, ...current });
  };
  return {
    want(shortId, isKnown = false) {
      wanted = { shortId, openId: isKnown ? null : randomId() };
      store.dispatch({ type: 'shared-look-changed', step: { is: 'loading' } });
      store.dispatch({ type: 'screen-wanted', screen: 'shared' });
    },
    load,
    retry() {
      store.dispatch({ type: 'shared-look-changed', step: { is: 'loading' } });
      void load();
    },
    tryOn(entries) {
      store.dispatch({ type: 'look-set', look: entries });
      store.dispatch({ type: 'screen-wanted', screen: store.read().photo ? 'items' : 'photo' });
    },
    leave() {
      wanted = null;
      const url = new URL(location.href);
      url.searchParams.delete('share');
      history.replaceState(history.state, '', url);
      store.dispatch({ type: 'shared-look-left' });
    },
    ended: () => store.dispatch({ type: 'shared-look-changed', step: { is: 'gone' } }),
  };
}
