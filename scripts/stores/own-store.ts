import { type Child, endingLine } from '../processes/child.ts';
import type { Store } from './store.ts';

/** Runs until the store answers or its process ends: whichever comes first. */
export async function readyOrLost(
  child: Child,
  ping: (signal: AbortSignal) => Promise<void>,
): Promise<'ready' | string> {
  const abort = new AbortController();
  const ready = ping(abort.signal).then(
    () => 'ready' as const,
    (error: Error) => error.message,
  );
  try {
    return await Promise.race([ready, child.ended.then(endingLine)]);
  } finally {
    abort.abort();
  }
}

/** A store in a process of ours, which is up. */
export function ownStore(child: Child, url: string, what: string): Store {
  let closing = false;
  const never = new Promise<string>(() => undefined);
  return {
    url,
    what,
    lost: child.ended.then((ending) => (closing ? never : endingLine(ending))),
    unref: child.unref,
    close: () => {
      closing = true;
      return child.close();
    },
  };
}
