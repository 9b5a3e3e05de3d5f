import type { KeyValueStorage } from '../identity/storage.ts';

/**
 * Remembers what this tab has reported, so that a reload does not report it again. A duplicated tab has a copy of
 * it and of the session id: it continues the session.
 */
export interface Reported {
  /** True the first time that this happens to that session or render. */
  isNew(what: 'started' | 'engaged' | 'ended', id: string): boolean;
  /** True once it has happened. */
  has(what: 'started', id: string): boolean;
}

export function createReported(slug: string, session: KeyValueStorage): Reported {
  return {
    has: (what, id) => session.getItem(`service_reported_${what}:${slug}`) === id,
    isNew(what, id) {
      const key = `service_reported_${what}:${slug}`;
      if (session.getItem(key) === id) return false;
      session.setItem(key, id);
      return true;
    },
  };
}
