import type { Screen } from '../state/app-state.ts';
import type { Store } from '../state/store.ts';

/** The screens behind the current history entry, the current one last; `history.state` of our entries. */
interface Trail {
  trail: Screen[];
}

/** A screen that takes the place of the one it came from: Back does not return to the wait. */
const replaces: ReadonlySet<string> = new Set(['generate>result', 'generate>items', 'result>generate']);

/** What is needed of `window`. */
export interface HistoryWindow {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;
  addEventListener(type: 'popstate', listener: (event: { state: unknown }) => void): void;
}

/**
 * Lets the browser's Back walk the screens. Each screen forward adds one history entry, a way back uses the
 * entries that are there, so that a shop in whose frame this runs has none left over.
 */
export interface BackNavigation {
  /** The dialog was closed: gives back every entry, so that the shop's Back leaves the shop's page at once. */
  unwind(): void;
}

export function followHistory(window: HistoryWindow, store: Store): BackNavigation {
  const { history } = window;
  let unwinding = false;
  let trail = startTrail(history.state, store.read().screen);
  history.replaceState({ trail }, '');
  store.subscribe(({ screen }) => settle(screen));
  window.addEventListener('popstate', ({ state }) => {
    if (unwinding) {
      unwinding = false;
      trail = [store.read().screen];
      history.replaceState({ trail }, '');
      return;
    }
    const wanted = isTrail(state) ? state.trail : trail.slice(0, 1);
    trail = wanted;
    store.dispatch({ type: 'screen-wanted', screen: wanted.at(-1) ?? 'photo' });
    settle(store.read().screen, true);
  });

  function settle(screen: Screen, inPlace = false): void {
    const current = trail.at(-1);
    if (screen === current) return;
    const before = trail.lastIndexOf(screen);
    if (!inPlace && before >= 0) {
      const steps = trail.length - 1 - before;
      trail = trail.slice(0, before + 1);
      history.go(-steps);
      return;
    }
    const inPlaceOfIt = inPlace || replaces.has(`${current}>${screen}`);
    trail = [...(inPlaceOfIt ? trail.slice(0, -1) : trail), screen];
    if (inPlaceOfIt) history.replaceState({ trail }, '');
    else history.pushState({ trail }, '');
  }

  return {
    unwind() {
      const steps = trail.length - 1;
      if (steps === 0) return;
      unwinding = true;
      history.go(-steps);
    },
  };
}

function startTrail(state: unknown, screen: Screen): Screen[] {
  return isTrail(state) && state.trail.at(-1) === screen ? state.trail : [screen];
}

function isTrail(state: unknown): state is Trail {
  return state !== null && typeof state === 'object' && 'trail' in state && Array.isArray(state.trail);
}
