import { failures } from '../errors.ts';

/**
 * Counter of the bytes that the engine uses, with their cap. Everything is in memory, so the cap keeps the machine from
 * running out of it.
 */
export interface MemoryUsage {
  readonly bytes: () => number;
  /** Throws OutOfDiskSpace when this many more bytes do not fit. */
  readonly reserve: (bytes: number) => void;
  readonly add: (delta: number) => void;
}

export function createMemoryUsage(maxBytes: number): MemoryUsage {
  let used = 0;
  return {
    bytes: () => used,
    add: (delta) => {
      used += delta;
    },
    reserve(bytes) {
      if (used + bytes > maxBytes) throw failures.dataCapReached(String(Math.round(maxBytes / 2 ** 20)));
    },
  };
}
