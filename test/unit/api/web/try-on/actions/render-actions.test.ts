import { expect } from 'chai';
import { createRenderActions } from '../../../../../../api/web/try-on/actions/render-actions.ts';
import { createAttemptMemory } from '../../../../../../api/web/try-on/api/attempt.ts';
import { RequestFailure } from '../../../../../../api/web/try-on/api/failure.ts';
import { initialState } from '../../../../../../api/web/try-on/state/app-state.ts';
import { createStore } from '../../../../../../api/web/try-on/state/store.ts';
import type { TryOnView } from '../../../../../../shared/try-on/contract.ts';
import { memoryStorage } from '../../../../../support/try-on/memory-storage.ts';
import { aTryOn } from '../../../../../support/try-on/views.ts';

const succeeded = aTryOn({ state: 'succeeded', result: { url: '/r', width: 1, height: 1 } });
const photo = { kind: 'upload', id: 'p', url: '/p', width: 1, height: 1, name: null } as const;
const entry = {
  productId: '1',
  variantId: 'red',
  title: 'Tee',
  variantTitle: null,
  image: null,
  price: null,
};

function shopper(replies: (TryOnView | Error)[], session = memoryStorage()) {
  const keys: string[] = [];
  const seconds: (string | undefined)[] = [];
  const cancelled: string[] = [];
  const tracked: unknown[] = [];
  let ids = 0;
  const store = createStore({ ...initialState, screen: 'items', photo, look: [entry] });
  const steps = createRenderActions({
    store,
    attempts: createAttemptMemory({ slug: 'demo', session, randomId: () => `key-${++ids}`, now: () => 0 }),
    track: (...event) => void tracked.push(event),
    pause: async () => undefined,
    api: {
      startRender: async (request, key) => {
        keys.push(key);
        seconds.push(request.secondOf);
        const reply = replies.shift() ?? succeeded;
        if (reply instanceof Error) throw reply;
        return reply;
      },
      renderEvents: async () => new Blob([`event: state\ndata: ${JSON.stringify(succeeded)}\n\n`]).stream(),
      render: async () => succeeded,
      cancelRender: async (id) => {
        cancelled.push(id);
        return aTryOn({ state: 'cancelled' });
      },
    },
  });
  return { steps, store, keys, seconds, cancelled, session, tracked };
}

describe('Creating a picture', () => {
  it('follows the render to its result', async () => {
    const { steps, store } = shopper([aTryOn()]);
    await steps.start();
    expect(store.read().screen).to.equal('result');
  });

  it('reports its start with the number of items, once for two clicks and not again after a reload', async () => {
    const session = memoryStorage();
    const { steps, tracked } = shopper([new RequestFailure('offline')], session);
    await Promise.all([steps.start(), steps.start()]);
    const reloaded = shopper([aTryOn()], session);
    await reloaded.steps.resume();
    expect([tracked, reloaded.tracked]).to.deep.equal([[['Try On Started', { selectedItemCount: 1 }]], []]);
  });

  it('reports no start without items', async () => {
    const { steps, store, tracked } = shopper([]);
    store.dispatch({ type: 'look-set', look: [] });
    await steps.start();
    expect(tracked).to.deep.equal([]);
  });

  it('sends the same key again when there was no response, and a new one after one', async () => {
    const { steps, keys, store } = shopper([
      new RequestFailure('offline'),
      new RequestFailure('unavailable', 503),
      succeeded,
    ]);
    await steps.start();
    expect(store.read().render).to.deep.equal({ status: 'refused', reason: 'offline' });
    await steps.start();
    await steps.start();
    expect(keys).to.deep.equal(['key-1', 'key-1', 'key-2']);
  });

  it('sends again after a reload what had no response', async () => {
    const session = memoryStorage();
    const before = shopper([new RequestFailure('offline')], session);
    await before.steps.start();
    const after = shopper([succeeded], session);
    await after.steps.resume();
    expect(after.keys).to.deep.equal(before.keys);
    expect(after.store.read().render.status).to.equal('followed');
  });

  it('asks for nothing after a reload when nothing is unfinished', async () => {
    const { steps, keys } = shopper([]);
    await steps.resume();
    expect(keys).to.deep.equal([]);
  });

  it('asks for the free second attempt until there is an image, and for an ordinary one after it', async () => {
    const { steps, seconds } = shopper([succeeded, aTryOn({ state: 'failed' }), succeeded]);
    await steps.start();
    await steps.start('render-1');
    await steps.start();
    await steps.start();
    expect(seconds).to.deep.equal([undefined, 'render-1', 'render-1', undefined]);
  });

  it('asks for an ordinary one where the look is another, or the second attempt is not free', async () => {
    const { steps, store, seconds } = shopper([
      succeeded,
      new RequestFailure('unavailable', 503),
      new RequestFailure('unavailable', 409),
      aTryOn({ state: 'failed' }),
    ]);
    await steps.start();
    await steps.start('render-1');
    await steps.start();
    await steps.start();
    expect(seconds).to.deep.equal([undefined, 'render-1', 'render-1', undefined]);
    await steps.start('render-1');
    store.dispatch({ type: 'look-set', look: [{ ...entry, variantId: 'blue' }] });
    await steps.start();
    expect(seconds.slice(4)).to.deep.equal(['render-1', undefined]);
  });

  it('returns to the items when the shopper cancels', async () => {
    const { steps, store, cancelled } = shopper([]);
    store.dispatch({ type: 'render-starting' });
    store.dispatch({ type: 'render-changed', view: aTryOn() });
    expect(await steps.cancel()).to.equal(true);
    expect(cancelled).to.deep.equal(['render-1']);
    expect(store.read().screen).to.equal('items');
  });

  it('leads to what is missing instead of asking for a picture', async () => {
    const { steps, store, keys } = shopper([]);
    store.dispatch({ type: 'render-changed', view: succeeded });
    store.dispatch({ type: 'screen-wanted', screen: 'result' });
    store.dispatch({ type: 'item-removed', key: '1:red' });
    await steps.start();
    expect(store.read().screen).to.equal('items');
    store.dispatch({ type: 'photo-deleted', id: 'p' });
    store.dispatch({ type: 'screen-wanted', screen: 'result' });
    await steps.start();
    expect(store.read().screen).to.equal('photo');
    expect(keys).to.deep.equal([]);
  });
});
