import { setImmediate } from 'node:timers/promises';

/** Lets other work of the process run when `budgetMs` of a long computation have passed since the last time. */
export function createBreather(budgetMs = 8): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < budgetMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
