import type { StoreDoc } from '../stores/store-model.ts';
import { type CatalogAsset, type ProductDoc, productKeys } from './product-model.ts';

/** What of a product a look-up needs. */
export type KnownProduct = Omit<ProductDoc, 'assets' | 'keys' | 'digest' | 'createdAt' | 'revision'> & {
  assets: Omit<CatalogAsset, 'source'>[];
};

/** Nearly every key has one product, and a million arrays of one would be memory for nothing. */
type ByKey = Map<string, KnownProduct | KnownProduct[]>;

/**
 * Whole catalogs of the stores that are asked for, in this process: a read of the database took 0.3 ms, but on
 * a busy machine over 4 ms one time in a hundred (scripts/bench/catalog.ts). It answers or says that it does not know; it never makes a look-up wait.
 */
export interface CatalogMemory {
  /**
   * The store's products filed under any of the keys; undefined while its catalog, as of `catalogRevision`, is not
   * here. Asking fetches it in the background.
   */
  candidates(store: StoreDoc, keys: string[]): KnownProduct[] | undefined;
}

export interface CatalogMemoryOptions {
  load(store: string): AsyncIterable<ProductDoc>;
  /** Keys of all stores together, one for each variant and some more; stores asked for longest ago go first. */
  most?: number;
  /** A store with more keys is read from the database each time. */
  mostOfStore?: number;
  now?: () => number;
}

/** Should a revision not have been counted because an import was killed, this long at most. */
const longestAgeMs = 300_000;

/** While an import goes on, its store is not read again and again. */
const pauseMs = 5_000;

interface Table {
  revision: number;
  loadedAt: number;
  /** Number of keys. */
  size: number;
  /** Absent when the store has too many products. */
  byKey?: ByKey;
}

export function createCatalogMemory(options: CatalogMemoryOptions): CatalogMemory {
  const { load, most = 1_500_000, mostOfStore = 300_000, now = Date.now } = options;
  /** Asked for longest ago first. */
  const tables = new Map<string, Table>();
  let held = 0;
  let loading = false;

  const forget = (store: string) => {
    held -= tables.get(store)?.size ?? 0;
    tables.delete(store);
  };

  const keep = (store: string, table: Table) => {
    forget(store);
    tables.set(store, table);
    held += table.size;
    for (const oldest of tables.keys()) {
      if (held <= most || oldest === store) return;
      forget(oldest);
    }
  };

  const fetch = async ({ _id, catalogRevision = 0 }: StoreDoc) => {
    loading = true;
    try {
      const loadedAt = now();
      const byKey: ByKey = new Map();
      let size = 0;
      for await (const product of load(_id)) {
        size += file(byKey, product);
        if (size > mostOfStore) return keep(_id, { revision: catalogRevision, loadedAt, size: 0 });
      }
      keep(_id, { revision: catalogRevision, loadedAt, size, byKey });
    } finally {
      loading = false;
    }
  };

  const isCurrent = (table: Table, revision: number) =>
    table.revision === revision && now() - table.loadedAt < longestAgeMs;

  return {
    candidates: (store, keys) => {
      const table = tables.get(store._id);
      if (!table || !isCurrent(table, store.catalogRevision ?? 0)) {
        const due = !table || now() - table.loadedAt >= pauseMs;
        // One catalog at a time; what cannot be loaded now is asked for again by the next look-up.
        if (due && !loading) fetch(store).catch(() => forget(store._id));
        return undefined;
      }
      tables.delete(store._id);
      tables.set(store._id, table);
      return table.byKey && [...new Set(keys.flatMap((key) => table.byKey!.get(key) ?? []))];
    },
  };
}

/** Answers under how many keys. */
function file(byKey: ByKey, product: ProductDoc): number {
  const { keys: _keys, digest: _digest, createdAt: _createdAt, revision: _revision, ...rest } = product;
  const known = { ...rest, assets: rest.assets.map(({ source: _source, ...asset }) => asset) };
  const keys = productKeys(product);
  for (const key of keys) {
    const filed = byKey.get(key);
    byKey.set(key, filed ? [known].concat(filed) : known);
  }
  return keys.length;
}
