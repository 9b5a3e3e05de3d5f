/**
 * A bounded cache of what `load` answers, for `ttlMs`; absence is cached as well. Parallel look-ups
 * of one key load once, and a failed load is not kept.
 */
export interface ExpiringCache<Key, Value> {
  get(key: Key): Promise<Value>;
  forget(key: Key): void;
}

export interface ExpiringCacheOptions<Key, Value> {
  load(key: Key): Promise<Value>;
  ttlMs: number;
  /** Beyond this many the oldest entry goes. */
  max: number;
  now?: () => number;
}

export function createExpiringCache<Key, Value>(
  options: ExpiringCacheOptions<Key, Value>,
): ExpiringCache<Key, Value> {
  const { load, ttlMs, max, now = Date.now } = options;
  const entries = new Map<Key, { value: Promise<Value>; until: number }>();

  const keep = (key: Key): Promise<Value> => {
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
      return known && known.until > now() ? known.value : keep(key);
    },
    forget: (key) => void entries.delete(key),
  };
}
