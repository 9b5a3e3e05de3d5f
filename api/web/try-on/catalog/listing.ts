import type { ListingQuery, ListingView, ProductCard } from '../../../../shared/try-on/contract.ts';
import type { Api } from '../api/client.ts';
import { getReason } from '../api/failure.ts';
import { type Filters, listingQuery } from '../state/filters.ts';
import { allItems, getListing, type ListingState } from '../state/listing-state.ts';
import type { Store } from '../state/store.ts';

const pageSize = 24;

/** Loads a list of the store's items page by page into the state, where a return to its screen finds it. */
export interface Listing {
  read(): ListingState;
  /** Begins the list anew; an equal list that is there already is kept. */
  show(filters: Filters): void;
  /** Loads the next page, or retries the one that failed. */
  more(): void;
}

interface Options {
  api: Pick<Api, 'products'>;
  store: Pick<Store, 'read' | 'dispatch'>;
  /** Of the list in the state. */
  key?: string;
  /** Query that every page of the list is requested with. */
  base?: ListingQuery;
}

export function createListing({ api, store, key = allItems, base = {} }: Options): Listing {
  let cursor: string | null = null;
  let current: AbortController | null = null;
  const read = () => getListing(store.read(), key);
  const change = (part: Partial<ListingState>) => store.dispatch({ type: 'listing-changed', key, part });

  const load = async (filters: Filters) => {
    current?.abort();
    current = new AbortController();
    const { signal } = current;
    change({ filters, status: 'loading', reason: null });
    try {
      const query = { ...base, ...listingQuery(filters), limit: pageSize, ...(cursor && { cursor }) };
      const page = await api.products(query, signal);
      if (signal.aborted) return;
      const known = cursor === null ? [] : read().products;
      cursor = page.nextCursor;
      change(withPage(known, page));
    } catch (error) {
      if (!signal.aborted) change({ status: 'failed', reason: getReason(error) });
    }
  };

  return {
    read,
    show(filters) {
      const isThere = current !== null && read().status !== 'failed';
      if (isThere && JSON.stringify(filters) === JSON.stringify(read().filters)) return;
      cursor = null;
      void load(filters);
    },
    more: () => void load(read().filters),
  };
}

function withPage(known: ProductCard[], page: ListingView): Partial<ListingState> {
  const shown = new Set(known.map(({ productId }) => productId));
  // After a change of the catalog a page may contain a product of the one before.
  const added = page.products.filter(({ productId }) => !shown.has(productId));
  return {
    products: [...known, ...added],
    total: page.total,
    facets: page.facets,
    status: page.nextCursor === null ? 'complete' : 'partial',
  };
}
