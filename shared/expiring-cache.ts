import { LRUCache } from 'lru-cache';

/**
 * A bounded cache of the results of `load`; missing values are cached too. Concurrent reads of one key load it
 * once, and a failed load is not cached.
 */
export interface ExpiringCache<Key, Value> {
  get(key: Key): Promise<Value>;
  forget(key: Key): void;
}

export interface ExpiringCacheOptions<Key, Value> {
  load(key: Key): Promise<Value>;
  /** Default: entries do not expire. With 0 each read loads, unless one is in progress. */
  ttlMs?: number;
  /** Maximum number of entries; beyond it the least recently used one is removed. */
  max: number;
  now?: () => number;
}

export function createExpiringCache<Key extends {}, Value>({
  load,
  ttlMs,
  max,
  now = Date.now,
}: ExpiringCacheOptions<Key, Value>): ExpiringCache<Key, Value> {
  const entries = new LRUCache<Key, Promise<Value>>({
    max,
    ttl: ttlMs ?? 0,
    ttlResolution: 0,
    perf: { now },
  });
  const loadEntry = (key: Key): Promise<Value> => {
    const value = load(key);
    entries.set(key, value);
    const drop = () => {
      if (entries.peek(key) === value) entries.delete(key);
    };
    // To lru-cache, a time to live of 0 is none.
    value.then(() => ttlMs === 0 && drop(), drop);
    return value;
  };
  return {
    get: (key) => entries.get(key) ?? loadEntry(key),
    forget: (key) => void entries.delete(key),
  };
}
