import type { AppState, Screen } from '../state/app-state.ts';
import { activeFlow } from '../state/flow.ts';
import type { Store } from '../state/store.ts';
import type { Layers } from '../ui/app-context.ts';

/**
 * A screen; of the items, behind the first step of a guided flow, with its index. `sheet`: an open sheet over the screen
 * before it. `closed`: the merchant's page, with the dialog closed.
 */
type Place = Screen | `items ${number}` | 'sheet' | 'closed';

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

/** The look of a result is edited: Back returns to the result. */
const goesForward: ReadonlySet<string> = new Set(['result>items']);

/** The part of `window` that navigation needs. */
export interface HistoryWindow {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;
  addEventListener(type: 'popstate', listener: (event: { state: unknown }) => void): void;
}

/**
 * Lets the browser's Back walk the screens and close sheets. Each screen forward adds one history entry, a way back uses
 * the entries that are there, so that a shop in whose frame this runs has none left over.
 */
export interface BackNavigation extends Layers {
  /** The dialog was opened: the shop's Back closes it before it leaves the shop's page. */
  enter(): void;
  /** The dialog was closed: gives back every entry, so that the shop's Back leaves the shop's page at once. */
  unwind(): void;
}

export function followHistory(
  window: HistoryWindow,
  store: Store,
  closeDialog: () => void = () => undefined,
): BackNavigation {
  const { history } = window;
  const layers: (() => void)[] = [];
  let unwinding = false;
  /** The dialog was opened again before its entries were given back. */
  let isEntered = false;
  let trail = startTrail(history.state, getPlace(store.read()));
  history.replaceState({ trail }, '');
  store.subscribe((state) => settle(getPlace(state)));
  window.addEventListener('popstate', ({ state }) => {
    const before = trail;
    trail = isTrail(state) ? state.trail : trail.slice(0, 1);
    if (unwinding) return unwound();
    const place = trail.at(-1)!;
    if (place === 'closed') return closeDialog();
    if (before.at(-1) === 'sheet') layers.pop()?.();
    // Forward, to a sheet that is closed; or Back, from the entry that one has left behind.
    if (place === 'sheet') return replace([...trail.slice(0, -1), trail.at(-2)!]);
    if (isLeftBehind(before) && trail.length === before.length - 1) return history.go(-1);
    const { screen, step } = getParts(place);
    store.dispatch({ type: 'screen-wanted', screen, step });
    settle(getPlace(store.read()), true);
  });

  function unwound(): void {
    unwinding = false;
    replace([trail[0] === 'closed' ? 'closed' : getPlace(store.read())]);
    if (isEntered) enter();
  }

  function enter(): void {
    isEntered = unwinding;
    if (unwinding || (trail[0] === 'closed' && trail.length > 1)) return;
    replace(['closed']);
    push(getPlace(store.read()));
  }

  function replace(next: Place[]): void {
    trail = next;
    history.replaceState({ trail }, '');
  }

  function push(place: Place): void {
    // In the place of what a sheet has left behind.
    if (isLeftBehind(trail)) {
      replace([...trail.slice(0, -1), place]);
      return;
    }
    trail = [...trail, place];
    history.pushState({ trail }, '');
  }

  function settle(place: Place, inPlace = false): void {
    const current = trail.at(-1)!;
    // Also below an open sheet: what a screen loads then changes the state, and leaves the sheet its entry.
    if (place === trail.filter((entry) => entry !== 'sheet').at(-1) || current === 'closed') return;
    const before = goesForward.has(`${current}>${place}`) ? -1 : trail.lastIndexOf(place);
    // A sheet is gone with the screen before: the next one takes its place.
    const isInPlace = inPlace || current === 'sheet' || replaces.has(`${current}>${place}`);
    if (before >= 0 && current !== 'sheet') {
      const entries = trail.length - 1 - before;
      trail = trail.slice(0, before + 1);
      history.go(-entries);
    } else if (isInPlace || isEarlierStep(place, current)) replace([...trail.slice(0, -1), place]);
    else push(place);
  }

  return {
    open(close) {
      layers.push(close);
      push('sheet');
      return () => {
        const at = layers.indexOf(close);
        if (at < 0) return;
        layers.splice(at, 1);
        if (trail.at(-1) === 'sheet') replace([...trail.slice(0, -1), trail.at(-2)!]);
      };
    },
    enter,
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

/** True if the last entry is of a sheet that was closed in another way than by Back. */
const isLeftBehind = (trail: Place[]) => trail.length > 1 && trail.at(-1) === trail.at(-2);

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
