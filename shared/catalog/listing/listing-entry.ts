import type { ProductCard, SortOrder } from '../../try-on/contract.ts';
import { categoryKey, categoryParts } from '../category-path.ts';
import { foldColor, foldTag } from '../fold.ts';
import { type ListedProduct, listColors } from './listed-product.ts';
import { productCard, type ShownStore } from './product-views.ts';

/** A product in memory: its card, and what it is filtered and sorted by. */
export interface ListingEntry {
  card: ProductCard;
  position: number;
  /** Milliseconds since 1970. */
  publishedAt: number;
  /** In the store's main currency; null without one. */
  price: number | null;
  /** Parts of its category's path; empty without one. */
  category: string[];
  /** Folded keys of its category and all above it. */
  categoryKeys: string[];
  /** Folded. */
  tags: string[];
  /** Folded. */
  colors: string[];
}

/** Returns a category as it is compared: case makes no difference. */
export function foldCategory(parts: string[]): string {
  return categoryKey(parts).normalize('NFC').toLowerCase();
}

export function toEntry(product: ListedProduct, store: ShownStore): ListingEntry {
  const category = product.categoryPath ?? categoryParts(product.category);
  const card = productCard(product, store);
  return {
    card,
    position: product.position ?? Number.MAX_SAFE_INTEGER,
    publishedAt: (product.publishedAt ?? product.createdAt).getTime(),
    price: card.price?.amount ?? null,
    category,
    categoryKeys: category.map((_part, at) => foldCategory(category.slice(0, at + 1))),
    tags: [...new Set(product.tags.map(foldTag))],
    colors: [...new Set(listColors(product).map(({ name }) => foldColor(name)))],
  };
}

/** Sort keys by order, ascending; equal keys are sorted by product id, so that every order is total. */
export const rankers: Record<SortOrder, (entry: ListingEntry) => number> = {
  featured: ({ position }) => position,
  'price-low': ({ price }) => price ?? Number.MAX_SAFE_INTEGER,
  // Products without a price are last in both orders.
  'price-high': ({ price }) => (price === null ? Number.MAX_SAFE_INTEGER : -price),
  newest: ({ publishedAt }) => -publishedAt,
};

/** A place in an order, between or at entries. */
export interface Place {
  rank: number;
  productId: string;
}

export function comparePlaces(a: Place, b: Place): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.productId === b.productId) return 0;
  return a.productId < b.productId ? -1 : 1;
}
