import { availableParallelism } from 'node:os';
import { type CountTime, DecodeQueueFull, DecodeTurns } from './decode-turns.ts';

export { DecodeQueueFull };

/**
 * Full decodes that run at once in this process. sharp works on libuv's four threads, which file reads
 * and DNS use too: two stay free for them. It also bounds memory: the worst accepted image (50 MP,
 * interlaced PNG) takes 330 MB.
 */
const slots = Math.max(1, Math.min(2, availableParallelism()));

/**
 * For whom an image is decoded: `keys` for callers with an API key and our own work, `shoppers` for whoever reaches a
 * store's page. Anyone can be as many shoppers as they like, so all of them together wait behind the keys.
 */
export type DecodeLane = 'keys' | 'shoppers';

/** Identifies the caller for whom an image is decoded; callers share the time. */
export interface DecodeTurn {
  /** Owners share the time of their lane. Default: one for all our own work. */
  owner?: string | undefined;
  /** Default: `keys`. */
  lane?: DecodeLane | undefined;
}

export interface SlotOptions extends DecodeTurn {
  /** Gives up waiting; a decode that has begun runs to its end. */
  signal?: AbortSignal | undefined;
}

/** Turns that keys have before one of a shopper who waits, so that busy keys do not end the try-on. */
const keysBeforeShopper = 8;

const waiting: Record<DecodeLane, DecodeTurns> = { keys: new DecodeTurns(), shoppers: new DecodeTurns() };
/** Free slots by lane: with two or more slots, shoppers leave one free. */
const free: Record<DecodeLane, number> = { keys: slots, shoppers: Math.max(1, slots - 1) };
let keysSinceShopper = 0;

/**
 * Runs `decode` when a slot is free. Never nest: a task that waits for a second slot may wait forever.
 * @throws DecodeQueueFull, or the reason of the signal
 */
export async function withDecodeSlot<T>(
  decode: () => Promise<T>,
  { owner = '', lane = 'keys', signal }: SlotOptions = {},
): Promise<T> {
  signal?.throwIfAborted();
  // A free slot means that no waiting task may have it.
  const count = isFree(lane) ? beginAtOnce(lane, owner) : await waitForTurn(waiting[lane], owner, signal);
  const since = performance.now();
  try {
    return await decode();
  } finally {
    count(performance.now() - since);
    occupy(lane, 1);
    startNext();
  }
}

const isFree = (lane: DecodeLane) => free.keys > 0 && free[lane] > 0;

function occupy(lane: DecodeLane, change: 1 | -1): void {
  free.keys += change;
  if (lane === 'shoppers') free.shoppers += change;
}

function beginAtOnce(lane: DecodeLane, owner: string): CountTime {
  occupy(lane, -1);
  return waiting[lane].begin(owner);
}

function waitForTurn(turns: DecodeTurns, owner: string, signal: AbortSignal | undefined): Promise<CountTime> {
  return new Promise((resolve, reject) => {
    const start = (count: CountTime) => {
      signal?.removeEventListener('abort', giveUp);
      resolve(count);
    };
    const giveUp = () => {
      turns.remove(owner, start);
      reject(signal!.reason);
    };
    turns.add(owner, start);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

function startNext(): void {
  const lane = chooseLane();
  const start = waiting[lane].take();
  if (!start) return;
  occupy(lane, -1);
  start();
}

function chooseLane(): DecodeLane {
  if (!isFree('shoppers') || waiting.shoppers.isEmpty) return 'keys';
  if (!waiting.keys.isEmpty && keysSinceShopper < keysBeforeShopper) {
    keysSinceShopper += 1;
    return 'keys';
  }
  keysSinceShopper = 0;
  return 'shoppers';
}
