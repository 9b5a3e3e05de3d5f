import { availableParallelism } from 'node:os';

/**
 * Full decodes that run at once in this process. sharp works on libuv's four threads, which file reads
 * and DNS use too: two stay free for them. It also bounds memory: the worst accepted image (50 MP,
 * interlaced PNG) takes 330 MB.
 */
const slots = Math.max(1, Math.min(2, availableParallelism()));

/** Images of one owner that may wait: ten renders at once with all the images a request can have. */
const maxWaitingEach = 256;

/** Too many images of one owner wait to be decoded. */
export class DecodeQueueFull extends Error {
  override name = 'DecodeQueueFull';
}

export interface SlotOptions {
  /** Owners take turns, so that the images of one do not delay the others. Default: one for all our own work. */
  owner?: string | undefined;
  /** Gives up waiting; a decode that has begun runs to its end. */
  signal?: AbortSignal | undefined;
}

let free = slots;
/** In the order of their turns. */
const waiting = new Map<string, Set<() => void>>();

/**
 * Runs `decode` when a slot is free. Never nest: a task that waits for a second slot may wait forever.
 * @throws DecodeQueueFull, or the reason of the signal
 */
export async function withDecodeSlot<T>(
  decode: () => Promise<T>,
  { owner = '', signal }: SlotOptions = {},
): Promise<T> {
  signal?.throwIfAborted();
  if (free > 0) free--;
  else await turnOf(owner, signal);
  try {
    return await decode();
  } finally {
    next();
  }
}

function turnOf(owner: string, signal: AbortSignal | undefined): Promise<void> {
  const queue = waiting.get(owner) ?? new Set();
  if (queue.size >= maxWaitingEach) throw new DecodeQueueFull('Too many images wait to be decoded.');
  waiting.set(owner, queue);
  return new Promise((resolve, reject) => {
    const start = () => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = () => {
      queue.delete(start);
      if (queue.size === 0) waiting.delete(owner);
      reject(signal!.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    queue.add(start);
  });
}

/** Hands the slot to the first image of the owner whose turn it is, who then goes to the end of the line. */
function next(): void {
  const [turn] = waiting;
  if (!turn) {
    free++;
    return;
  }
  const [owner, queue] = turn;
  const [start] = queue;
  waiting.delete(owner);
  queue.delete(start!);
  if (queue.size > 0) waiting.set(owner, queue);
  start!();
}
