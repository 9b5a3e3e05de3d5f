import { expect } from 'chai';
import { RequestFailure } from '../../../../../../api/web/try-on/api/failure.ts';
import { noFilters } from '../../../../../../api/web/try-on/catalog/filters.ts';
import { createListing, type Listing } from '../../../../../../api/web/try-on/catalog/listing.ts';
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
  let listing: Listing;
  beforeEach(() => {
    asked.length = 0;
    listing = createListing({
      products: (query) => new Promise((resolve, reject) => asked.push({ query, resolve, reject })),
    });
  });
  const ids = () => listing.read().products.map(({ productId }) => productId);
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('loads page after page, and shows a product that is repeated once', async () => {
    listing.show(noFilters);
    asked[0]!.resolve(aPage(['1', '2'], 'next'));
    await settled();
    expect(listing.read()).to.include({ step: 'partial', total: 3 });
    listing.more();
    expect(asked[1]!.query).to.include({ cursor: 'next' });
    asked[1]!.resolve(aPage(['2', '3'], null));
    await settled();
    expect(ids()).to.deep.equal(['1', '2', '3']);
    expect(listing.read().step).to.equal('complete');
  });

  it('keeps what is there when the same list is shown again', async () => {
    listing.show(noFilters);
    asked[0]!.resolve(aPage(['1'], null));
    await settled();
    listing.show({ ...noFilters });
    expect(asked).to.have.length(1);
  });

  it('leaves out the pages of a list that another one has replaced', async () => {
    listing.show(noFilters);
    listing.show({ ...noFilters, q: 'lamp' });
    asked[1]!.resolve(aPage(['9'], null));
    await settled();
    asked[0]!.resolve(aPage(['1'], 'next'));
    await settled();
    expect(ids()).to.deep.equal(['9']);
    expect(listing.read().step).to.equal('complete');
  });

  it('says why a page failed, and repeats that page', async () => {
    listing.show(noFilters);
    asked[0]!.resolve(aPage(['1'], 'next'));
    await settled();
    listing.more();
    asked[1]!.reject(new RequestFailure('offline'));
    await settled();
    expect(listing.read()).to.include({ step: 'failed', reason: 'offline' });
    expect(ids()).to.deep.equal(['1']);
    listing.more();
    expect(asked[2]!.query).to.include({ cursor: 'next' });
  });
});
