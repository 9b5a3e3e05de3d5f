import { expect } from 'chai';
import { addItems, openSession } from '../../../../../../api/web/try-on/actions/session-actions.ts';
import { RequestFailure } from '../../../../../../api/web/try-on/api/failure.ts';
import { createIdentity } from '../../../../../../api/web/try-on/identity/identity.ts';
import { initialState } from '../../../../../../api/web/try-on/state/app-state.ts';
import type { Draft } from '../../../../../../api/web/try-on/state/draft.ts';
import { createStore } from '../../../../../../api/web/try-on/state/store.ts';
import type {
  ListingQuery,
  LookItem,
  SessionRequest,
  SessionView,
} from '../../../../../../shared/try-on/contract.ts';
import { memoryStorage } from '../../../../../support/try-on/memory-storage.ts';
import { aPhoto, aProduct, aSession, aTryOn } from '../../../../../support/try-on/views.ts';

const noDraft: Draft = {
  photo: null,
  items: [],
  openSizes: [],
  screen: 'photo',
  render: null,
  flow: null,
  openedLook: null,
};
const item = (productId: string, variantId: string | null = null): LookItem => ({ productId, variantId });

interface Options {
  session?: SessionView | Error;
  draft?: Partial<Draft>;
  wanted?: LookItem[];
  products?: ReturnType<typeof aProduct>[] | Error;
}

async function opened({ session = aSession(), draft = {}, wanted = [], products = [] }: Options) {
  const store = createStore({ ...initialState, asked: { ...initialState.asked, items: wanted } });
  const requests: SessionRequest[] = [];
  const queries: ListingQuery[] = [];
  let restoreFailures = 0;
  let leftOut = 0;
  const facets = { categories: [], colors: [], price: null };
  const memory = memoryStorage();
  const identity = createIdentity({ slug: 'demo', local: memory, session: memory, randomId: () => 'v-1' });
  identity.identify('shop-7');
  await openSession({
    api: {
      session: async (request) => {
        requests.push(request);
        if (session instanceof Error) throw session;
        return session;
      },
      render: async (id) => {
        if (id !== 'render-1') throw new RequestFailure('unavailable', 404);
        return aTryOn({ state: 'succeeded', result: { url: '/r', width: 1, height: 1 } });
      },
      products: async (query) => {
        queries.push(query);
        if (products instanceof Error) throw products;
        return { products, nextCursor: null, total: products.length, facets };
      },
    },
    store,
    identity,
    draft: { ...noDraft, ...draft },
    openFlow: async () => undefined,
    onRestoreFailed: () => {
      restoreFailures += 1;
    },
    onTooMany: () => {
      leftOut += 1;
    },
  });
  return {
    state: store.read(),
    requests,
    queries,
    identity,
    restoreFailures: () => restoreFailures,
    leftOut,
  };
}

describe('Opening the session', () => {
  it('sends who the shopper is, and keeps the token', async () => {
    const { requests, identity } = await opened({});
    expect(requests).to.deep.equal([{ visitorId: 'v-1', anonymousId: 'shop-7', token: null }]);
    expect(identity.token()).to.equal('token-1');
  });

  it('says why it cannot be opened', async () => {
    const { state } = await opened({ session: new RequestFailure('offline') });
    expect(state.session).to.deep.equal({ status: 'failed', reason: 'offline' });
  });

  it('takes the first six of the items that are asked for, and says so', async () => {
    const seven = Array.from({ length: 7 }, (_, index) => item(String(index)));
    const { queries, leftOut } = await opened({ wanted: seven });
    expect(queries[0]?.items).to.equal('0,1,2,3,4,5');
    expect(leftOut).to.equal(1);
    expect((await opened({ wanted: seven.slice(1) })).leftOut).to.equal(0);
  });

  it('fills the look with what the storefront asks for, in one request', async () => {
    const products = [aProduct({ productId: '1' }), aProduct({ productId: '2', variantId: 'red' })];
    const { state, queries } = await opened({ wanted: [item('1'), item('2', 'red')], products });
    expect(queries).to.deep.equal([{ items: '1,2:red', limit: 2 }]);
    expect(state.look.map(({ productId }) => productId)).to.deep.equal(['1', '2']);
    expect(state.screen).to.equal('photo');
  });

  it('adds the item of the product page to the look of before the reload', async () => {
    const products = [aProduct({ productId: '1' }), aProduct({ productId: '2' })];
    const { state } = await opened({ draft: { items: [item('1')] }, wanted: [item('2')], products });
    expect(state.look.map(({ productId }) => productId)).to.deep.equal(['1', '2']);
  });

  it('has an item once that the look has with a variant and the storefront names without one', async () => {
    const products = [aProduct({ productId: '1', variantId: 'red' })];
    const { state } = await opened({ draft: { items: [item('1', 'red')] }, wanted: [item('1')], products });
    expect(state.look).to.have.length(1);
  });

  it('leaves out what the catalog has no picture of, or no longer has', async () => {
    const products = [aProduct({ productId: '1', renderable: false })];
    const { state } = await opened({ wanted: [item('1'), item('2')], products });
    expect(state.look).to.deep.equal([]);
  });

  it('returns to the items with the photo of before the reload', async () => {
    const { state } = await opened({ draft: { photo: { kind: 'upload', id: 'photo-1' }, screen: 'items' } });
    expect(state.photo?.id).to.equal(aPhoto().id);
    expect(state.screen).to.equal('items');
    const model = await opened({ draft: { photo: { kind: 'model', id: 'model-2' }, screen: 'items' } });
    expect(model.state.photo?.name).to.equal('A bedside table');
  });

  it('begins with the photo when that of before the reload is gone', async () => {
    const { state } = await opened({ draft: { photo: { kind: 'upload', id: 'deleted' }, screen: 'items' } });
    expect(state.screen).to.equal('photo');
  });

  it('returns to the result of before the reload, which the session does not offer again', async () => {
    const photo = { kind: 'upload', id: 'photo-1' } as const;
    const result = { photo, screen: 'result' } as const;
    expect((await opened({ draft: { ...result, render: 'render-1' } })).state.screen).to.equal('result');
    expect((await opened({ draft: { ...result, render: 'gone' } })).state.screen).to.equal('items');
  });

  it('shows the items of the render that it continues', async () => {
    const openRender = aTryOn({ state: 'running', items: [item('1')] });
    const { state } = await opened({
      session: aSession({ openRender }),
      products: [aProduct({ productId: '1' })],
    });
    expect(state.screen).to.equal('generate');
    expect(state.look).to.have.length(1);
  });

  it('opens without the look when the catalog cannot be read', async () => {
    const { state, restoreFailures } = await opened({
      wanted: [item('1')],
      products: new RequestFailure('offline'),
    });
    expect(state.session.status).to.equal('ready');
    expect(restoreFailures()).to.equal(1);
  });
});

describe('Opening the same frame from another product page', () => {
  it('adds the product to the look, once, by the handle of the page as well', async () => {
    const store = createStore();
    const facets = { categories: [], colors: [], price: null };
    const products = [aProduct({ productId: '2', handle: 'lamp', variantId: 'red' })];
    const api = { products: async () => ({ products, nextCursor: null, total: 1, facets }) };
    await addItems({ api, store }, [item('lamp', 'red')]);
    await addItems({ api, store }, [item('2')]);
    await addItems({ api, store }, []);
    expect(store.read().look.map(({ productId }) => productId)).to.deep.equal(['2']);
  });
});
