import { readFile } from 'node:fs/promises';
import { type LoadCallOutcome, type LoadOrder, openWarm, visualize } from './calls.ts';

export interface LoadResult {
  type: 'loaded';
  /** From the first request to the last response. */
  ms: number;
  /** One for each request, milliseconds. */
  latencies: number[];
  /** `status: start of the body` → how often; empty when all received 200. */
  failures: Record<string, number>;
}

export type ClientMessage =
  | { type: 'load' | 'hold'; order: LoadOrder }
  | { type: 'allow'; calls: number }
  | { type: 'release' };

export interface HoldResult {
  type: 'held';
  /** Calls that received 200. */
  completed: number;
  /** The message of the first rejected call. */
  problem?: string | undefined;
}

const pickKey = ({ keys }: LoadOrder, index: number) => keys[index % keys.length]!;

/** A closed loop: each caller sends its next request after its last response. */
async function load(order: LoadOrder): Promise<LoadResult> {
  const body = await readFile(order.bodyFile);
  const pool = await openWarm(order);
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  let left = order.requests;
  const caller = async (_: unknown, index: number) => {
    while (left-- > 0) {
      const since = performance.now();
      const { status, problem } = await visualize(pool, pickKey(order, index), body);
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

/** Starts calls as they are allowed; the server's queue decides how fast. */
function createGate() {
  const waiting: (() => void)[] = [];
  let allowed = 0;
  return {
    enter: () => (allowed-- > 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    allow: (calls: number) => {
      allowed = Math.max(0, allowed) + Math.max(0, calls - waiting.length);
      for (const resolve of waiting.splice(0, calls)) resolve();
    },
  };
}

/** Calls that all wait at the same time, until their responses arrive or `release` closes them. */
async function hold(order: LoadOrder, gate: Gate, release: AbortSignal): Promise<HoldResult> {
  const body = await readFile(order.bodyFile);
  const pool = await openWarm(order);
  const calls = Array.from({ length: order.requests }, async (_, index) => {
    try {
      await gate.enter();
      return await visualize(pool, pickKey(order, index), body, release);
    } catch (error) {
      if (release.aborted) return { status: 0 };
      throw error;
    }
  });
  const ended: LoadCallOutcome[] = await Promise.all(calls);
  await pool.destroy();
  const completed = ended.filter(({ status }) => status === 200).length;
  return { type: 'held', completed, problem: ended.find(({ problem }) => problem)?.problem };
}

type Gate = ReturnType<typeof createGate>;

let holding = new AbortController();
let gate = createGate();

async function obey(message: ClientMessage): Promise<void> {
  if (message.type === 'release') return holding.abort();
  if (message.type === 'load') return void process.send?.(await load(message.order));
  if (message.type === 'allow') return gate.allow(message.calls);
  holding = new AbortController();
  gate = createGate();
  process.send?.(await hold(message.order, gate, holding.signal));
}

process.on('message', (message: ClientMessage) => void obey(message));
// The preloaded guard does not keep the channel open; nothing else keeps this process running.
process.channel?.ref();
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
process.send?.({ type: 'ready', port: 0 });
