import { type AppState, type Screen, screens } from './app-state.ts';

/** What must be known before a screen can be shown. */
const ready: Record<Screen, (state: AppState) => boolean> = {
  shared: ({ sharedLook }) => sharedLook.status !== 'none',
  photo: () => true,
  items: ({ photo }) => photo !== null,
  generate: ({ render }) => render.status !== 'none',
  result: ({ render }) => render.status === 'followed' && render.view.result !== null,
};

/** The wanted screen, or the nearest one before it that the state can fill. */
export function reachableScreen(state: AppState, wanted: Screen): Screen {
  if (ready[wanted](state)) return wanted;
  const before = screens.slice(0, screens.indexOf(wanted)).reverse();
  return before.find((screen) => screen !== 'generate' && ready[screen](state)) ?? 'photo';
}
