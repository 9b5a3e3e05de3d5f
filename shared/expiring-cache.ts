/**
 * A bounded cache of the results of `load` for `ttlMs`; missing values are cached too. Concurrent reads of
 * one key load it once, and a failed load is not cached.
 */
export interface ExpiringCache<Key, Value> {
  get(key: Key): Promise<Value>;
  forget(key: Key): void;
}

export interface ExpiringCacheOptions<Key, Value> {
  load(key: Key): Promise<Value>;
  ttlMs: number;
  /** Maximum number of entries; beyond it the oldest one is removed. */
  max: number;
  now?: () => number;
}

export function createExpiringCache<Key, Value>(
  options: ExpiringCacheOptions<Key, Value>,
): ExpiringCache<Key, Value> {
  const { load, ttlMs, max, now = Date.now } = options;
  const entries = new Map<Key, { value: Promise<Value>; until: number }>();

  const loadEntry = (key: Key): Promise<Value> => {
    const value = load(key);
    const entry = { value, until: now() + ttlMs };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > max) entries.delete(entries.keys().next().value as Key);
    value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return value;
  };

  return {
    get: (key) => {
      const known = entries.get(key);
      return known && known.until > now() ? known.value : loadEntry(key);
    },
    forget: (key) => void entries.delete(key),
  };
}
