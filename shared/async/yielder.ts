import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop once `budgetMs` of a long computation have passed since the last time. */
export function createYielder(budgetMs = 8): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < budgetMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
