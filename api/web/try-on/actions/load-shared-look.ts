import type { Analytics } from '../analytics/analytics.ts';
import type { Api } from '../api/client.ts';
import { getReason, RequestFailure } from '../api/failure.ts';
import { describeItems } from '../catalog/look-entries.ts';
import type { Store } from '../state/store.ts';

interface Options {
  api: Pick<Api, 'sharedLook' | 'openSharedLook' | 'products'>;
  store: Pick<Store, 'dispatch'>;
  report: Analytics['report'];
  shortId: string;
  /** Counts the open, once for each id; null: this tab has opened it before, and reads it again. */
  openId: string | null;
  isAutomated: boolean;
}

/** Loads the shared look that the page was opened with. Resolves also when it fails: the state says so. */
export async function loadSharedLook({
  api,
  store,
  report,
  shortId,
  openId,
  isAutomated,
}: Options): Promise<void> {
  try {
    const open = { openId: openId ?? '', webdriver: isAutomated };
    const look = await (openId ? api.openSharedLook(shortId, open) : api.sharedLook(shortId));
    store.dispatch({ type: 'shared-look-opened', shortId: look.shortId });
    if (openId)
      report('Shared Look Opened', { shortId: look.shortId }, { items: look.items, eventId: openId });
    // The sizes are those of whoever shared it.
    const entries = await describeItems(api, look.items, () => true);
    store.dispatch({ type: 'shared-look-changed', sharedLook: { status: 'ready', look, entries } });
  } catch (error) {
    const isGone = error instanceof RequestFailure && (error.status === 404 || error.status === 410);
    store.dispatch({
      type: 'shared-look-changed',
      sharedLook: isGone
        ? { status: 'gone' }
        : { status: 'failed', shortId, openId, reason: getReason(error) },
    });
  }
}
