import { type AppState, type Screen, screens } from './app-state.ts';

/** Conditions under which each screen can be shown. */
const ready: Record<Screen, (state: AppState) => boolean> = {
  shared: ({ sharedLook }) => sharedLook.status !== 'none',
  photo: () => true,
  // Without a photo too, while none can be used: to buy.
  items: ({ photo, paused }) => photo !== null || paused !== null,
  generate: ({ render }) => render.status !== 'none',
  result: ({ render }) => render.status === 'followed' && render.view.result !== null,
};

/** Returns the wanted screen, or the nearest one before it that the state can fill. */
export function reachableScreen(state: AppState, wanted: Screen): Screen {
  if (ready[wanted](state)) return wanted;
  const before = screens.slice(0, screens.indexOf(wanted)).reverse();
  return before.find((screen) => screen !== 'generate' && ready[screen](state)) ?? 'photo';
}
