import { createExpiringCache } from '../expiring-cache.ts';
import type { StoreDoc, StoreModel } from './store-model.ts';

/** Stores by slug and by host for requests that cannot afford a look-up each; at most `ttlMs` old. */
export interface StoreDirectory {
  bySlug(slug: string): Promise<StoreDoc | null>;
  /** `host` as `normaliseHost` answers it. */
  byHost(host: string): Promise<StoreDoc | null>;
  /** The next look-up reads this store anew. */
  forget(store: Pick<StoreDoc, 'slug' | 'hosts'>): void;
}

/** So many shop windows are busy within one `ttlMs`; strangers' guesses push out only each other. */
const most = 5_000;

export function createStoreDirectory(stores: StoreModel, ttlMs = 2_000): StoreDirectory {
  const slugs = createExpiringCache({
    load: (slug: string) => stores.findOne({ slug }).lean<StoreDoc>().exec(),
    ttlMs,
    max: most,
  });
  const hosts = createExpiringCache({
    load: (host: string) => stores.findOne({ hosts: host }).lean<StoreDoc>().exec(),
    ttlMs,
    max: most,
  });
  return {
    bySlug: slugs.get,
    byHost: hosts.get,
    forget: (store) => {
      slugs.forget(store.slug);
      for (const host of store.hosts) hosts.forget(host);
    },
  };
}
