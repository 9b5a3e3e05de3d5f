const defaultMs = 1_000;

/**
 * Returns the result of `read`, at most that old and read once for concurrent calls: for routes that need no login and
 * whose response costs more than the request.
 */
export function sampled<Value>(read: () => Promise<Value>, sampleMs = defaultMs): () => Promise<Value> {
  let current: { at: number; value: Promise<Value> } | undefined;
  return () => {
    if (!current || performance.now() - current.at > sampleMs) {
      const value = read();
      current = { at: performance.now(), value };
      value.catch(() => {
        current = undefined;
      });
    }
    return current.value;
  };
}
