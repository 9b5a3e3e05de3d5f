import { expect } from 'chai';
import {
  type Filters,
  isNarrowed,
  listingQuery,
  noFilters,
  setFilters,
  withoutFilter,
} from '../../../../../../api/web/try-on/state/filters.ts';

const all: Filters = {
  q: ' lamp ',
  category: 'Home>Lamps',
  color: 'White',
  minPrice: 1000,
  maxPrice: null,
  availableOnly: true,
  sort: 'price-low',
};

describe('Filters', () => {
  it('send nothing of what is not set', () => {
    expect(listingQuery(noFilters)).to.deep.equal({});
    expect(listingQuery(all)).to.deep.equal({
      q: 'lamp',
      category: 'Home>Lamps',
      color: 'White',
      minPrice: 1000,
      available: '1',
      sort: 'price-low',
    });
  });

  it('are removed one by one, search and sort apart', () => {
    expect(setFilters(all)).to.deep.equal(['category', 'color', 'price', 'available']);
    const left = setFilters(all).reduce(withoutFilter, all);
    expect(left).to.deep.equal({ ...noFilters, q: ' lamp ', sort: 'price-low' });
  });

  it('narrow the list by a word or a filter, not by a sort or by spaces', () => {
    expect(isNarrowed({ ...noFilters, sort: 'newest', q: '  ' })).to.equal(false);
    expect(isNarrowed({ ...noFilters, q: 'a' })).to.equal(true);
    expect(isNarrowed({ ...noFilters, maxPrice: 0 })).to.equal(true);
  });
});
