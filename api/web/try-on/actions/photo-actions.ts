import type { ModelPhotoView, PhotoView } from '../../../../shared/try-on/contract.ts';
import type { Track } from '../analytics/analytics.ts';
import type { Api } from '../api/client.ts';
import { getReason } from '../api/failure.ts';
import type { AppState } from '../state/app-state.ts';
import { activeFlow } from '../state/flow.ts';
import type { Store } from '../state/store.ts';

interface Options {
  api: Pick<Api, 'uploadPhoto' | 'deletePhoto'>;
  store: Store;
  track: Track;
  startRender: () => Promise<void>;
  /** Loaded with the first photo. */
  prepare: (file: Blob) => Promise<Blob>;
  /** An object URL of what the shopper chose. */
  preview: (file: Blob) => string;
}

/** Actions on photos. */
export interface PhotoActions {
  /** Prepares and uploads a file, and continues with it when it is there; a newer file replaces it. */
  use(file: Blob): Promise<void>;
  useModel(model: ModelPhotoView): void;
  useUploaded(photo: PhotoView): void;
  /** False where the service did not delete it. */
  remove(id: string): Promise<boolean>;
}

export function createPhotoActions({
  api,
  store,
  track,
  startRender,
  prepare,
  preview,
}: Options): PhotoActions {
  let current = new AbortController();
  const choose = (kind: 'upload' | 'model', image: PhotoView | ModelPhotoView) => {
    current.abort();
    const { id, url, width, height } = image;
    const name = 'name' in image ? image.name : null;
    store.dispatch({ type: 'photo-chosen', photo: { kind, id, url, width, height, name } });
    whenRestored(store, (state) => {
      if (state.photo?.id !== id || state.screen !== 'photo') return;
      if (isDecided(state)) void startRender();
      else store.dispatch({ type: 'screen-wanted', screen: 'items' });
    });
  };
  return {
    async use(file) {
      current.abort();
      const mine = new AbortController();
      current = mine;
      const shown = preview(file);
      store.dispatch({ type: 'upload-changed', upload: { status: 'preparing', preview: shown } });
      try {
        const prepared = await prepare(file);
        if (mine.signal.aborted) return;
        store.dispatch({ type: 'upload-changed', upload: { status: 'uploading', preview: shown } });
        const photo = await api.uploadPhoto(prepared, mine.signal);
        if (mine.signal.aborted) return;
        track('User Photo Uploaded');
        choose('upload', photo);
      } catch (error) {
        if (mine.signal.aborted) return;
        store.dispatch({ type: 'upload-changed', upload: { status: 'refused', reason: getReason(error) } });
      }
    },
    useModel(model) {
      track('Model Photo Selected', { model_id: model.id });
      choose('model', model);
    },
    useUploaded: (photo) => choose('upload', photo),
    async remove(id) {
      try {
        await api.deletePhoto(id);
      } catch {
        return false;
      }
      store.dispatch({ type: 'photo-deleted', id });
      return true;
    },
  };
}

/** Returns true if nothing is left to choose: the one item of the shop's page. */
function isDecided(state: AppState): boolean {
  return state.look.length === 1 && !activeFlow(state);
}

/** Calls back as soon as the items that the shop's page asks for are there: at once, where it asks for none. */
function whenRestored(store: Store, callback: (state: AppState) => void): void {
  const { isRestored, asked } = store.read();
  if (isRestored || asked.items.length === 0) {
    callback(store.read());
    return;
  }
  const stop = store.subscribe((state) => {
    if (!state.isRestored) return;
    stop();
    callback(state);
  });
}
