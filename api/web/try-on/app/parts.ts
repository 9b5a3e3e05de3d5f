import type { Bootstrap } from '../../../../shared/try-on/contract.ts';
import { createReporter, type Reporter } from '../analytics/reporter.ts';
import { createAttemptMemory } from '../api/attempt.ts';
import { type Api, createApi } from '../api/client.ts';
import { createListing, type Listing } from '../catalog/listing.ts';
import { createIdentity, type Identity } from '../identity/identity.ts';
import { randomId } from '../identity/random-id.ts';
import { type KeyValueStorage, resilientStorage } from '../identity/storage.ts';
import { createStore, type Store } from '../state/store.ts';
import { pauseUntilSeen } from './pause.ts';
import { createPhotoSteps, type PhotoSteps } from './photo-steps.ts';
import { createRenderSteps, type RenderSteps } from './render-steps.ts';
import { requestSession } from './session-steps.ts';
import { createSharedLookSteps, type SharedLookSteps } from './shared-look-steps.ts';
import { createStatus, type Status } from './status.ts';

/** What the application is made of, besides its screens. */
export interface Parts {
  session: KeyValueStorage;
  identity: Identity;
  store: Store;
  status: Status;
  api: Api;
  reporter: Reporter;
  listing: Listing;
  photos: PhotoSteps;
  renders: RenderSteps;
  sharedLooks: SharedLookSteps;
}

/** The parts for one store, over the storage and the network of this browser. */
export function createParts(bootstrap: Bootstrap): Parts {
  const { apiBase } = bootstrap;
  const { slug } = bootstrap.store;
  const session = resilientStorage(() => sessionStorage);
  const local = resilientStorage(() => localStorage);
  const identity = createIdentity({ slug, local, session, randomId });
  const store = createStore();
  const reporter = createReporter({ bootstrap, identity, store, session });
  const api: Api = createApi({
    base: apiBase,
    fetch: (...request) => fetch(...request),
    token: identity.token,
    renewToken: async () => void (await requestSession(api, identity)),
  });
  const { track } = reporter;
  const attempts = createAttemptMemory({ slug, session, randomId, now: Date.now });
  const photos = createPhotoSteps({
    api,
    store,
    track,
    prepare: async (file) => (await import('../screens/photo/prepare-photo.ts')).preparePhoto(file),
    preview: previewer(),
  });
  const renders = createRenderSteps({ api, store, attempts, track, pause: pauseUntilSeen });
  return {
    session,
    identity,
    store,
    status: createStatus(),
    api,
    reporter,
    listing: createListing(api),
    photos,
    renders,
    sharedLooks: createSharedLookSteps({ api, store, report: reporter.report }),
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
