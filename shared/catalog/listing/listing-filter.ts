import { categoryParts } from '../category-path.ts';
import { foldColor, foldTag } from '../fold.ts';
import { foldCategory, type ListingEntry } from './listing-entry.ts';

export interface ListingFilter {
  /** As written in a query; includes the categories below it. */
  category?: string;
  tag?: string;
  color?: string;
  /** Minor units of the store's main currency, of the lowest price of a product. */
  minPrice?: number;
  maxPrice?: number;
  /** Only what can be bought now. */
  available?: boolean;
}

/** Filterable values by entry number: a scan of 20,000 entries takes a fraction of a millisecond. */
export interface FilterColumns {
  /** NaN without one. */
  prices: Float64Array;
  available: Uint8Array;
  /** Numbers of the entries, by folded key. */
  categories: Map<string, number[]>;
  tags: Map<string, number[]>;
  colors: Map<string, number[]>;
}

export function filterColumns(entries: ListingEntry[]): FilterColumns {
  return {
    prices: Float64Array.from(entries, ({ price }) => price ?? Number.NaN),
    available: Uint8Array.from(entries, ({ card }) => (card.available ? 1 : 0)),
    categories: numbersByKey(entries, ({ categoryKeys }) => categoryKeys),
    tags: numbersByKey(entries, ({ tags }) => tags),
    colors: numbersByKey(entries, ({ colors }) => colors),
  };
}

function numbersByKey(
  entries: ListingEntry[],
  getKeys: (entry: ListingEntry) => string[],
): Map<string, number[]> {
  const numbers = new Map<string, number[]>();
  for (const [number, entry] of entries.entries()) {
    for (const key of getKeys(entry)) {
      const known = numbers.get(key);
      if (known) known.push(number);
      else numbers.set(key, [number]);
    }
  }
  return numbers;
}

/** 1 for each entry that passes all of the filters; undefined when there are none. */
export function passing(columns: FilterColumns, filter: ListingFilter): Uint8Array | undefined {
  const { category, tag, color } = filter;
  const count = columns.prices.length;
  const marks = [
    category === undefined
      ? undefined
      : marked(count, columns.categories.get(foldCategory(categoryParts(category)))),
    tag === undefined ? undefined : marked(count, columns.tags.get(foldTag(tag))),
    color === undefined ? undefined : marked(count, columns.colors.get(foldColor(color))),
    priced(columns.prices, filter),
    filter.available ? columns.available : undefined,
  ].filter((mark) => mark !== undefined);
  const [first, ...others] = marks;
  return first && others.reduce((all, mark) => all.map((passes, number) => passes & mark[number]!), first);
}

function priced(prices: Float64Array, { minPrice, maxPrice }: ListingFilter): Uint8Array | undefined {
  if (minPrice === undefined && maxPrice === undefined) return undefined;
  const [min, max] = [minPrice ?? 0, maxPrice ?? Number.POSITIVE_INFINITY];
  const marks = new Uint8Array(prices.length);
  for (let at = 0; at < prices.length; at += 1) if (prices[at]! >= min && prices[at]! <= max) marks[at] = 1;
  return marks;
}

/** 1 for each of the numbers. */
export function marked(count: number, numbers: ArrayLike<number> = []): Uint8Array {
  const marks = new Uint8Array(count);
  for (let at = 0; at < numbers.length; at += 1) marks[numbers[at]!] = 1;
  return marks;
}
