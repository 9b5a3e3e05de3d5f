import type { Facets, ProductCard } from '../../../../shared/try-on/contract.ts';
import { type Filters, noFilters } from './filters.ts';
import type { Reason } from './reason.ts';

/** A list of the store's items, as far as it is loaded. */
export interface ListingState {
  filters: Filters;
  products: ProductCard[];
  /** Products that match, on all pages; null: not known yet. */
  total: number | null;
  facets: Facets | null;
  status: 'loading' | 'partial' | 'complete' | 'failed';
  /** Reason of the failure. */
  reason: Reason | null;
  /** Scroll position when the screen was left; CSS pixels. */
  scrolledTo: number;
}

/** By key: `allItems`, or a step of a flow. */
export type Listings = Readonly<Record<string, ListingState>>;

const emptyListing: ListingState = {
  filters: noFilters,
  products: [],
  total: null,
  facets: null,
  status: 'loading',
  reason: null,
  scrolledTo: 0,
};

/** Key of the list of all items. */
export const allItems = 'all';

/** Returns the list of that key; an empty one before it is asked for. */
export function getListing({ listings }: { listings: Listings }, key: string = allItems): ListingState {
  return listings[key] ?? emptyListing;
}
