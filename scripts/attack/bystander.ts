import { fileURLToPath } from 'node:url';
import { percentile } from '../bench/statistics.ts';
import { startNode, waitForMessage } from '../processes/child.ts';
import type { BystanderOrder, BystanderRound } from './bystander-process.ts';
import type { Target } from './target.ts';
import type { Turns } from './turns.ts';

/** In milliseconds. */
export interface Spread {
  p50: number;
  p99: number;
}

/** Times until a response. */
export interface Latency {
  rounds: number;
  /** Calls that failed. */
  failed: number;
  render: Spread;
  read: Spread;
  /** Calls of a server beside the platform that is not attacked and only responds. */
  bare: Spread;
}

export type Latencies = Record<'calm' | 'attack', Latency>;

export interface Bystander {
  /** Returns the latency of its calm turns and of those with attacks, since that time (epoch ms). */
  latencySince(since: number): Latencies;
  close(): Promise<void>;
}

const startChild = (name: string) =>
  startNode(
    fileURLToPath(new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)),
    [],
    { env: process.env },
  );

const startMs = 30_000;

/** Starts a caller whose latency shows what others notice of an attack, and a server that shows what the machine adds. */
export async function startBystander(target: Target, turns: Turns): Promise<Bystander> {
  const bare = startChild('bare-process');
  const { port } = await waitForMessage<{ type: 'ready'; port: number }>(bare, 'ready', startMs);
  const child = startChild('bystander-process');
  const rounds: BystanderRound[] = [];
  child.process.on('message', (message) => rounds.push(message as BystanderRound));
  const { key } = target.bystander;
  const order: BystanderOrder = {
    url: target.url(),
    bareUrl: `http://127.0.0.1:${port}/`,
    key,
    body: JSON.stringify(target.validBody),
  };
  child.process.send(order);
  const latency = (since: number, phase: 'calm' | 'attack') =>
    summarise(rounds.filter(({ from, to }) => from >= since && turns.getPhase(from, to) === phase));
  return {
    latencySince: (since) => ({ calm: latency(since, 'calm'), attack: latency(since, 'attack') }),
    close: async () => {
      await Promise.all([child.close(), bare.close()]);
    },
  };
}

function summarise(rounds: BystanderRound[]): Latency {
  const of = (name: 'render' | 'read' | 'bare') => rounds.flatMap((round) => round[name] ?? []);
  const spread = (values: number[]): Spread => ({
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
  });
  const succeeded = of('render').length + of('read').length;
  return {
    rounds: rounds.length,
    failed: rounds.length * 2 - succeeded,
    render: spread(of('render')),
    read: spread(of('read')),
    bare: spread(of('bare')),
  };
}
