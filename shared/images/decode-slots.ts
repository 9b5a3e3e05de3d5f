import { availableParallelism } from 'node:os';

/**
 * Full decodes that run at once in this process. sharp works on libuv's four threads, which file reads
 * and DNS use too: two stay free for them. It also bounds memory: the worst accepted image (50 MP,
 * interlaced PNG) takes 330 MB.
 */
const SLOTS = Math.max(1, Math.min(2, availableParallelism()));

let free = SLOTS;
// Bounded by the rate and body limits: one entry an accepted image that is not decoded yet.
const waiting: (() => void)[] = [];

/** Runs `decode` when a slot is free, first come first served. Never nest: a task that waits for a second slot may wait forever. */
export async function withDecodeSlot<T>(decode: () => Promise<T>): Promise<T> {
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await decode();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}
