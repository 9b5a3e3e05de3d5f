import type {
  LookItem,
  ModelPhotoView,
  Money,
  PhotoView,
  SceneKind,
  Thumbnail,
  TryOnReason,
  TryOnView,
} from '../../../../shared/try-on/contract.ts';
import type { SharedLookView } from '../../../../shared/try-on/shared-look-contract.ts';
import type { FlowProgress } from './flow-progress.ts';
import type { Listings } from './listing-state.ts';
import type { Reason } from './reason.ts';

/** In the order a shopper meets them; `shared` only by the link of a shared look. */
export const screens = ['shared', 'photo', 'items', 'generate', 'result'] as const;
export type Screen = (typeof screens)[number];

export interface ChosenPhoto {
  kind: 'upload' | 'model';
  id: string;
  url: string;
  width: number;
  height: number;
  /** Of a model photo; null: the shopper's own. */
  name: string | null;
}

/** An item of the look, with the fields that a list shows. */
export interface LookEntry extends LookItem {
  title: string;
  /** Its options, e.g. `Blue / M`. */
  variantTitle: string | null;
  image: Thumbnail | null;
  price: Money | null;
  /** Kind of scene that it is for; null: unknown. */
  scene?: SceneKind | null;
  /** Path of its category; null: it has none. */
  category?: string | null;
  /** The shopper has several sizes to choose from, and has not chosen. */
  isSizeOpen?: boolean;
}

export type UploadStatus =
  | { status: 'idle' }
  /** `preview` is an object URL of the shopper's file. */
  | { status: 'preparing' | 'uploading'; preview: string }
  | { status: 'refused'; reason: Reason };

export type RenderStatus =
  | { status: 'none' }
  | { status: 'starting' }
  /** The service did not accept it, or could not be reached. */
  | { status: 'refused'; reason: Reason }
  | { status: 'followed'; view: TryOnView };

/** The shared look that the page was opened with. */
export type SharedLookStatus =
  | { status: 'none' }
  /** `openId` counts the open, once for each id; null: this tab has opened it before, and reads it again. */
  | { status: 'loading'; shortId: string; openId: string | null }
  | { status: 'failed'; shortId: string; openId: string | null; reason: Reason }
  /** There is none, or it is no longer shared. */
  | { status: 'gone' }
  /** `entries`: those of its items that the shop still has. */
  | { status: 'ready'; look: SharedLookView; entries: LookEntry[] };

/** Connection that delivers updates of the render. */
export type Connection = 'live' | 'polling' | 'offline';

export type SessionStatus =
  | { status: 'loading' }
  | { status: 'ready' }
  | { status: 'failed'; reason: Reason };

/** Requests of the embedding page, or of the link that opened this one. */
export interface Asked {
  /** The item of the product page, then those of the closet. */
  items: LookItem[];
  /** Id of a guided flow. */
  flow: string | null;
  /** The short id of a shared look. */
  share: string | null;
}

/** Content of the page's one live region. */
export interface Message {
  text: string;
  /** Also shown, at the lower edge, until it has been read. */
  isShown: boolean;
}

export interface AppState {
  screen: Screen;
  asked: Asked;
  session: SessionStatus;
  /** True once the tab's draft and the requests of the embedding page are applied, as far as they can be. */
  isRestored: boolean;
  /** Reason why no try-on can start now; null: it can. */
  paused: TryOnReason | null;
  models: ModelPhotoView[];
  /** The photo that the shopper used last, offered again. */
  lastPhoto: PhotoView | null;
  photo: ChosenPhoto | null;
  upload: UploadStatus;
  look: LookEntry[];
  /** Key of the entry that the next chosen item replaces. */
  replacing: string | null;
  /** The guided flow that the launcher or the link names; null: none. */
  flow: FlowProgress | null;
  render: RenderStatus;
  /** The items of the image that is made or shown, as far as the catalog has them. */
  pictured: LookEntry[];
  sharedLook: SharedLookStatus;
  /**
   * Short id of the shared look that this tab has opened and continues from, for the checkout. Set when a shared look is
   * there, and kept while the shopper continues with its items; cleared when the look becomes empty, or the shopper turns to
   * a look of their own instead. Another shared look takes its place.
   */
  openedLook: string | null;
  connection: Connection;
  /** Lists of the store's items: see `getListing`. */
  listings: Listings;
  message: Message | null;
}

export const initialState: AppState = {
  screen: 'photo',
  asked: { items: [], flow: null, share: null },
  session: { status: 'loading' },
  isRestored: false,
  paused: null,
  models: [],
  lastPhoto: null,
  photo: null,
  upload: { status: 'idle' },
  look: [],
  replacing: null,
  flow: null,
  render: { status: 'none' },
  pictured: [],
  sharedLook: { status: 'none' },
  openedLook: null,
  connection: 'live',
  listings: {},
  message: null,
};

/** Returns true while a render is queued or running. */
export function isOpen(view: TryOnView): boolean {
  return view.state === 'queued' || view.state === 'running';
}

/** Returns the render that is followed, or null. */
export function followedRender(state: AppState): TryOnView | null {
  return state.render.status === 'followed' ? state.render.view : null;
}
