import { onAbort } from './on-abort.ts';

/** Runs work when it is its turn: at most so many at once, in the order of their calls. */
export type InTurn = <T>(signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>;

export function createTurns(max: number, aborted: () => Error): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;

  const take = (signal: AbortSignal | undefined): Promise<void> | undefined => {
    if (running < max) {
      running += 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const release = onAbort(signal, () => {
        waiting.splice(waiting.indexOf(begin), 1);
        release();
        reject(aborted());
      });
      const begin = () => {
        release();
        resolve();
      };
      waiting.push(begin);
    });
  };
  // A place passes to the next in line, so that no later call takes it first.
  const pass = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return async (signal, work) => {
    if (signal?.aborted) throw aborted();
    await take(signal);
    try {
      return await work();
    } finally {
      pass();
    }
  };
}
