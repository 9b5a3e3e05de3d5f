import { render } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { type Bootstrap, type Language, maxLookItems } from '../../../../shared/try-on/contract.ts';
import { type AppState, followedRender } from '../state/app-state.ts';
import { type Draft, readDraft, saveDraft } from '../state/draft.ts';
import type { Store } from '../state/store.ts';
import type { Texts } from '../texts/en.ts';
import { type App, AppContext } from './app-context.ts';
import { documentTitle } from './document-title.ts';
import { openFlow } from './flow-opening.ts';
import { type PageParameters, readPageParameters } from './page-parameters.ts';
import { createParts, type Parts } from './parts.ts';
import { openSession } from './session-steps.ts';
import { Shell } from './shell.tsx';
import { connectShop } from './shop-link.ts';

interface Page {
  bootstrap: Bootstrap;
  language: Language;
  texts: Texts;
  root: HTMLElement;
}

/** Puts the application together from its parts, renders it, and opens the visitor's session. */
export async function start(page: Page): Promise<void> {
  const { bootstrap, language, texts, root } = page;
  const parameters = readPageParameters(location.search);
  const parts = createParts(bootstrap);
  parts.identity.identify(parameters.anonymousId);
  if (parameters.consent !== null) parts.reporter.consent(parameters.consent);
  const draft = readDraft(parts.session, bootstrap.store.slug);
  wantShared(parameters, draft, parts);
  const shop = connectShop({ bootstrap, parameters, texts, parts });
  const open = sessionOpener(page, { parameters, draft }, parts);

  const { api, listing, photos, renders, reporter, sharedLooks, status, store } = parts;
  const { track, report } = reporter;
  const { anonymousId } = parts.identity;
  const steps = { dispatch: store.dispatch, retrySession: () => void open(), track, report, anonymousId };
  const around = { close: shop?.close ?? null, frame: shop?.frame ?? null };
  root.replaceChildren();
  render(
    <Root
      app={{
        bootstrap,
        language,
        texts,
        api,
        listing,
        photos,
        renders,
        sharedLooks,
        status,
        ...steps,
        ...around,
      }}
      store={store}
    />,
    root,
  );
  if (shop) shop.ready();
  else reporter.show();
  await open();
  keepUp(page, parts);
}

/** Of a look that this tab has opened before, a reload shows the screen where the shopper was. */
function wantShared({ share }: PageParameters, draft: Draft, { sharedLooks }: Parts): void {
  const isKnown = share !== null && draft.openedLook === share.toLowerCase();
  if (share !== null && (!isKnown || draft.screen === 'shared')) sharedLooks.want(share, isKnown);
}

interface Beginning {
  parameters: PageParameters;
  draft: Draft;
}

function sessionOpener(
  { bootstrap, texts }: Page,
  { parameters: { items, flow }, draft }: Beginning,
  parts: Parts,
) {
  const { api, renders, reporter, sharedLooks, status, store } = parts;
  const onRestoreFailed = () => status.toast(texts.items.restoreFailed);
  const onTooMany = () => status.toast(texts.items.tooMany(maxLookItems));
  const place = draft.flow?.id === flow ? draft.flow : null;
  const openGivenFlow = async () => {
    if (!store.read().flow) await openFlow({ api, store, track: reporter.track }, flow, place);
  };
  return async () => {
    await openSession({
      ...parts,
      draft,
      wanted: items,
      openFlow: openGivenFlow,
      onRestoreFailed,
      onTooMany,
    });
    // A frame is loaded because its launcher was used; a reload of a hosted page is none.
    if (bootstrap.embedded) store.dispatch({ type: 'flow-reopened' });
    void renders.resume();
    void sharedLooks.load();
  };
}

/** What follows each change: the draft that a reload reads, and the title of the tab. */
function keepUp({ bootstrap, texts }: Page, { store, session, status }: Parts): void {
  const { slug, name } = bootstrap.store;
  const follow = () => {
    saveDraft(session, slug, store.read());
    document.title = documentTitle(store.read(), texts, name);
  };
  follow();
  store.subscribe((state, before) => {
    follow();
    if (hasResult(state) && !hasResult(before)) status.say(texts.result.ready);
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
