import type { Facets, ListingQuery, ListingView, ProductCard } from '../../../../shared/try-on/contract.ts';
import type { Api } from '../api/client.ts';
import { reasonOf } from '../api/failure.ts';
import type { Reason } from '../state/app-state.ts';
import { type Filters, listingQuery, noFilters } from './filters.ts';

const pageSize = 24;

export interface ListingState {
  filters: Filters;
  products: ProductCard[];
  /** Products that match, on all pages; null: not known yet. */
  total: number | null;
  facets: Facets | null;
  step: 'loading' | 'partial' | 'complete' | 'failed';
  /** Why it failed. */
  reason: Reason | null;
}

/** The store's items page by page; kept while other screens are shown, so that a return finds the same place. */
export interface Listing {
  read(): ListingState;
  subscribe(listener: (state: ListingState) => void): () => void;
  /** Begins the list anew; an equal list that is there already is kept. */
  show(filters: Filters): void;
  /** Loads the next page, or repeats the one that failed. */
  more(): void;
  /** How far the page was scrolled when its screen was left; CSS pixels. */
  scrolledTo: number;
}

/** `base`: what every page of it is asked for. */
export function createListing(api: Pick<Api, 'products'>, base: ListingQuery = {}): Listing {
  let state: ListingState = {
    filters: noFilters,
    products: [],
    total: null,
    facets: null,
    step: 'loading',
    reason: null,
  };
  let cursor: string | null = null;
  let current: AbortController | null = null;
  const listeners = new Set<(state: ListingState) => void>();
  const change = (part: Partial<ListingState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener(state);
  };

  const load = async () => {
    current?.abort();
    current = new AbortController();
    const { signal } = current;
    change({ step: 'loading', reason: null });
    try {
      const query = { ...base, ...listingQuery(state.filters), limit: pageSize, ...(cursor && { cursor }) };
      const page = await api.products(query, signal);
      if (signal.aborted) return;
      const known = cursor === null ? [] : state.products;
      cursor = page.nextCursor;
      change(withPage(known, page));
    } catch (error) {
      if (!signal.aborted) change({ step: 'failed', reason: reasonOf(error) });
    }
  };

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(filters) {
      const isThere = current !== null && state.step !== 'failed';
      if (isThere && JSON.stringify(filters) === JSON.stringify(state.filters)) return;
      cursor = null;
      state = { ...state, filters };
      void load();
    },
    more: () => void load(),
    scrolledTo: 0,
  };
}

function withPage(known: ProductCard[], page: ListingView): Partial<ListingState> {
  const shown = new Set(known.map(({ productId }) => productId));
  // After a change of the catalog a page may repeat a product of the one before.
  const added = page.products.filter(({ productId }) => !shown.has(productId));
  return {
    products: [...known, ...added],
    total: page.total,
    facets: page.facets,
    step: page.nextCursor === null ? 'complete' : 'partial',
  };
}
