/** Milliseconds between the named stages of one render, rounded. */
export interface Stopwatch {
  lap(name: string): void;
  laps(): Record<string, number>;
}

export function stopwatch(): Stopwatch {
  const found: Record<string, number> = {};
  const start = performance.now();
  let last = start;
  return {
    lap(name) {
      const now = performance.now();
      found[name] = Math.round(now - last);
      last = now;
    },
    laps: () => ({ ...found, total: Math.round(performance.now() - start) }),
  };
}
