import { fileURLToPath } from 'node:url';
import { percentile } from '../bench/statistics.ts';
import { startNode } from '../processes/child.ts';
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
}

export interface Bystander {
  /** Returns the latency of its calm turns and of those with attacks, since that time (epoch ms). */
  latencySince(since: number): Record<'calm' | 'attack', Latency>;
  close(): Promise<void>;
}

const entry = fileURLToPath(
  new URL(`./bystander-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);

/** Starts a caller whose latency shows what others notice of an attack. */
export function startBystander(target: Target, turns: Turns): Bystander {
  const child = startNode(entry, [], { env: process.env });
  const rounds: BystanderRound[] = [];
  child.process.on('message', (message) => rounds.push(message as BystanderRound));
  const { key } = target.bystander;
  const order: BystanderOrder = { url: target.url(), key, body: JSON.stringify(target.validBody) };
  child.process.send(order);
  const latency = (since: number, phase: 'calm' | 'attack') =>
    summarise(rounds.filter(({ from, to }) => from >= since && turns.getPhase(from, to) === phase));
  return {
    latencySince: (since) => ({ calm: latency(since, 'calm'), attack: latency(since, 'attack') }),
    close: () => child.close(),
  };
}

function summarise(rounds: BystanderRound[]): Latency {
  const of = (name: 'render' | 'read') => rounds.flatMap((round) => round[name] ?? []);
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
  };
}
