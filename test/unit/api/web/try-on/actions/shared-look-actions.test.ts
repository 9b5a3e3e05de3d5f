import { expect } from 'chai';
import { createSharedLookActions } from '../../../../../../api/web/try-on/actions/shared-look-actions.ts';
import { createStore } from '../../../../../../api/web/try-on/state/store.ts';
import type { SharedLookView } from '../../../../../../shared/try-on/shared-look-contract.ts';
import { aSession } from '../../../../../support/try-on/views.ts';

function setUp() {
  const store = createStore();
  store.dispatch({ type: 'session-ready', session: aSession() });
  const opened: { shortId: string; settle: (look: SharedLookView | Error) => void }[] = [];
  const reports: string[] = [];
  const facets = { categories: [], colors: [], price: null };
  const open = (shortId: string) =>
    new Promise<SharedLookView>((resolve, reject) =>
      opened.push({
        shortId,
        settle: (look) => (look instanceof Error ? reject(look) : resolve(look)),
      }),
    );
  const looks = createSharedLookActions({
    api: {
      sharedLook: open,
      openSharedLook: open,
      products: async () => ({ products: [], nextCursor: null, total: 0, facets }),
    },
    store,
    report: (name) => void reports.push(name),
    isAutomated: false,
  });
  return { store, opened, looks, reports };
}

const aLook = (shortId: string): SharedLookView => ({
  shortId,
  picture: { url: '/picture', width: 3, height: 4 },
  items: [],
  own: false,
  expiresAt: '2027-02-20T10:00:00Z',
});

describe('The actions of a shared look', () => {
  it('shows the look that was asked for last, whichever arrives first', async () => {
    const { store, opened, looks } = setUp();
    looks.want('first');
    const first = looks.load();
    looks.want('second');
    const second = looks.load();
    while (opened.length < 2) await new Promise(setImmediate);
    // The requests may begin in either order: both wait for a module that is loaded on first use.
    const settle = (id: string) => opened.find(({ shortId }) => shortId === id)!.settle(aLook(id));
    settle('second');
    await second;
    settle('first');
    await first;
    const { sharedLook, openedLook } = store.read();
    expect(sharedLook.status === 'ready' && sharedLook.look.shortId).to.equal('second');
    expect(openedLook).to.equal('second');
  });

  it('loads a look again that could not be loaded, and counts one open', async () => {
    const { store, opened, looks, reports } = setUp();
    looks.want('first');
    const load = looks.load();
    while (opened.length < 1) await new Promise(setImmediate);
    const { sharedLook: wanted } = store.read();
    opened[0]!.settle(new Error('no response'));
    await load;
    const { sharedLook: failed } = store.read();
    expect(failed).to.deep.equal({ ...wanted, status: 'failed', reason: 'unavailable' });
    looks.retry();
    while (opened.length < 2) await new Promise(setImmediate);
    opened[1]!.settle(aLook('first'));
    while (store.read().sharedLook.status !== 'ready') await new Promise(setImmediate);
    expect(reports).to.deep.equal(['Shared Look Opened']);
  });
});
