import type {
  LookItem,
  ModelPhotoView,
  Money,
  PhotoView,
  Thumbnail,
  TryOnReason,
  TryOnView,
} from '../../../../shared/try-on/contract.ts';
import type { SharedLookView } from '../../../../shared/try-on/shared-look-contract.ts';
import type { FlowProgress } from './flow-progress.ts';

/** In the order a shopper meets them; `shared` only by the link of a shared look. */
export const screens = ['shared', 'photo', 'items', 'generate', 'result'] as const;
export type Screen = (typeof screens)[number];

/** What the server names, and what only the browser can know. */
export type Reason = TryOnReason | 'offline' | 'format_unsupported';

export interface ChosenPhoto {
  kind: 'upload' | 'model';
  id: string;
  url: string;
  width: number;
  height: number;
  /** Of a model photo; null: the shopper's own. */
  name: string | null;
}

/** An item of the look, with what a list shows of it. */
export interface LookEntry extends LookItem {
  title: string;
  /** Its options, e.g. `Blue / M`. */
  variantTitle: string | null;
  image: Thumbnail | null;
  price: Money | null;
}

export type PhotoStep =
  | { is: 'idle' }
  /** `preview` is an object URL of the shopper's file. */
  | { is: 'preparing' | 'uploading'; preview: string }
  | { is: 'refused'; reason: Reason };

export type RenderStep =
  | { is: 'none' }
  | { is: 'starting' }
  /** The service did not accept it, or could not be reached. */
  | { is: 'refused'; reason: Reason }
  | { is: 'followed'; view: TryOnView };

/** The shared look that the page was opened with. */
export type SharedLookStep =
  | { is: 'none' }
  | { is: 'loading' }
  | { is: 'failed'; reason: Reason }
  /** There is none, or it is not shared any more. */
  | { is: 'gone' }
  /** `entries`: those of its items that the shop still has. */
  | { is: 'ready'; look: SharedLookView; entries: LookEntry[] };

/** How news of the render arrives. */
export type Connection = 'live' | 'polling' | 'offline';

export type SessionStep = { is: 'loading' } | { is: 'ready' } | { is: 'failed'; reason: Reason };

export interface AppState {
  screen: Screen;
  session: SessionStep;
  /** Why no try-on can start now; null: it can. */
  paused: TryOnReason | null;
  models: ModelPhotoView[];
  /** The photo that the shopper used last, offered again. */
  lastPhoto: PhotoView | null;
  photo: ChosenPhoto | null;
  photoStep: PhotoStep;
  look: LookEntry[];
  /** Key of the entry that the next chosen item replaces. */
  replacing: string | null;
  /** The guided flow that the launcher or the link names; null: none. */
  flow: FlowProgress | null;
  render: RenderStep;
  sharedLook: SharedLookStep;
  /**
   * Short id of the shared look that this tab has opened and continues from, for the checkout. Set when a shared look is
   * there, and kept while the shopper continues with its items; cleared when the look becomes empty, or the shopper turns to
   * a look of their own instead. Another shared look takes its place.
   */
  openedLook: string | null;
  connection: Connection;
}

export const initialState: AppState = {
  screen: 'photo',
  session: { is: 'loading' },
  paused: null,
  models: [],
  lastPhoto: null,
  photo: null,
  photoStep: { is: 'idle' },
  look: [],
  replacing: null,
  flow: null,
  render: { is: 'none' },
  sharedLook: { is: 'none' },
  openedLook: null,
  connection: 'live',
};

/** Whether a render still waits or runs. */
export function isOpen(view: TryOnView): boolean {
  return view.state === 'queued' || view.state === 'running';
}

/** The render that is followed, or null. */
export function followedRender(state: AppState): TryOnView | null {
  return state.render.is === 'followed' ? state.render.view : null;
}
