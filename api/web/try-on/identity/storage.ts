/** The part of `localStorage` and `sessionStorage` that the application uses. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Returns a storage that never throws. In a frame of another site the very property `window.localStorage` can throw
 * (blocked or partitioned storage), and `setItem` throws when the quota is used up: values are then kept in memory.
 */
export function resilientStorage(open: () => KeyValueStorage): KeyValueStorage {
  const memory = new Map<string, string>();
  const real = attempt(open);
  return {
    getItem: (key) => memory.get(key) ?? attempt(() => real?.getItem(key)) ?? null,
    setItem(key, value) {
      const kept = attempt(() => {
        real?.setItem(key, value);
        return real !== undefined;
      });
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      attempt(() => real?.removeItem(key));
    },
  };
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
