import { LRUCache } from 'lru-cache';
import type { StoreDoc } from '../../stores/store-model.ts';
import type { ListedProduct } from './listed-product.ts';
import { buildListingIndex, type ListingIndex } from './listing-index.ts';
import { shownStore } from './shown-store.ts';

/** The listings of the stores that are in use, in this process. */
export interface ListingMemory {
  /**
   * Returns the store's listing. The first call waits until it is built; afterwards it may be some seconds behind a
   * change of the catalog, while the new one is built in the background.
   */
  of(store: StoreDoc): Promise<ListingIndex>;
}

export interface ListingMemoryOptions {
  /** Loads at most `limit` products of a store, in the merchant's order. */
  load(store: string, limit: number): AsyncIterable<ListedProduct>;
  /** Called with a store that has more products than its listing. */
  onTooMany(store: StoreDoc, maxProducts: number): void;
  /** Products of one store in its listing. */
  maxProducts?: number;
  /** Of all stores together, estimated; the least recently used are dropped. */
  maxBytes?: number;
  now?: () => number;
}

/** Limits how long an outdated listing is used when a killed import did not count its revision. */
const maxAgeMs = 900_000;
/** A store whose revision changes all the time is read no more often than this. */
const rebuildPauseMs = 3_000;

interface Held {
  index: ListingIndex;
  builtAt: number;
}

export function createListingMemory(options: ListingMemoryOptions): ListingMemory {
  const { maxProducts = 50_000, maxBytes = 512 * 1024 * 1024, now = Date.now } = options;
  // A listing above the limit takes the place of all others: without it, each call would build it again. That of a
  // store without products has a size too, as lru-cache demands.
  const held = new LRUCache<string, Held>({
    maxSize: maxBytes,
    sizeCalculation: ({ index }) => Math.max(1, Math.min(index.bytes, maxBytes)),
  });
  const building = new Map<string, Promise<ListingIndex>>();

  const build = async (store: StoreDoc) => {
    let seen = 0;
    const counted = async function* () {
      for await (const product of options.load(store._id, maxProducts + 1)) {
        seen += 1;
        if (seen <= maxProducts) yield product;
      }
    };
    const { catalogRevision: revision = 0 } = store;
    const index = await buildListingIndex({ store: shownStore(store), revision, products: counted() });
    if (seen > maxProducts) options.onTooMany(store, maxProducts);
    held.set(store._id, { index, builtAt: now() });
    return index;
  };

  const buildOnce = (store: StoreDoc) => {
    const running = building.get(store._id);
    if (running) return running;
    const started = build(store).finally(() => building.delete(store._id));
    building.set(store._id, started);
    return started;
  };

  const isDue = ({ index, builtAt }: Held, { catalogRevision = 0 }: StoreDoc) => {
    const age = now() - builtAt;
    return age > maxAgeMs || (index.revision !== catalogRevision && age > rebuildPauseMs);
  };

  return {
    of: async (store) => {
      const known = held.get(store._id);
      if (!known) return buildOnce(store);
      // Until it is there, and if it cannot be built, the former one counts; the next call tries again.
      if (isDue(known, store)) buildOnce(store).catch(() => undefined);
      return known.index;
    },
  };
}
