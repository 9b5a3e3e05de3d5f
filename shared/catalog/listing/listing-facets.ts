import type { Facets } from '../../try-on/contract.ts';
import { categoryKey } from '../category-path.ts';
import { foldColor } from '../fold.ts';
import type { ListingEntry } from './listing-entry.ts';

/** More than a sheet of filters can show; the response of each page has them. */
const facetLimits = { categories: 300, colors: 60 } as const;

interface Category {
  path: string;
  name: string;
  count: number;
  below: Map<string, Category>;
}

/**
 * Builds the facets of a whole catalog, whose entries come in the merchant's order: categories in the order in which
 * they first appear, each followed by those below it; colors by how many products have them.
 */
export function buildFacets(entries: ListingEntry[], currency: string | undefined): Facets {
  return {
    categories: countCategories(entries),
    colors: countColors(entries),
    price: currency === undefined ? null : countPrices(entries, currency),
  };
}

function countCategories(entries: ListingEntry[]): Facets['categories'] {
  const root = new Map<string, Category>();
  for (const { category, categoryKeys } of entries) {
    let level = root;
    for (const [at, key] of categoryKeys.entries()) {
      const known = level.get(key) ?? newCategory(category.slice(0, at + 1));
      known.count += 1;
      level.set(key, known);
      level = known.below;
    }
  }
  return flatten(root).slice(0, facetLimits.categories);
}

function newCategory(path: string[]): Category {
  return { path: categoryKey(path), name: path.at(-1)!, count: 0, below: new Map() };
}

function flatten(level: Map<string, Category>): Facets['categories'] {
  return [...level.values()].flatMap(({ path, name, count, below }) => [
    { path, name, count },
    ...flatten(below),
  ]);
}

function countColors(entries: ListingEntry[]): Facets['colors'] {
  const byKey = new Map<string, Facets['colors'][number]>();
  for (const { card } of entries) {
    const ofCard = new Map(card.colors.map((color) => [foldColor(color.name), color]));
    for (const [key, { name, swatch }] of ofCard) {
      const known = byKey.get(key) ?? { name, swatch, count: 0 };
      known.swatch ??= swatch;
      known.count += 1;
      byKey.set(key, known);
    }
  }
  return [...byKey.values()].toSorted((a, b) => b.count - a.count).slice(0, facetLimits.colors);
}

function countPrices(entries: ListingEntry[], currency: string): Facets['price'] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { price } of entries) {
    if (price === null) continue;
    min = Math.min(min, price);
    max = Math.max(max, price);
  }
  return min > max ? null : { min, max, currency };
}

/** Returns the currency of most products; a store that has several cannot compare the prices of the others. */
export function mainCurrency(entries: ListingEntry[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { card } of entries) {
    const currency = card.price?.currency;
    if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
