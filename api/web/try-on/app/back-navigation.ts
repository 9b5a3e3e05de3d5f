import type { AppState, Screen } from '../state/app-state.ts';
import { activeFlow } from '../state/flow.ts';
import type { Store } from '../state/store.ts';

/** A screen; of the items, behind the first step of a guided flow, with its index. */
type Place = Screen | `items ${number}`;

/** The places behind the current history entry, the current one last; `history.state` of our entries. */
interface Trail {
  trail: Place[];
}

function getPlace(state: AppState): Place {
  const step = activeFlow(state)?.step ?? 0;
  return state.screen === 'items' && step > 0 ? `items ${step}` : state.screen;
}

/** A screen that takes the place of the one it came from: Back does not return to the wait. */
const replaces: ReadonlySet<string> = new Set(['generate>result', 'generate>items', 'result>generate']);

/** The part of `window` that navigation needs. */
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
  let trail = startTrail(history.state, getPlace(store.read()));
  history.replaceState({ trail }, '');
  store.subscribe((state) => settle(getPlace(state)));
  window.addEventListener('popstate', ({ state }) => {
    if (unwinding) {
      unwinding = false;
      trail = [getPlace(store.read())];
      history.replaceState({ trail }, '');
      return;
    }
    const wanted = isTrail(state) ? state.trail : trail.slice(0, 1);
    trail = wanted;
    const { screen, step } = getParts(wanted.at(-1) ?? 'photo');
    store.dispatch({ type: 'screen-wanted', screen, step });
    settle(getPlace(store.read()), true);
  });

  function settle(place: Place, inPlace = false): void {
    const current = trail.at(-1);
    if (place === current) return;
    const before = trail.lastIndexOf(place);
    if (before >= 0) {
      const entries = trail.length - 1 - before;
      trail = trail.slice(0, before + 1);
      history.go(-entries);
      return;
    }
    const inPlaceOfIt = inPlace || replaces.has(`${current}>${place}`) || isEarlierStep(place, current);
    trail = [...(inPlaceOfIt ? trail.slice(0, -1) : trail), place];
    if (inPlaceOfIt) history.replaceState({ trail }, '');
    else history.pushState({ trail }, '');
  }

  return {
    unwind() {
      const entries = trail.length - 1;
      if (entries === 0) return;
      unwinding = true;
      history.go(-entries);
    },
  };
}

function getParts(place: Place): { screen: Screen; step: number } {
  const [screen, step = '0'] = place.split(' ') as [Screen, string?];
  return { screen, step: Number(step) };
}

/** After a reload there is no entry for the steps before. */
function isEarlierStep(place: Place, current: Place | undefined): boolean {
  const [one, other] = [getParts(place), getParts(current ?? 'photo')];
  return one.screen === 'items' && other.screen === 'items' && one.step < other.step;
}

function startTrail(state: unknown, place: Place): Place[] {
  return isTrail(state) && state.trail.at(-1) === place ? state.trail : [place];
}

function isTrail(state: unknown): state is Trail {
  return state !== null && typeof state === 'object' && 'trail' in state && Array.isArray(state.trail);
}
