import { readFile } from 'node:fs/promises';
import { type LoadOrder, openWarm, visualize } from './calls.ts';

export interface LoadResult {
  type: 'loaded';
  /** From the first request to the last answer. */
  ms: number;
  /** One for each request, milliseconds. */
  latencies: number[];
  /** `status: start of the body` → how often; empty when all were answered with 200. */
  failures: Record<string, number>;
}

export type ClientMessage = { type: 'load' | 'hold'; order: LoadOrder } | { type: 'release' };

const keyOf = ({ keys }: LoadOrder, index: number) => keys[index % keys.length]!;

/** A closed loop: each caller sends its next request when it has its answer. */
async function load(order: LoadOrder): Promise<LoadResult> {
  const body = await readFile(order.bodyFile);
  const pool = await openWarm(order);
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  let left = order.requests;
  const caller = async (_: unknown, index: number) => {
    while (left-- > 0) {
      const since = performance.now();
      const { status, problem } = await visualize(pool, keyOf(order, index), body);
      latencies.push(performance.now() - since);
      if (problem !== undefined)
        failures[`${status}: ${problem}`] = (failures[`${status}: ${problem}`] ?? 0) + 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: order.callers }, caller));
  const ms = performance.now() - startedAt;
  await pool.destroy();
  return { type: 'loaded', ms, latencies, failures };
}

/** Calls that are all held at once, until they are answered or `release` says to hang up. */
async function hold(order: LoadOrder, release: AbortSignal): Promise<number> {
  const body = await readFile(order.bodyFile);
  const pool = await openWarm(order);
  const calls = Array.from({ length: order.requests }, async (_, index) => {
    try {
      return (await visualize(pool, keyOf(order, index), body, release)).status === 200;
    } catch (error) {
      if (release.aborted) return false;
      throw error;
    }
  });
  const answered = (await Promise.all(calls)).filter(Boolean).length;
  await pool.destroy();
  return answered;
}

let holding = new AbortController();

async function obey(message: ClientMessage): Promise<void> {
  if (message.type === 'release') return holding.abort();
  if (message.type === 'load') return void process.send?.(await load(message.order));
  holding = new AbortController();
  process.send?.({ type: 'held', answered: await hold(message.order, holding.signal) });
}

process.on('message', (message: ClientMessage) => void obey(message));
// The preloaded guard lets go of the channel; nothing else keeps this process.
process.channel?.ref();
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
process.send?.({ type: 'ready', port: 0 });
