/** Writes of statistics, of which several wait for each other. */
export interface Notes {
  /** Returns what takes a note; `write` receives several in their order. Neither delays nor fails what is noted. */
  collect<Note>(
    write: (notes: Note[]) => Promise<void>,
    onError: (error: unknown) => void,
  ): (note: Note) => void;
  /** Writes what waits. */
  flush(): Promise<void>;
}

/** Notes of this time are written together, and lost if the process is killed. */
const waitMs = 250;

export function createNotes(): Notes {
  const flushes: (() => Promise<void>)[] = [];
  return {
    collect(write, onError) {
      let waiting: Parameters<typeof write>[0] = [];
      const flush = async () => {
        const notes = waiting;
        waiting = [];
        if (notes.length > 0) await write(notes).catch(onError);
      };
      flushes.push(flush);
      return (note) => {
        if (waiting.push(note) === 1) setTimeout(flush, waitMs);
      };
    },
    flush: async () => {
      await Promise.all(flushes.map((flush) => flush()));
    },
  };
}
