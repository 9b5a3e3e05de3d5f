import type { Analytics } from '../analytics/analytics.ts';
import type { Api } from '../api/client.ts';
import { randomId } from '../identity/random-id.ts';
import type { LookEntry } from '../state/app-state.ts';
import type { Store } from '../state/store.ts';

interface Options {
  api: Pick<Api, 'sharedLook' | 'openSharedLook' | 'products'>;
  store: Store;
  report: Analytics['report'];
  /** True if a program drives the browser: its opens do not count. */
  isAutomated: boolean;
}

/** Actions on a shared look. */
export interface SharedLookActions {
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

export function createSharedLookActions({ api, store, report, isAutomated }: Options): SharedLookActions {
  const load = async () => {
    const { session, sharedLook: wanted } = store.read();
    if (wanted.status !== 'loading' || session.status !== 'ready') return;
    const { loadSharedLook } = await import('./load-shared-look.ts');
    const dispatch: Store['dispatch'] = (action) => {
      // Meanwhile another one may have been asked for, or none.
      if (store.read().sharedLook === wanted) store.dispatch(action);
    };
    await loadSharedLook({ api, report, store: { dispatch }, isAutomated, ...wanted });
  };
  return {
    want(shortId, isKnown = false) {
      const openId = isKnown ? null : randomId();
      const sharedLook = { status: 'loading', shortId, openId } as const;
      store.dispatch({ type: 'shared-look-changed', sharedLook });
      store.dispatch({ type: 'screen-wanted', screen: 'shared' });
    },
    load,
    retry() {
      const { sharedLook } = store.read();
      if (sharedLook.status !== 'failed') return;
      const { shortId, openId } = sharedLook;
      store.dispatch({ type: 'shared-look-changed', sharedLook: { status: 'loading', shortId, openId } });
      void load();
    },
    tryOn(entries) {
      store.dispatch({ type: 'look-set', look: entries });
      store.dispatch({ type: 'screen-wanted', screen: store.read().photo ? 'items' : 'photo' });
    },
    leave() {
      const url = new URL(location.href);
      url.searchParams.delete('share');
      history.replaceState(history.state, '', url);
      store.dispatch({ type: 'shared-look-left' });
    },
    ended: () => store.dispatch({ type: 'shared-look-changed', sharedLook: { status: 'gone' } }),
  };
}
