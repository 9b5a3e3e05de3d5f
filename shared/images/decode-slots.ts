import { availableParallelism } from 'node:os';

/**
 * Full decodes under way at once in this process. sharp works on libuv's four threads, which file reads
 * and DNS use too: two stay free for them. It also bounds memory: the worst accepted image (50 MP,
 * interlaced PNG) takes 330 MB.
 */
const SLOTS = Math.max(1, Math.min(2, availableParallelism()));

let free = SLOTS;
// As long as there are images accepted and not yet decoded, which the rate and body limits bound.
const waiting: (() => void)[] = [];

/** Runs `decode` when a slot is free, in the order of asking. Never nest: a holder that waits for a second slot may wait for ever. */
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
