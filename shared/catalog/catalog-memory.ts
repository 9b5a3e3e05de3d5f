import type { StoreDoc } from '../stores/store-model.ts';
import { type CatalogAsset, type CatalogDescriptor, type ProductDoc, productKeys } from './product-model.ts';

/** The fields of a product that a lookup needs. */
export interface KnownProduct
  extends CatalogDescriptor,
    Pick<ProductDoc, '_id' | 'store' | 'productId' | 'handle' | 'handleHistory' | 'updatedAt'> {
  variants: Pick<ProductDoc['variants'][number], 'variantId' | 'color'>[];
  assets: Pick<CatalogAsset, 'image' | 'variantIds' | 'color'>[];
}

/** As a projection: what shoppers browse by would fill the memory that lookups have. */
export const knownFields = {
  store: 1,
  productId: 1,
  handle: 1,
  handleHistory: 1,
  title: 1,
  category: 1,
  tags: 1,
  dimensions: 1,
  'variants.variantId': 1,
  'variants.color': 1,
  'assets.image': 1,
  'assets.variantIds': 1,
  'assets.color': 1,
  updatedAt: 1,
} as const;

/** Nearly every key has one product; a million arrays of one would waste memory. */
type ByKey = Map<string, KnownProduct | KnownProduct[]>;

/**
 * Whole catalogs of the stores that are in use, in this process: a read of the database took 0.3 ms, but on a
 * busy machine over 4 ms one time in a hundred (scripts/bench/catalog.ts). A lookup never waits for it.
 */
export interface CatalogMemory {
  /**
   * The store's products that have any of the keys; undefined while its catalog, as of `catalogRevision`, is not
   * loaded. The call starts loading it in the background.
   */
  candidates(store: StoreDoc, keys: string[]): KnownProduct[] | undefined;
}

export interface CatalogMemoryOptions {
  load(store: string): AsyncIterable<KnownProduct>;
  /** Keys of all stores together, one for each variant and some more; the least recently used stores are dropped. */
  maxKeys?: number;
  /** A store with more keys is read from the database each time. */
  maxKeysOfStore?: number;
  now?: () => number;
}

/** Limits how long an outdated catalog is used when a killed import did not count its revision. */
const maxAgeMs = 300_000;

/** During an import the revision changes all the time; its store is read no more often than this. */
const reloadPauseMs = 5_000;

interface Table {
  revision: number;
  loadedAt: number;
  /** Number of keys. */
  size: number;
  /** Absent when the store has too many products. */
  byKey?: ByKey;
}

export function createCatalogMemory(options: CatalogMemoryOptions): CatalogMemory {
  const { load, maxKeys = 1_500_000, maxKeysOfStore = 300_000, now = Date.now } = options;
  /** Least recently used first. */
  const tables = new Map<string, Table>();
  let keyCount = 0;
  let loading = false;

  const drop = (store: string) => {
    keyCount -= tables.get(store)?.size ?? 0;
    tables.delete(store);
  };

  const keep = (store: string, table: Table) => {
    drop(store);
    tables.set(store, table);
    keyCount += table.size;
    for (const oldest of tables.keys()) {
      if (keyCount <= maxKeys || oldest === store) return;
      drop(oldest);
    }
  };

  const fetch = async ({ _id, catalogRevision = 0 }: StoreDoc) => {
    loading = true;
    try {
      const loadedAt = now();
      const byKey: ByKey = new Map();
      let size = 0;
      for await (const product of load(_id)) {
        size += index(byKey, product);
        if (size > maxKeysOfStore) return keep(_id, { revision: catalogRevision, loadedAt, size: 0 });
      }
      keep(_id, { revision: catalogRevision, loadedAt, size, byKey });
    } finally {
      loading = false;
    }
  };

  const isCurrent = (table: Table, revision: number) =>
    table.revision === revision && now() - table.loadedAt < maxAgeMs;

  return {
    candidates: (store, keys) => {
      const table = tables.get(store._id);
      if (!table || !isCurrent(table, store.catalogRevision ?? 0)) {
        const due = !table || now() - table.loadedAt >= reloadPauseMs;
        // One catalog at a time; the next lookup tries again what is not loaded now.
        if (due && !loading) fetch(store).catch(() => drop(store._id));
        return undefined;
      }
      tables.delete(store._id);
      tables.set(store._id, table);
      return table.byKey && [...new Set(keys.flatMap((key) => table.byKey!.get(key) ?? []))];
    },
  };
}

/** Returns the number of its keys. */
function index(byKey: ByKey, product: KnownProduct): number {
  const keys = productKeys(product);
  for (const key of keys) {
    const others = byKey.get(key);
    byKey.set(key, others ? [product].concat(others) : product);
  }
  return keys.length;
}
