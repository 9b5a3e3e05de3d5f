import { failures } from '../errors.ts';

/** How many bytes the store holds, against the cap. Everything lives in memory, so the cap is what keeps the machine alive. */
export interface Usage {
  readonly bytes: () => number;
  /** Throws OutOfDiskSpace when this many more bytes do not fit. */
  readonly reserve: (bytes: number) => void;
  readonly add: (delta: number) => void;
}

export function createUsage(maxBytes: number): Usage {
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
