import type { Bootstrap, ListingQuery } from '../../../../shared/try-on/contract.ts';
import { createPhotoActions, type PhotoActions } from '../actions/photo-actions.ts';
import { createRenderActions, type RenderActions } from '../actions/render-actions.ts';
import { requestSession } from '../actions/session-actions.ts';
import { createSharedLookActions, type SharedLookActions } from '../actions/shared-look-actions.ts';
import { createReporter, type Reporter } from '../analytics/reporter.ts';
import { createAttemptMemory } from '../api/attempt.ts';
import { type Api, createApi } from '../api/client.ts';
import { pauseUntilSeen } from '../api/pause.ts';
import { createListing, type Listing } from '../catalog/listing.ts';
import { createIdentity, type Identity } from '../identity/identity.ts';
import { randomId } from '../identity/random-id.ts';
import { type KeyValueStorage, resilientStorage } from '../identity/storage.ts';
import { type Asked, initialState } from '../state/app-state.ts';
import { createStore, type Store } from '../state/store.ts';
import { createStatus, type Status } from '../ui/status.ts';

/** Services behind the screens. */
export interface Services {
  session: KeyValueStorage;
  identity: Identity;
  store: Store;
  status: Status;
  api: Api;
  reporter: Reporter;
  listing: Listing;
  openListing: (key: string, base: ListingQuery) => Listing;
  photos: PhotoActions;
  renders: RenderActions;
  sharedLooks: SharedLookActions;
}

/** Creates the services for one store, over the storage and the network of this browser. */
export function createServices(bootstrap: Bootstrap, { items, flow, share }: Asked): Services {
  const { apiBase } = bootstrap;
  const { slug } = bootstrap.store;
  const session = resilientStorage(() => sessionStorage);
  const local = resilientStorage(() => localStorage);
  const identity = createIdentity({ slug, local, session, randomId });
  const store = createStore({ ...initialState, asked: { items, flow, share } });
  const reporter = createReporter({ bootstrap, identity, store, session });
  const api: Api = createApi({
    base: apiBase,
    fetch: (...request) => fetch(...request),
    token: identity.token,
    renewToken: async () => void (await requestSession(api, identity)),
  });
  const { track } = reporter;
  const attempts = createAttemptMemory({ slug, session, randomId, now: Date.now });
  const photos = createPhotoActions({
    api,
    store,
    track,
    startRender: () => renders.start(),
    prepare: async (file) => (await import('../screens/photo/prepare-photo.ts')).preparePhoto(file),
    preview: previewer(),
  });
  const renders = createRenderActions({ api, store, attempts, track, pause: pauseUntilSeen });
  return {
    session,
    identity,
    store,
    status: createStatus(store),
    api,
    reporter,
    listing: createListing({ api, store }),
    openListing: (key, base) => createListing({ api, store, key, base }),
    photos,
    renders,
    sharedLooks: createSharedLookActions({
      api,
      store,
      report: reporter.report,
      isAutomated: navigator.webdriver,
    }),
  };
}

/** Object URLs of files, the one before revoked: each holds its photo in memory. */
function previewer(): (file: Blob) => string {
  let shown = '';
  return (file) => {
    URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(file);
    return shown;
  };
}
