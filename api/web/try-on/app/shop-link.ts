import type { Bootstrap } from '../../../../shared/try-on/contract.ts';
import { addItems, requestSession } from '../actions/session-actions.ts';
import { connectFrame, type FrameLink } from '../api/frame.ts';
import type { Asked } from '../state/app-state.ts';
import type { Texts } from '../texts/texts.ts';
import type { BackNavigation } from './back-navigation.ts';
import { type PageParameters, readShare, wantedItems } from './page-parameters.ts';
import type { Services } from './services.ts';

interface Options {
  bootstrap: Bootstrap;
  parameters: PageParameters;
  texts: Promise<Texts>;
  services: Services;
  back: Pick<BackNavigation, 'enter' | 'unwind'>;
}

/** The merchant's page around the application. */
interface ShopLink {
  /** The application can be seen and used. */
  ready(): void;
  close(): void;
  frame: FrameLink;
}

/** Connects the application with the merchant's page; null where it runs in none. */
export function connectShop({ bootstrap, parameters, texts, services, back }: Options): ShopLink | null {
  const { api, store, status, identity, reporter, sharedLooks } = services;
  const ask = (asked: Asked) => {
    const before = store.read().asked;
    store.dispatch({ type: 'shop-asked', asked });
    if (JSON.stringify(asked.items) !== JSON.stringify(before.items)) {
      addItems({ api, store }, asked.items).catch(async () =>
        status.toast((await texts).items.restoreFailed),
      );
    }
    if (asked.flow !== before.flow) void startFlow(asked.flow);
    if (asked.share !== before.share) showShared(asked.share);
  };
  const startFlow = async (id: string | null) => {
    const { openFlow } = await import('../actions/flow-opening.ts');
    await openFlow({ api, store, track: reporter.track }, id);
  };
  const showShared = (share: string | null) => {
    // A shopper who has continued from it keeps the result.
    if (share === null) return store.read().screen === 'shared' ? sharedLooks.leave() : undefined;
    sharedLooks.want(share);
    void sharedLooks.load();
  };
  const identify = (anonymousId: string | null) => {
    const before = identity.passedId();
    identity.identify(anonymousId);
    if (identity.passedId() === before || store.read().session.status !== 'ready') return;
    // The service learns by a session which photos belong to whom, should the shopper have them erased. The next
    // session retries it where this one fails.
    void requestSession(api, identity).catch(() => undefined);
  };
  const frame = connectFrame({
    window,
    parentOrigins: bootstrap.parentOrigins,
    origin: parameters.origin,
    onMessage(message) {
      if (message.type === 'init' || message.type === 'identify') identify(message.anonymousId);
      if (message.type === 'init') {
        ask({ items: wantedItems(message), flow: message.flow, share: readShare(message.share) });
      }
      if (message.type === 'consent') reporter.consent(message.granted);
      if (message.type !== 'visibility') return;
      if (message.open) {
        reporter.show();
        back.enter();
        store.dispatch({ type: 'flow-reopened' });
      } else {
        reporter.hide();
        back.unwind();
      }
    },
  });
  reporter.listen((name, detail) => {
    frame?.send({ type: 'event', name: name.toLowerCase().replaceAll(' ', '-'), detail });
  });
  if (!frame) return null;
  void Promise.all([import('./render-report.ts'), texts]).then(([{ reportRender }, loaded]) =>
    reportRender(frame, store, loaded),
  );
  const close = () => frame.send({ type: 'close' });
  closeOnEscape(close);
  return { ready: () => frame.send({ type: 'ready' }), close, frame };
}

/** The dialog on the merchant's page does not see keys that are pressed in its frame. */
function closeOnEscape(close: () => void): void {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) close();
  });
}
