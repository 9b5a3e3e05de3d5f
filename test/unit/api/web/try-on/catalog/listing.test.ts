import { expect } from 'chai';
import { RequestFailure } from '../../../../../../api/web/try-on/api/failure.ts';
import { createListing, type Listing } from '../../../../../../api/web/try-on/catalog/listing.ts';
import { noFilters } from '../../../../../../api/web/try-on/state/filters.ts';
import { getListing } from '../../../../../../api/web/try-on/state/listing-state.ts';
import { createStore, type Store } from '../../../../../../api/web/try-on/state/store.ts';
import type { ListingQuery, ListingView } from '../../../../../../shared/try-on/contract.ts';
import { aProduct } from '../../../../../support/try-on/views.ts';

const facets = { categories: [], colors: [], price: null };
const aPage = (ids: string[], nextCursor: string | null): ListingView => ({
  products: ids.map((productId) => aProduct({ productId })),
  nextCursor,
  total: 3,
  facets,
});

describe('The listing of the try-on', () => {
  const asked: {
    query: ListingQuery;
    resolve: (page: ListingView) => void;
    reject: (error: Error) => void;
  }[] = [];
  const api = {
    products: (query: ListingQuery) =>
      new Promise<ListingView>((resolve, reject) => asked.push({ query, resolve, reject })),
  };
  let store: Store;
  let listing: Listing;
  beforeEach(() => {
    asked.length = 0;
    store = createStore();
    listing = createListing({ api, store });
  });
  const ids = () => listing.read().products.map(({ productId }) => productId);
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('loads page after page, and shows a product of two pages once', async () => {
    listing.show(noFilters);
    asked[0]!.resolve(aPage(['1', '2'], 'next'));
    await settled();
    expect(listing.read()).to.include({ status: 'partial', total: 3 });
    listing.more();
    expect(asked[1]!.query).to.include({ cursor: 'next' });
    asked[1]!.resolve(aPage(['2', '3'], null));
    await settled();
    expect(ids()).to.deep.equal(['1', '2', '3']);
    expect(listing.read().status).to.equal('complete');
  });

  it('keeps what is there when the same list is shown again', async () => {
    listing.show(noFilters);
    asked[0]!.resolve(aPage(['1'], null));
    await settled();
    listing.show({ ...noFilters });
    expect(asked).to.have.length(1);
  });

  it('shares the state with the lists of other steps', async () => {
    const other = createListing({ api, store, key: 'outfit 1', base: { category: 'Shoes' } });
    listing.show(noFilters);
    other.show(noFilters);
    asked[0]!.resolve(aPage(['1'], null));
    asked[1]!.resolve(aPage(['8'], null));
    await settled();
    expect(asked[1]!.query).to.include({ category: 'Shoes' });
    expect(ids()).to.deep.equal(['1']);
    expect(getListing(store.read(), 'outfit 1').products[0]?.productId).to.equal('8');
  });

  it('leaves out the pages of a list that another one has replaced', async () => {
    listing.show(noFilters);
    listing.show({ ...noFilters, q: 'lamp' });
    asked[1]!.resolve(aPage(['9'], null));
    await settled();
    asked[0]!.resolve(aPage(['1'], 'next'));
    await settled();
    expect(ids()).to.deep.equal(['9']);
    expect(listing.read().status).to.equal('complete');
  });

  it('says why a page failed, and retries that page', async () => {
    listing.show(noFilters);
    asked[0]!.resolve(aPage(['1'], 'next'));
    await settled();
    listing.more();
    asked[1]!.reject(new RequestFailure('offline'));
    await settled();
    expect(listing.read()).to.include({ status: 'failed', reason: 'offline' });
    expect(ids()).to.deep.equal(['1']);
    listing.more();
    expect(asked[2]!.query).to.include({ cursor: 'next' });
  });
});
