import type { RenderRequest } from '../../../../shared/client/types.ts';

const storageKey = 'playground-requests';
const maxKept = 20;

type Kept = readonly (readonly [renderId: string, request: RenderRequest])[];

/** The requests that were sent from this browser, by the ids of their renders. */
export interface SentRequests {
  find(renderId: string): RenderRequest | undefined;
  add(renderId: string, request: RenderRequest): void;
}

export function createSentRequests(storage: Storage): SentRequests {
  const read = (): Kept => {
    try {
      return JSON.parse(storage.getItem(storageKey) ?? '[]') as Kept;
    } catch {
      return [];
    }
  };
  return {
    find: (renderId) => read().find(([id]) => id === renderId)?.[1],
    add: (renderId, request) => {
      const others = read().filter(([id]) => id !== renderId);
      try {
        storage.setItem(storageKey, JSON.stringify([[renderId, request], ...others].slice(0, maxKept)));
      } catch {
        // A full or a forbidden storage: this render cannot be run again from the list.
      }
    },
  };
}
