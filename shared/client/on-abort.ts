const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once the signal aborts; returns what ends that. All calls of a client may share one signal, with one
 * listener: Node warns of a leak from 11 on.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => undefined;
  const callbacks = listeners.get(signal) ?? new Set();
  if (!listeners.has(signal)) {
    listeners.set(signal, callbacks);
    signal.addEventListener('abort', () => {
      for (const each of callbacks) each();
    });
  }
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
  };
}
