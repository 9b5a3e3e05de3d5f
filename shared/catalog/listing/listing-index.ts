import { createYielder } from '../../async/yielder.ts';
import { type Facets, type ProductCard, type SortOrder, sortOrders } from '../../try-on/contract.ts';
import type { ListedProduct } from './listed-product.ts';
import { decodeCursor, encodeCursor, type ListingCursor, maxShown } from './listing-cursor.ts';
import { comparePlaces, type ListingEntry, type Place, rankers, toEntry } from './listing-entry.ts';
import { buildFacets, mainCurrency } from './listing-facets.ts';
import { type FilterColumns, filterColumns, type ListingFilter, marked, passing } from './listing-filter.ts';
import { buildListingSearch, type ListingSearch, type SearchedText, searchedText } from './listing-search.ts';
import type { ShownStore } from './product-views.ts';

export interface ListingQuestion extends ListingFilter {
  /** Words; found products are in their order of relevance unless `sort` names another. */
  q?: string;
  sort: SortOrder;
  /** Maximum number of products on the page. */
  limit: number;
  cursor?: string;
}

export interface ListingPage {
  products: ProductCard[];
  nextCursor: string | null;
  total: number;
}

/** A store's catalog in memory, as of one revision. */
export interface ListingIndex {
  revision: number;
  facets: Facets;
  /** Estimated. */
  bytes: number;
  /** @throws ApiError INVALID_INPUT for a cursor of another question. */
  page(question: ListingQuestion): ListingPage;
  /** Returns a predicate for product ids that pass the filters; without filters, all of them pass. */
  matching(filter: ListingFilter): (productId: string) => boolean;
}

export interface IndexSource {
  store: ShownStore;
  revision: number;
  /** In the merchant's order. */
  products: AsyncIterable<ListedProduct>;
}

/**
 * Measured at 20,000 products with `npm run bench -- --only catalog-listing`: of an entry with its words, and of
 * each character that is searched.
 */
const estimatedBytes = { product: 1_500, character: 3 } as const;

/** Builds the index in steps of some milliseconds, between which the process does other work. */
export async function buildListingIndex({ store, revision, products }: IndexSource): Promise<ListingIndex> {
  const yieldNow = createYielder();
  const entries: ListingEntry[] = [];
  const texts: SearchedText[] = [];
  let characters = 0;
  for await (const product of products) {
    const entry = toEntry(product, store);
    texts.push(searchedText(entries.length, product, entry));
    entries.push(entry);
    characters += (product.title?.length ?? 0) + (product.description?.length ?? 0);
    await yieldNow();
  }
  const search = await buildListingSearch(texts, yieldNow);
  const currency = mainCurrency(entries);
  for (const entry of entries) if (entry.card.price?.currency !== currency) entry.price = null;
  await yieldNow();
  const orders = {} as Record<SortOrder, Order>;
  for (const sort of sortOrders) {
    orders[sort] = buildOrder(entries, sort);
    await yieldNow();
  }
  const facets = buildFacets(entries, currency);
  await yieldNow();
  const columns = filterColumns(entries);
  await yieldNow();
  const cards = entries.map(({ card }) => card);
  const numbers = new Map(cards.map(({ productId }, number) => [productId, number]));
  const bytes = entries.length * estimatedBytes.product + characters * estimatedBytes.character;
  const parts = { revision, cards, columns, orders, search, numbers };
  return {
    ...{ revision, facets, bytes },
    page: (question) => buildPage(parts, question),
    matching: (filter) => {
      const marks = passing(columns, filter);
      return (productId) => marks === undefined || marks[numbers.get(productId) ?? -1] === 1;
    },
  };
}

/** All entries in one order. */
interface Order {
  numbers: Uint32Array;
  getPosition(number: number): Place;
}

function buildOrder(entries: ListingEntry[], sort: SortOrder): Order {
  const ranks = Float64Array.from(entries, rankers[sort]);
  const ids = entries.map(({ card }) => card.productId);
  const getCursor = (number: number) => ({ rank: ranks[number]!, productId: ids[number]! });
  const byPlace = (a: number, b: number) =>
    ranks[a]! - ranks[b]! || comparePlaces(getCursor(a), getCursor(b));
  return { numbers: Uint32Array.from(entries.keys()).sort(byPlace), getPosition: getCursor };
}

interface Parts {
  revision: number;
  /** By number, as in all the others. */
  cards: ProductCard[];
  columns: FilterColumns;
  orders: Record<SortOrder, Order>;
  search: ListingSearch;
  /** By product id. */
  numbers: Map<string, number>;
}

function buildPage(parts: Parts, { limit, cursor, ...question }: ListingQuestion): ListingPage {
  const { cards, columns, orders, search, revision } = parts;
  const order = orders[question.sort];
  const byRelevance = question.q !== undefined && question.sort === 'featured';
  const found = question.q === undefined ? undefined : search.findNumbers(question.q);
  const listed = byRelevance ? found! : order.numbers;
  const wanted = [
    found && !byRelevance ? marked(cards.length, found) : undefined,
    passing(columns, question),
  ].filter((marks) => marks !== undefined);
  const numbers = wanted.reduce((all, marks) => all.filter((number) => marks[number] === 1), listed);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, question);
  const start = after ? findStart(parts, { numbers, order, byRelevance, after, sort: question.sort }) : 0;
  const page = [...numbers.slice(start, start + limit)];
  const end = start + page.length;
  const products = page.map((number) => cards[number]!);
  const last = page.at(-1);
  if (last === undefined || end >= numbers.length)
    return { products, nextCursor: null, total: numbers.length };
  const shown = products.slice(-maxShown).map(({ productId }) => productId);
  const next = { rank: order.getPosition(last).rank, revision, offset: end, shown: shown.toReversed() };
  return { products, nextCursor: encodeCursor(next, question), total: numbers.length };
}

interface Start {
  numbers: ArrayLike<number>;
  order: Order;
  byRelevance: boolean;
  after: ListingCursor;
  sort: SortOrder;
}

/**
 * Finds the start of the next page. By relevance: at the same offset while the catalog is unchanged, afterwards behind
 * the products shown last. In the merchant's order, whose numbers all move when a product is added: behind the products
 * shown last. In other orders, and if these products no longer exist: behind the former value.
 */
function findStart(
  { revision, numbers: byId }: Parts,
  { numbers, order, byRelevance, after, sort }: Start,
): number {
  const last = after.shown.map((id) => byId.get(id)).find((number) => number !== undefined);
  if (byRelevance) {
    if (after.revision === revision || last === undefined) return after.offset;
    const at = Array.prototype.indexOf.call(numbers, last);
    return at === -1 ? after.offset : at + 1;
  }
  const former = { rank: after.rank, productId: after.shown[0]! };
  return firstBehind(
    numbers,
    order,
    sort === 'featured' && last !== undefined ? order.getPosition(last) : former,
  );
}

function firstBehind(numbers: ArrayLike<number>, order: Order, place: Place): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePlaces(order.getPosition(numbers[middle]!), place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
