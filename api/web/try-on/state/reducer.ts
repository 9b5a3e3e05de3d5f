import type { PhotoView, SessionView, TryOnView } from '../../../../shared/try-on/contract.ts';
import type { Action } from './actions.ts';
import { type AppState, type ChosenPhoto, isOpen, type Screen } from './app-state.ts';
import { flowFrom, withAdded, withFound, withRemoved, withReopened, withStep, withStepLeft } from './flow.ts';
import { getListing, type ListingState } from './listing-state.ts';
import { movedEntry, withEntry, withoutEntry, withPutBack } from './look.ts';
import { reachableScreen } from './reachable-screen.ts';
import { isClosed, type Reason } from './reason.ts';

/** Returns the next state. Pure; the screen of the result is always one that its data can fill. */
export function reduce(state: AppState, action: Action): AppState {
  const next = withoutLeftLook(changed(state, action), state);
  const screen = reachableScreen(next, next.screen);
  return screen === next.screen ? next : { ...next, screen };
}

function changed(state: AppState, action: Action): AppState {
  switch (action.type) {
    case 'shop-asked':
      return { ...state, asked: action.asked };
    case 'session-ready':
      return withSession(state, action.session);
    case 'session-failed':
      return { ...state, session: { status: 'failed', reason: action.reason } };
    case 'session-retried':
      return { ...state, session: { status: 'loading' } };
    case 'session-restored':
      return { ...state, isRestored: true };
    case 'upload-changed':
      return { ...state, upload: action.upload };
    case 'photo-chosen':
      return {
        ...state,
        photo: action.photo,
        upload: { status: 'idle' },
        lastPhoto: lastAfter(state, action.photo),
      };
    case 'photo-deleted':
      return withoutPhoto(state, action.id);
    case 'look-set':
      return { ...state, look: action.look };
    case 'pictured-described':
      return { ...state, pictured: action.pictured };
    case 'item-added':
      return withAdded(state, action.entry);
    case 'item-changed':
      return {
        ...state,
        look: withEntry(state.look, action.entry, action.key),
        replacing: state.replacing === action.key ? null : state.replacing,
      };
    case 'item-removed':
      return { ...withRemoved(state, withoutEntry(state.look, action.key)), replacing: null };
    case 'item-put-back':
      return { ...state, look: withPutBack(state.look, state.pictured, action.key) };
    case 'item-moved':
      return { ...state, look: movedEntry(state.look, action.key, action.to) };
    case 'replacement-asked':
      return { ...state, replacing: action.key };
    case 'flow-started':
      return { ...state, flow: flowFrom(action.flow, action.place) };
    case 'flow-items-found':
      return withFound(state, action.productIds);
    case 'flow-step-left':
      return withStepLeft(state, action.outcome);
    case 'flow-reopened':
      return withReopened(state);
    case 'flow-left':
      return { ...state, flow: state.flow && { ...state.flow, isOver: true } };
    case 'shared-look-changed':
      return { ...state, sharedLook: action.sharedLook };
    case 'shared-look-left':
      return withoutSharedLook(state);
    case 'shared-look-opened':
      return { ...state, openedLook: action.shortId };
    case 'render-starting':
      return {
        ...state,
        render: { status: 'starting' },
        pictured: state.look,
        screen: 'generate',
        replacing: null,
      };
    case 'render-refused':
      return withRefusal(state, action.reason);
    case 'render-changed':
      return withRender(state, action.view);
    case 'render-dropped':
      return { ...state, render: { status: 'none' } };
    case 'connection-changed':
      return { ...state, connection: action.connection };
    case 'listing-changed':
      return withListing(state, action.key, action.part);
    case 'message-changed':
      return { ...state, message: action.message };
    case 'screen-wanted':
      return {
        ...withStep(state, action.step),
        screen: action.screen,
        replacing: action.screen === 'items' ? state.replacing : null,
      };
  }
}

function withRefusal(state: AppState, reason: Reason): AppState {
  const paused = isClosed(reason) ? reason : state.paused;
  return { ...state, render: { status: 'refused', reason }, paused };
}

function withListing(state: AppState, key: string, part: Partial<ListingState>): AppState {
  return { ...state, listings: { ...state.listings, [key]: { ...getListing(state, key), ...part } } };
}

/** A shopper who has removed everything of a shared look does not continue from it. */
function withoutLeftLook(state: AppState, { look: before }: AppState): AppState {
  const isLeft = state.openedLook !== null && before.length > 0 && state.look.length === 0;
  return isLeft ? { ...state, openedLook: null } : state;
}

/** A render that has not ended or was not shown yet is continued; without one the shopper starts with a photo. */
function withSession(state: AppState, { models, lastPhoto, openRender, paused }: SessionView): AppState {
  const ready: AppState = { ...state, session: { status: 'ready' }, models, lastPhoto, paused };
  if (!openRender || state.render.status !== 'none') return ready;
  const continued: Screen = openRender.state === 'succeeded' ? 'result' : 'generate';
  // The link of a shared look was opened just now.
  const screen = state.screen === 'shared' ? 'shared' : continued;
  const photo = ready.photo ?? getPhoto(openRender);
  return { ...withRender({ ...ready, photo }, openRender), screen };
}

/** Returns to the shopper's own render or look, else to the first screen. */
function withoutSharedLook(state: AppState): AppState {
  const view = state.render.status === 'followed' ? state.render.view : null;
  const own = view && isOpen(view) ? 'generate' : state.look.length > 0 ? 'items' : 'photo';
  const screen = view?.result ? 'result' : own;
  return { ...state, sharedLook: { status: 'none' }, openedLook: null, screen };
}

function getPhoto({ photo }: TryOnView): ChosenPhoto | null {
  return photo && { ...photo, name: null };
}

/** A shopper who waits sees the result at once; one who continued browsing stays there. */
function withRender(state: AppState, view: TryOnView): AppState {
  if (view.state === 'cancelled') {
    return {
      ...state,
      render: { status: 'none' },
      screen: state.screen === 'generate' ? 'items' : state.screen,
    };
  }
  const shown = state.screen === 'generate' && view.state === 'succeeded';
  return {
    ...state,
    render: { status: 'followed', view },
    screen: shown ? 'result' : state.screen,
    connection: isOpen(view) ? state.connection : 'live',
  };
}

function lastAfter({ lastPhoto, models }: AppState, photo: ChosenPhoto): PhotoView | null {
  const isModel = photo.kind === 'model' || models.some(({ id }) => id === photo.id);
  if (isModel || lastPhoto?.id === photo.id) return lastPhoto;
  const { id, url, width, height } = photo;
  return { id, url, width, height, createdAt: '', expiresAt: '' };
}

function withoutPhoto(state: AppState, id: string): AppState {
  return {
    ...state,
    lastPhoto: state.lastPhoto?.id === id ? null : state.lastPhoto,
    photo: state.photo?.id === id ? null : state.photo,
    upload: { status: 'idle' },
  };
}
