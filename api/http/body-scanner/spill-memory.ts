/** Memory that short strings may take instead of a file, for all requests of a process together. */
export interface SpillMemory {
  /** Longest string that is kept, bytes. */
  readonly mostEach: number;
  /** False: there is no room, the string goes to a file. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

/**
 * A file costs about ten calls of the file system until it is gone again, more than all else that is done
 * with a small image; what is kept here is given back before the connection is held.
 */
export function createSpillMemory(limits: { mostEach: number; mostTogether: number }): SpillMemory {
  let taken = 0;
  return {
    mostEach: limits.mostEach,
    take(bytes) {
      if (taken + bytes > limits.mostTogether) return false;
      taken += bytes;
      return true;
    },
    give(bytes) {
      taken -= bytes;
    },
  };
}
