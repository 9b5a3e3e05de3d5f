/** Milliseconds between the named stages of one render, rounded. */
export function stopwatch() {
  const found: Record<string, number> = {};
  const start = performance.now();
  let last = start;
  return {
    lap(name: string): void {
      const now = performance.now();
      found[name] = Math.round(now - last);
      last = now;
    },
    laps: () => ({ ...found, total: Math.round(performance.now() - start) }),
  };
}
