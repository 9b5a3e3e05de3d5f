import type { KeyValueStorage } from '../../../api/web/try-on/identity/storage.ts';

/** A storage of a browser, with some values in it. */
export function memoryStorage(values: Record<string, string> = {}): KeyValueStorage {
  const map = new Map(Object.entries(values));
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}
