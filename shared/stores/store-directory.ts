import { createExpiringCache } from '../expiring-cache.ts';
import type { StoreDoc, StoreModel } from './store-model.ts';
import { isSlug } from './stores.ts';

/** Stores by slug and by host, for requests that cannot afford a query each; at most `ttlMs` old. */
export interface StoreDirectory {
  bySlug(slug: string): Promise<StoreDoc | null>;
  /** `host` as `normaliseHost` returns it. */
  byHost(host: string): Promise<StoreDoc | null>;
  /** The next call reads this store again. */
  forget(store: Pick<StoreDoc, 'slug' | 'hosts'>): void;
}

/** More stores than are active within one `ttlMs`; guessed slugs push out only each other. */
const maxCached = 5_000;

export function createStoreDirectory(stores: StoreModel, ttlMs = 2_000): StoreDirectory {
  const slugs = createExpiringCache({
    load: (slug: string) => stores.findOne({ slug }).lean<StoreDoc>().exec(),
    ttlMs,
    max: maxCached,
  });
  const hosts = createExpiringCache({
    load: (host: string) => stores.findOne({ hosts: host }).lean<StoreDoc>().exec(),
    ttlMs,
    max: maxCached,
  });
  return {
    // Paths of 16 KB must not stay in memory as keys, nor reach the database.
    bySlug: async (slug) => (isSlug(slug) ? slugs.get(slug) : null),
    byHost: hosts.get,
    forget: (store) => {
      slugs.forget(store.slug);
      for (const host of store.hosts) hosts.forget(host);
    },
  };
}
