import type { ListingQuery, SortOrder } from '../../../../shared/try-on/contract.ts';

/** Filters, search and order of a list. */
export interface Filters {
  q: string;
  /** Path of a category. */
  category: string | null;
  color: string | null;
  /** Minor units. */
  minPrice: number | null;
  maxPrice: number | null;
  availableOnly: boolean;
  sort: SortOrder;
}

export const noFilters: Filters = {
  q: '',
  category: null,
  color: null,
  minPrice: null,
  maxPrice: null,
  availableOnly: false,
  sort: 'featured',
};

/** Returns the filters as the query of `GET /products`. */
export function listingQuery(filters: Filters): ListingQuery {
  const { q, category, color, minPrice, maxPrice, availableOnly, sort } = filters;
  return {
    ...(q.trim() && { q: q.trim() }),
    ...(category !== null && { category }),
    ...(color !== null && { color }),
    ...(minPrice !== null && { minPrice }),
    ...(maxPrice !== null && { maxPrice }),
    ...(availableOnly && { available: '1' }),
    ...(sort !== 'featured' && { sort }),
  };
}

/** Filters that can be removed one by one: search and sort have controls of their own. */
export type FilterName = 'category' | 'color' | 'price' | 'available';

/** Returns the filters that are set, in the order in which they are shown. */
export function setFilters({ category, color, minPrice, maxPrice, availableOnly }: Filters): FilterName[] {
  const isSet: Record<FilterName, boolean> = {
    category: category !== null,
    color: color !== null,
    price: minPrice !== null || maxPrice !== null,
    available: availableOnly,
  };
  return (Object.keys(isSet) as FilterName[]).filter((name) => isSet[name]);
}

const cleared: Record<FilterName, Partial<Filters>> = {
  category: { category: null },
  color: { color: null },
  price: { minPrice: null, maxPrice: null },
  available: { availableOnly: false },
};

export function withoutFilter(filters: Filters, name: FilterName): Filters {
  return { ...filters, ...cleared[name] };
}

/** Returns true if search or a filter narrows the list. */
export function isNarrowed(filters: Filters): boolean {
  return filters.q.trim() !== '' || setFilters(filters).length > 0;
}
