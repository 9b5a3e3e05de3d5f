import type { Response } from 'express';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { sendEvent } from '../http/server-events.ts';
import { followRender } from '../visualize/follow-render.ts';
import { noteShown, type TryOnRender } from './own-renders.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';
import { tryOnView } from './try-on-view.ts';

/** Streams a render as events `state`: one at once, then one for each visible change. */
export async function streamStates(
  dependencies: TryOnDependencies,
  store: StoreDoc,
  res: Response,
  found: TryOnRender,
): Promise<void> {
  let sent = '';
  let newest: RenderDoc = found;
  /** States are sent one after the other, although each is read from Redis. */
  let sending = Promise.resolve();

  const sendState = (): Promise<void> => {
    sending = sending.then(async () => {
      const view = await tryOnView(dependencies, store, newest as TryOnRender);
      const text = JSON.stringify(view);
      if (text === sent || res.closed) return;
      sent = text;
      sendEvent(res, 'state', view);
    });
    return sending;
  };

  await followRender(dependencies, res, found, {
    begin: sendState,
    // A progress that cannot be read now is sent with the next state.
    progress: () => void sendState().catch(() => undefined),
    open: (render) => {
      newest = render;
      return sendState();
    },
    ended: async (render) => {
      newest = render;
      await sendState();
      if (render.state !== 'succeeded') await noteShown(dependencies.database.renders, render as TryOnRender);
    },
  });
}
