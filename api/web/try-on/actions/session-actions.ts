import { type LookItem, maxLookItems, type SessionView } from '../../../../shared/try-on/contract.ts';
import type { Api } from '../api/client.ts';
import { getReason } from '../api/failure.ts';
import { describeItems } from '../catalog/look-entries.ts';
import type { Identity } from '../identity/identity.ts';
import { type AppState, type ChosenPhoto, followedRender } from '../state/app-state.ts';
import type { Draft } from '../state/draft.ts';
import { lookItems } from '../state/draft.ts';
import { lookKey, sameItems, withEntry } from '../state/look.ts';
import type { Store } from '../state/store.ts';

interface Options {
  api: Pick<Api, 'session' | 'products' | 'render'>;
  store: Store;
  identity: Identity;
  /** The tab's draft from before a reload. */
  draft: Draft;
  /** Resolves when the guided flow is there, if one is asked for; never rejects. */
  openFlow: () => Promise<void>;
  onRestoreFailed: () => void;
  /** More items were asked for than a look has room for; the first ones were taken. */
  onTooMany: () => void;
}

/** Opens the visitor's session and restores the tab's draft. Resolves also when it fails: the state has the reason. */
export async function openSession({
  api,
  store,
  identity,
  draft,
  openFlow,
  onRestoreFailed,
  onTooMany,
}: Options): Promise<void> {
  store.dispatch({ type: 'session-retried' });
  try {
    const [session] = await Promise.all([requestSession(api, identity), openFlow()]);
    store.dispatch({ type: 'session-ready', session });
  } catch (error) {
    store.dispatch({ type: 'session-failed', reason: getReason(error) });
    return;
  }
  if (draft.openedLook) store.dispatch({ type: 'shared-look-opened', shortId: draft.openedLook });
  await restorePlace({ api, store, draft });
  const all = lookItems([...continuedItems(store.read(), draft), ...store.read().asked.items]);
  const items = all.slice(0, maxLookItems);
  if (all.length > items.length) onTooMany();
  await describeLook({ api, store, draft }, items).catch(onRestoreFailed);
  store.dispatch({ type: 'session-restored' });
}

/** Fills the look with items, and describes those of the image that is made or shown. */
async function describeLook(
  { api, store, draft }: Pick<Options, 'api' | 'store' | 'draft'>,
  items: LookItem[],
): Promise<void> {
  const isOpen = (item: LookItem) => item.variantId === null || draft.openSizes.includes(lookKey(item));
  const inImage = followedRender(store.read())?.items ?? [];
  const looking = describeItems(api, items, isOpen);
  const picturing = sameItems(items, inImage) ? looking : describeItems(api, inImage);
  const [look, pictured] = await Promise.all([looking, picturing]);
  if (look.length > 0) store.dispatch({ type: 'look-set', look });
  store.dispatch({ type: 'pictured-described', pictured });
}

/**
 * Returns the look of this tab, unless the image that it continues with is of another tab: then what is in that one.
 */
function continuedItems(state: AppState, draft: Draft): LookItem[] {
  const render = followedRender(state);
  return render && render.id !== draft.render ? render.items : draft.items;
}

/** Adds what the storefront asks for when it opens the same frame again, from another product's page. */
export async function addItems(
  { api, store }: { api: Pick<Api, 'products'>; store: Store },
  items: LookItem[],
): Promise<void> {
  for (const entry of await describeItems(api, items)) {
    // Not as items that the shopper adds, which a step of a flow counts as its own.
    store.dispatch({ type: 'look-set', look: withEntry(store.read().look, entry, null) });
  }
}

/** Restores the photo, the image and the screen of before a reload, as far as they are still there. */
async function restorePlace({ api, store, draft }: Pick<Options, 'api' | 'store' | 'draft'>): Promise<void> {
  const photo = photoOfDraft(store.read(), draft);
  if (photo) store.dispatch({ type: 'photo-chosen', photo });
  if (draft.render !== null && !followedRender(store.read())) {
    const view = await api.render(draft.render).catch(() => null);
    if (view) store.dispatch({ type: 'render-changed', view });
  }
  const isContinued = store.read().screen !== 'photo';
  if (!isContinued) store.dispatch({ type: 'screen-wanted', screen: draft.screen });
}

/** Issues or renews the visitor's token. */
export async function requestSession(api: Pick<Api, 'session'>, identity: Identity): Promise<SessionView> {
  const anonymousId = identity.passedId();
  const session = await api.session({
    visitorId: identity.visitorId(),
    anonymousId,
    token: identity.token(),
  });
  identity.keepToken(session.token);
  // The storefront has named the shopper in the meantime.
  return identity.passedId() === anonymousId ? session : requestSession(api, identity);
}

function photoOfDraft({ lastPhoto, models, photo }: AppState, draft: Draft): ChosenPhoto | null {
  if (photo || !draft.photo) return null;
  const { kind, id } = draft.photo;
  const model = models.find((candidate) => candidate.id === id);
  if (kind === 'model') return model ? { ...model, kind } : null;
  if (lastPhoto?.id !== id) return null;
  const { url, width, height } = lastPhoto;
  return { kind, id, url, width, height, name: null };
}
