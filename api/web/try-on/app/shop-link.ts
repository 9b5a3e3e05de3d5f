import type { Bootstrap, LookItem } from '../../../../shared/try-on/contract.ts';
import type { Texts } from '../texts/en.ts';
import { followHistory } from './back-navigation.ts';
import { openFlow } from './flow-opening.ts';
import { connectFrame, type FrameLink } from './frame.ts';
import { type PageParameters, readShare, wantedItems } from './page-parameters.ts';
import type { Parts } from './parts.ts';
import { addItems, requestSession } from './session-steps.ts';

interface Options {
  bootstrap: Bootstrap;
  parameters: PageParameters;
  texts: Texts;
  parts: Parts;
}

/** The merchant's page around the application. */
interface ShopLink {
  /** The application can be seen and used. */
  ready(): void;
  close(): void;
  frame: FrameLink;
}

/** Connects the application with the merchant's page; null where it runs in none. */
export function connectShop({ bootstrap, parameters, texts, parts }: Options): ShopLink | null {
  const { api, store, status, identity, reporter, sharedLooks } = parts;
  // Screens keep their own places: the browser's would come while the screen before is still shown.
  history.scrollRestoration = 'manual';
  const back = followHistory(window, store);
  let wanted = parameters.items;
  const wantAlso = async (items: LookItem[]) => {
    if (JSON.stringify(items) === JSON.stringify(wanted)) return;
    wanted = items;
    await addItems({ api, store }, items).catch(() => status.toast(texts.items.restoreFailed));
  };
  let wantedFlow = parameters.flow;
  const wantFlow = async (id: string | null) => {
    if (id === wantedFlow) return;
    wantedFlow = id;
    await openFlow({ api, store, track: reporter.track }, id);
  };
  let share = parameters.share;
  const showShared = (asked: string | null) => {
    if (asked === share) return;
    share = asked;
    // A shopper who has gone on from it keeps what it has led to.
    if (asked === null) return store.read().screen === 'shared' ? sharedLooks.leave() : undefined;
    sharedLooks.want(asked);
    void sharedLooks.load();
  };
  const identify = (anonymousId: string | null) => {
    const before = identity.passedId();
    identity.identify(anonymousId);
    if (identity.passedId() === before || store.read().session.is !== 'ready') return;
    // The service learns by a session which photos belong to whom, should the shopper have them erased. The next
    // session repeats it where this one fails.
    void requestSession(api, identity).catch(() => undefined);
  };
  const frame = connectFrame({
    window,
    parentOrigins: bootstrap.parentOrigins,
    origin: parameters.origin,
    onMessage(message) {
      if (message.type === 'init' || message.type === 'identify') identify(message.anonymousId);
      if (message.type === 'init') {
        void wantAlso(wantedItems(message));
        void wantFlow(message.flow);
        showShared(readShare(message.share));
      }
      if (message.type === 'consent') reporter.consent(message.granted);
      if (message.type !== 'visibility') return;
      if (message.open) {
        reporter.show();
        if (store.read().flow?.flow.id === wantedFlow) store.dispatch({ type: 'flow-reopened' });
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
