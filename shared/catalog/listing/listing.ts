import { getDriver } from '../../mongodb/driver.ts';
import type { StoreDoc } from '../../stores/store-model.ts';
import type { ListingView, ProductCard, ProductView } from '../../try-on/contract.ts';
import { type ProductModel, productDocId, productKeyBuilders } from '../product-model.ts';
import { type ListedProduct, listedFields } from './listed-product.ts';
import type { ListingFilter } from './listing-filter.ts';
import type { ListingQuestion } from './listing-index.ts';
import { createListingMemory, type ListingMemoryOptions } from './listing-memory.ts';
import { productCard, productView } from './product-views.ts';
import { shownStore } from './shown-store.ts';

/** A product that is asked for by its id, or a variant of it. */
export interface NamedItem {
  productId: string;
  variantId?: string;
}

/** The catalogs of stores as shoppers browse them. */
export interface Listing {
  /** @throws ApiError INVALID_INPUT for a cursor of another question. */
  page(store: StoreDoc, question: ListingQuestion): Promise<ListingView>;
  /**
   * Just these products that exist and pass the filters, in this order. Each text is `productId` or
   * `productId:variantId`.
   */
  items(store: StoreDoc, items: string[], filter?: ListingFilter): Promise<ListingView>;
  product(store: StoreDoc, productId: string): Promise<ProductView | null>;
}

export interface ListingDependencies extends Pick<ListingMemoryOptions, 'onTooMany'> {
  products: ProductModel;
}

/** Products of one reply of the database: decoding more would keep the event loop from other work. */
const batchSize = 100;
const loadMs = 120_000;
/** A name is the id of one product, the handle of another, and an earlier handle of a few. */
const maxNamesakes = 4;

export function createListing({ products, onTooMany }: ListingDependencies): Listing {
  const collection = getDriver(products);
  const memory = createListingMemory({
    onTooMany,
    load: (store, limit) =>
      collection
        .find<ListedProduct>({ store }, { projection: listedFields, batchSize, timeoutMS: loadMs })
        .sort({ position: 1, _id: 1 })
        .limit(limit),
  });
  const read = (ids: string[]) =>
    collection
      .find<ListedProduct>({ _id: { $in: ids } }, { projection: listedFields, limit: ids.length })
      .toArray();
  /** By id, or by the handle that a product page's address has. */
  const readNamed = (store: string, names: string[]) => {
    const keys = names.flatMap((name) => [productKeyBuilders.product(name), productKeyBuilders.handle(name)]);
    const limit = names.length * maxNamesakes;
    return collection
      .find<ListedProduct>({ store, keys: { $in: keys } }, { projection: listedFields, limit })
      .toArray();
  };

  return {
    page: async (store, question) => {
      const { facets, page } = await memory.of(store);
      return { ...page(question), facets };
    },
    items: async (store, items, filter = {}) => {
      const { facets, matching } = await memory.of(store);
      const possible = items.map(listReadings);
      const names = new Set(possible.flat().map(({ productId }) => productId));
      const found = byName(await readNamed(store._id, [...names]));
      const passes = matching(filter);
      const cards = possible
        .flatMap((readings) => toCard(readings, found, store))
        .filter(({ productId }) => passes(productId));
      return { products: cards, nextCursor: null, total: cards.length, facets };
    },
    product: async (store, productId) => {
      const [product] = await read([productDocId(store._id, productId)]);
      return product ? productView(product, shownStore(store)) : null;
    },
  };
}

/** An id wins over another product's handle. */
function byName(products: ListedProduct[]): (name: string) => ListedProduct | undefined {
  const byId = new Map(products.map((product) => [product.productId, product]));
  const byHandle = new Map(products.map((product) => [productKeyBuilders.handle(product.handle), product]));
  return (name) => byId.get(name) ?? byHandle.get(productKeyBuilders.handle(name));
}

/** An id may itself have a colon, so a text has up to two readings, of which the first that exists counts. */
function listReadings(item: string): NamedItem[] {
  const colon = item.lastIndexOf(':');
  const whole = { productId: item };
  if (colon <= 0) return [whole];
  return [whole, { productId: item.slice(0, colon), variantId: item.slice(colon + 1) }];
}

function toCard(readings: NamedItem[], found: ReturnType<typeof byName>, store: StoreDoc): ProductCard[] {
  for (const { productId, variantId } of readings) {
    const product = found(productId);
    if (product) return [productCard(product, shownStore(store), variantId)];
  }
  return [];
}
