import { categoryParts } from '../category-path.ts';
import { foldColor } from '../fold.ts';
import { foldCategory, type ListingEntry } from './listing-entry.ts';

export interface ListingFilter {
  /** As written in a query; includes the categories below it. */
  category?: string;
  color?: string;
  /** Minor units of the store's main currency, of the lowest price of a product. */
  minPrice?: number;
  maxPrice?: number;
  /** Only what can be bought now. */
  available?: boolean;
}

/** Whether an entry passes all of the filters; undefined when there are none. */
export function filterOf(filter: ListingFilter): ((entry: ListingEntry) => boolean) | undefined {
  const { minPrice, maxPrice } = filter;
  const tests: ((entry: ListingEntry) => boolean)[] = [];
  if (filter.category !== undefined) {
    const key = foldCategory(categoryParts(filter.category));
    tests.push(({ categoryKeys }) => categoryKeys.includes(key));
  }
  if (filter.color !== undefined) {
    const color = foldColor(filter.color);
    tests.push(({ colors }) => colors.includes(color));
  }
  if (minPrice !== undefined) tests.push(({ price }) => price !== null && price >= minPrice);
  if (maxPrice !== undefined) tests.push(({ price }) => price !== null && price <= maxPrice);
  if (filter.available) tests.push(({ card }) => card.available);
  return tests.length === 0 ? undefined : (entry) => tests.every((test) => test(entry));
}
