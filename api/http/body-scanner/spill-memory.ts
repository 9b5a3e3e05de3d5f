/** Memory for short strings instead of files, shared by all requests of a process. */
export interface SpillMemory {
  /** Maximum size of one string, bytes. */
  readonly maxEach: number;
  /** Reserves memory. Returns false when there is not enough; the string then goes to a file. */
  reserve(bytes: number): boolean;
  release(bytes: number): void;
}

/**
 * A file costs about ten file-system calls from creation to deletion, more than all other work on a small
 * image. The memory is released before the request waits for its render.
 */
export function createSpillMemory(limits: { maxEach: number; maxTotal: number }): SpillMemory {
  let reserved = 0;
  return {
    maxEach: limits.maxEach,
    reserve(bytes) {
      if (reserved + bytes > limits.maxTotal) return false;
      reserved += bytes;
      return true;
    },
    release(bytes) {
      reserved -= bytes;
    },
  };
}
