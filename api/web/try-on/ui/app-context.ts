import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Bootstrap, Language, ListingQuery } from '../../../../shared/try-on/contract.ts';
import type { PhotoActions } from '../actions/photo-actions.ts';
import type { RenderActions } from '../actions/render-actions.ts';
import type { SharedLookActions } from '../actions/shared-look-actions.ts';
import type { Analytics, Track } from '../analytics/analytics.ts';
import type { Api } from '../api/client.ts';
import type { FrameLink } from '../api/frame.ts';
import type { Listing } from '../catalog/listing.ts';
import type { KeyValueStorage } from '../identity/storage.ts';
import type { AppState } from '../state/app-state.ts';
import type { Store } from '../state/store.ts';
import type { LoadedTexts, Texts } from '../texts/texts.ts';
import type { Status } from './status.ts';

/** Layers over a screen, which the browser's Back closes. */
export interface Layers {
  /** Returns a function to call when the layer was closed in another way. */
  open(close: () => void): () => void;
}

/** State, texts and actions that every screen uses. */
export interface App {
  bootstrap: Bootstrap;
  /** The shared look as the server has drawn it; null: it has drawn none. */
  firstPaint: string | null;
  language: Language;
  texts: LoadedTexts;
  /** Resolves once every text is there. */
  wholeTexts: Promise<Texts>;
  api: Api;
  /** Reports an event of the shopper. */
  track: Track;
  /** The same, for other items than those of the shopper's look. */
  report: Analytics['report'];
  /** Returns the id that an order must carry to be joined with the visitor's events. */
  anonymousId: () => string;
  dispatch: Store['dispatch'];
  /** All items of the store. */
  listing: Listing;
  /** A list of some items, in the state by its key. */
  openListing: (key: string, base: ListingQuery) => Listing;
  photos: PhotoActions;
  renders: RenderActions;
  sharedLooks: SharedLookActions;
  status: Status;
  /** Of the tab; in memory where the browser blocks it. */
  session: KeyValueStorage;
  layers: Layers;
  /** Opens the session again after it has failed. */
  retrySession: () => void;
  /** Closes the merchant's dialog; null where there is none. */
  close: (() => void) | null;
  /** The link to the loader on the merchant's page; null where there is none. */
  frame: FrameLink | null;
}

export const AppContext = createContext<(App & { state: AppState }) | null>(null);

/** Returns the application, within its components. */
export function useApp(): App & { state: AppState } {
  const app = useContext(AppContext);
  if (!app) throw new Error('The component is rendered outside of the application.');
  return app;
}

/**
 * Returns the application with every text, within screens and sheets that are loaded when they are needed: whoever loads
 * them has waited for `wholeTexts`.
 */
export function useWholeApp(): Omit<ReturnType<typeof useApp>, 'texts'> & { texts: Texts } {
  const app = useApp();
  return { ...app, texts: app.texts as Texts };
}
