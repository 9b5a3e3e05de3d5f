import type { RenderRequest, TryOnView } from '../../../../shared/try-on/contract.ts';
import type { Track } from '../analytics/analytics.ts';
import type { AttemptMemory } from '../api/attempt.ts';
import type { Api } from '../api/client.ts';
import { getReason, RequestFailure } from '../api/failure.ts';
import { followedRender, isOpen } from '../state/app-state.ts';
import type { Store } from '../state/store.ts';

interface Options {
  api: Pick<Api, 'startRender' | 'render' | 'renderEvents' | 'cancelRender'>;
  store: Store;
  attempts: AttemptMemory;
  track: Track;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Actions on the render of the look. */
export interface RenderActions {
  /**
   * Sends photo and look; the service withdraws the visitor's render that still waits. The same look that has no
   * response yet is sent again under its key: paid once. With the id of the render whose image was not right it is the
   * free second attempt, and stays that until there is an image.
   */
  start(secondOf?: string): Promise<void>;
  /** After a reload: follows the session's render, or sends again what had no response. */
  resume(): Promise<void>;
  /** False where the service did not cancel it. */
  cancel(): Promise<boolean>;
}

export function createRenderActions({ api, store, attempts, track, pause }: Options): RenderActions {
  let following = new AbortController();
  /** The free second attempt that has no image yet. */
  let second: RenderRequest | null = null;

  async function follow(view: TryOnView): Promise<void> {
    following.abort();
    following = new AbortController();
    const { signal } = following;
    store.dispatch({ type: 'render-changed', view });
    if (!isOpen(view)) return;
    try {
      const { followRender } = await import('../api/follow-render.ts');
      await followRender({
        api,
        id: view.id,
        signal,
        pause,
        onView: (next) => !signal.aborted && store.dispatch({ type: 'render-changed', view: next }),
        onConnection: (connection) => store.dispatch({ type: 'connection-changed', connection }),
      });
    } catch (error) {
      if (!signal.aborted) store.dispatch({ type: 'render-refused', reason: getReason(error) });
    }
  }

  async function send(request: RenderRequest): Promise<void> {
    following.abort();
    const { idempotencyKey } = attempts.begin(request);
    store.dispatch({ type: 'render-starting' });
    try {
      const view = await api.startRender(request, idempotencyKey);
      attempts.end();
      await follow(view);
    } catch (error) {
      // Without a response the render may exist: the key is kept, and the next attempt finds it.
      if (error instanceof RequestFailure && error.status > 0) attempts.end();
      if (error instanceof RequestFailure && error.status === 409) second = null;
      store.dispatch({ type: 'render-refused', reason: getReason(error) });
    }
  }

  return {
    async start(secondOf) {
      const { photo, look } = store.read();
      if (!photo) return store.dispatch({ type: 'screen-wanted', screen: 'photo' });
      if (look.length === 0) return store.dispatch({ type: 'screen-wanted', screen: 'items' });
      if (store.read().render.status !== 'starting')
        track('Try On Started', { selectedItemCount: look.length });
      const request = {
        photo: { kind: photo.kind, id: photo.id },
        items: look.map(({ productId, variantId }) => ({ productId, variantId })),
      };
      if (followedRender(store.read())?.state === 'succeeded') second = null;
      if (secondOf !== undefined) second = { ...request, secondOf };
      await send(second && isSameLook(second, request) ? second : request);
    },
    async resume() {
      const view = followedRender(store.read());
      const unfinished = attempts.unfinished();
      if (view) await follow(view);
      else if (unfinished) await send(unfinished.request);
    },
    async cancel() {
      const view = followedRender(store.read());
      if (!view) return true;
      try {
        const cancelled = await api.cancelRender(view.id);
        following.abort();
        store.dispatch({ type: 'render-changed', view: cancelled });
        return true;
      } catch {
        return false;
      }
    },
  };
}

function isSameLook({ photo, items }: RenderRequest, other: RenderRequest): boolean {
  return JSON.stringify([photo, items]) === JSON.stringify([other.photo, other.items]);
}
