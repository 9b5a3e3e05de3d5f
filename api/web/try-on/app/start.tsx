import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Bootstrap, Language, LookItem } from '../../../../shared/try-on/contract.ts';
import { createAttemptMemory } from '../api/attempt.ts';
import { createApi } from '../api/client.ts';
import { createIdentity } from '../identity/identity.ts';
import { randomId } from '../identity/random-id.ts';
import { resilientStorage } from '../identity/storage.ts';
import { readDraft, saveDraft } from '../state/draft.ts';
import { createStore, type Store } from '../state/store.ts';
import type { Texts } from '../texts/en.ts';
import { type App, AppContext } from './app-context.ts';
import { followHistory } from './back-navigation.ts';
import { documentTitle } from './document-title.ts';
import { connectFrame } from './frame.ts';
import { watchOutcomes } from './outcomes.ts';
import { readPageParameters, wantedItems } from './page-parameters.ts';
import { pauseUntilSeen } from './pause.ts';
import { createPhotoSteps } from './photo-steps.ts';
import { createRenderSteps } from './render-steps.ts';
import { addItems, openSession, requestSession } from './session-steps.ts';
import { Shell } from './shell.tsx';
import { createStatus } from './status.ts';

interface Page {
  bootstrap: Bootstrap;
  language: Language;
  texts: Texts;
  root: HTMLElement;
}

/** Puts the application together from its parts, and renders it. */
export async function start({ bootstrap, language, texts, root }: Page): Promise<void> {
  const { slug, name } = bootstrap.store;
  const parameters = readPageParameters(location.search);
  const session = resilientStorage(() => sessionStorage);
  const local = resilientStorage(() => localStorage);
  const identity = createIdentity({ slug, local, session, randomId });
  identity.identify(parameters.anonymousId);

  const store = createStore();
  const status = createStatus();
  const api = createApi({
    base: bootstrap.apiBase,
    fetch: (...request) => fetch(...request),
    token: identity.token,
    renewToken: async () => void (await requestSession(api, identity)),
  });
  const attempts = createAttemptMemory({ session, randomId, now: Date.now });
  const renders = createRenderSteps({ api, store, attempts, pause: pauseUntilSeen });
  const photos = createPhotoSteps({
    api,
    store,
    prepare: async (file) => (await import('../screens/photo/prepare-photo.ts')).preparePhoto(file),
    preview: (file) => URL.createObjectURL(file),
  });

  let wanted = parameters.items;
  const wantAlso = async (items: LookItem[]) => {
    if (JSON.stringify(items) === JSON.stringify(wanted)) return;
    wanted = items;
    await addItems({ api, store }, items).catch(() => status.toast(texts.items.restoreFailed));
  };
  const back = followHistory(window, store);
  const frame = connectFrame({
    window,
    parentOrigins: bootstrap.parentOrigins,
    origin: parameters.origin,
    onMessage(message) {
      if (message.type === 'init' || message.type === 'identify') identity.identify(message.anonymousId);
      if (message.type === 'init') void wantAlso(wantedItems(message));
      if (message.type === 'visibility' && !message.open) back.unwind();
    },
  });
  const close = frame && (() => frame.send({ type: 'close' }));
  if (close) closeOnEscape(close);

  watchOutcomes(store, ({ name, view: { id, items, failure } }) => {
    if (name === 'try-on-completed') status.say(texts.result.ready);
    const detail = { renderId: id, items, ...(failure && { reason: failure.reason }) };
    frame?.send({ type: 'event', name, detail });
  });
  const draft = readDraft(session, slug);
  const open = async () => {
    await openSession({
      api,
      store,
      identity,
      draft,
      wanted: parameters.items,
      onRestoreFailed: () => status.toast(texts.items.restoreFailed),
    });
    void renders.resume();
  };
  const retrySession = () => void open();
  const app: App = {
    bootstrap,
    language,
    texts,
    api,
    dispatch: store.dispatch,
    photos,
    renders,
    status,
    retrySession,
    close,
  };
  root.replaceChildren();
  render(<Root app={app} store={store} />, root);
  frame?.send({ type: 'ready' });
  await open();
  store.subscribe((state) => {
    saveDraft(session, slug, state);
    document.title = documentTitle(state, texts, name);
  });
}

function Root({ app, store }: { app: App; store: Store }) {
  const [state, setState] = useState(store.read);
  useEffect(() => store.subscribe(setState), [store]);
  return (
    <AppContext.Provider value={{ ...app, state }}>
      <Shell />
    </AppContext.Provider>
  );
}

/** The dialog on the merchant's page does not see keys that are pressed in its frame. */
function closeOnEscape(close: () => void): void {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) close();
  });
}
