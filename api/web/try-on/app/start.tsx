import { render } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { type Bootstrap, type Language, maxLookItems } from '../../../../shared/try-on/contract.ts';
import { openSession } from '../actions/session-actions.ts';
import { type AppState, followedRender } from '../state/app-state.ts';
import { type Draft, readDraft, saveDraft } from '../state/draft.ts';
import type { Store } from '../state/store.ts';
import type { LoadedTexts, Texts } from '../texts/texts.ts';
import { type App, AppContext } from '../ui/app-context.ts';
import { followHistory } from './back-navigation.ts';
import { documentTitle } from './document-title.ts';
import { readPageParameters } from './page-parameters.ts';
import { createServices, type Services } from './services.ts';
import { Shell } from './shell.tsx';
import { connectShop } from './shop-link.ts';

interface Page {
  bootstrap: Bootstrap;
  language: Language;
  texts: LoadedTexts;
  wholeTexts: Promise<Texts>;
  root: HTMLElement;
}

/** Puts the application together, renders it, and opens the visitor's session. */
export async function start(page: Page): Promise<void> {
  const { bootstrap, language, texts, wholeTexts, root } = page;
  const parameters = readPageParameters(location.search);
  const services = createServices(bootstrap, parameters);
  const { identity, reporter, session, store } = services;
  identity.identify(parameters.anonymousId);
  if (parameters.consent !== null) reporter.consent(parameters.consent);
  const draft = readDraft(session, bootstrap.store.slug);
  openSharedLink(services, draft);
  // Screens keep their own places: the browser's would come while the screen before is still shown.
  history.scrollRestoration = 'manual';
  const back = followHistory(window, store, () => shop?.close());
  const shop = connectShop({ bootstrap, parameters, texts: wholeTexts, services, back });
  const open = sessionOpener(page, draft, services);

  const firstPaint = root.querySelector('.look-page')?.outerHTML ?? null;
  root.replaceChildren();
  const app: App = {
    ...services,
    bootstrap,
    language,
    texts,
    wholeTexts,
    dispatch: store.dispatch,
    track: reporter.track,
    report: reporter.report,
    firstPaint,
    anonymousId: identity.anonymousId,
    retrySession: () => void open(),
    layers: back,
    close: shop?.close ?? null,
    frame: shop?.frame ?? null,
  };
  render(<Root app={app} store={store} />, root);
  if (shop) shop.ready();
  else reporter.show();
  await open();
  keepDraft(page, services);
  announce(page, services);
}

/** Of a look that this tab has opened before, a reload shows the screen where the shopper was. */
function openSharedLink({ sharedLooks, store }: Services, draft: Draft): void {
  const { share } = store.read().asked;
  const isKnown = share !== null && draft.openedLook === share.toLowerCase();
  if (share !== null && (!isKnown || draft.screen === 'shared')) sharedLooks.want(share, isKnown);
}

function sessionOpener({ bootstrap, wholeTexts }: Page, draft: Draft, services: Services) {
  const { api, renders, reporter, sharedLooks, status, store } = services;
  const onRestoreFailed = async () => status.toast((await wholeTexts).items.restoreFailed);
  const onTooMany = async () => status.toast((await wholeTexts).items.tooMany(maxLookItems));
  const openAskedFlow = async () => {
    const { flow, asked } = store.read();
    const place = draft.flow?.id === asked.flow ? draft.flow : null;
    if (flow || asked.flow === null) return;
    const { openFlow } = await import('../actions/flow-opening.ts');
    await openFlow({ api, store, track: reporter.track }, asked.flow, place);
  };
  return async () => {
    await openSession({ ...services, draft, openFlow: openAskedFlow, onRestoreFailed, onTooMany });
    // A frame is loaded because its launcher was used; a reload of a hosted page is none.
    if (bootstrap.embedded) store.dispatch({ type: 'flow-reopened' });
    void renders.resume();
    void sharedLooks.load();
  };
}

/** Saves the draft after each change, so that a reload of the tab restores it. */
function keepDraft({ bootstrap }: Page, { store, session }: Services): void {
  const save = () => saveDraft(session, bootstrap.store.slug, store.read());
  save();
  store.subscribe(save);
}

/** Says in the tab's title and to assistive technology where the shopper is, and that the image is ready. */
function announce({ bootstrap, texts, wholeTexts }: Page, { store, status }: Services): void {
  const entitle = () => {
    document.title = documentTitle(store.read(), texts, bootstrap.store.name);
  };
  entitle();
  void wholeTexts.then(entitle, () => undefined);
  store.subscribe((state, before) => {
    entitle();
    if (hasResult(state) && !hasResult(before))
      void wholeTexts.then(({ result }) => status.say(result.ready));
  });
}

function hasResult(state: AppState): boolean {
  return followedRender(state)?.state === 'succeeded';
}

function Root({ app, store }: { app: App; store: Store }) {
  const [state, setState] = useState(store.read);
  useLayoutEffect(() => store.subscribe(setState), [store]);
  return (
    <AppContext.Provider value={{ ...app, state }}>
      <Shell />
    </AppContext.Provider>
  );
}
