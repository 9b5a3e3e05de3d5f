import type { Latencies } from './bystander.ts';
import { filesMargin, type Gauges, memoryMargin } from './gauges.ts';
import type { Tally } from './tally.ts';

/** One thing that has to hold, and what was measured. */
export interface Goal {
  name: string;
  wanted: string;
  measured: string;
  ok: boolean;
}

export interface Figures {
  deaths: number;
  tallies: Tally[];
  reached: number;
  /** Credits that were charged for a render that was not accepted. */
  wronglyCharged: number;
  invariants: boolean;
  gauges: { before: Gauges; after: Gauges };
  /** Undefined when no other caller was there to measure it. */
  latency: Latencies | undefined;
}

const maxSlowdown = 2;
const longestMs = 5_000;

export function judge(figures: Figures): Goal[] {
  const { gauges, latency, tallies } = figures;
  const { before, after } = gauges;
  const findings = tallies.flatMap((tally) => Object.values(tally.findings)).reduce((sum, n) => sum + n, 0);
  const slowest = Math.max(0, ...tallies.map(({ slowestMs }) => slowestMs));
  return [
    none('processes that died', figures.deaths),
    none('private addresses reached', figures.reached),
    none('credits charged for refused input', figures.wronglyCharged),
    none('responses that should not be', findings),
    none('broken invariants of the ledger', figures.invariants ? 0 : 1),
    {
      name: 'slowest response',
      wanted: `at most ${longestMs / 1000} s`,
      measured: `${(slowest / 1000).toFixed(1)} s`,
      ok: slowest <= longestMs,
    },
    ...(latency ? judgeLatency(latency) : []),
    {
      name: 'memory at rest',
      wanted: `at most ${Math.round(memoryMargin * 100)} % more`,
      measured: `${before.rssMb} → ${after.rssMb} MB`,
      ok: after.rssMb <= before.rssMb * (1 + memoryMargin),
    },
    {
      name: 'open files at rest',
      wanted: `at most ${filesMargin} more`,
      measured: `${before.openFiles} → ${after.openFiles}`,
      ok: after.openFiles <= before.openFiles + filesMargin,
    },
    none('requests still open at rest', Math.max(0, after.openRequests)),
    none('streams still open at rest', after.streams),
  ];
}

function none(name: string, count: number): Goal {
  return { name, wanted: '0', measured: String(count), ok: count === 0 };
}

function judgeLatency(latency: Latencies): Goal[] {
  const { calm, attack } = latency;
  return [
    none('calls of another caller that failed', attack.failed),
    ...(['p50', 'p99'] as const).flatMap((point) => [
      slowdown(`reads of another caller, ${point}`, calm.read[point], attack.read[point]),
      slowdown(`renders of another caller, ${point}`, calm.render[point], attack.render[point]),
      compare(`a server beside it that only responds, ${point}`, latency, point),
    ]),
  ];
}

/** Has no goal: it shows by how much the machine alone delays a process meanwhile. */
function compare(name: string, { calm, attack }: Latencies, point: 'p50' | 'p99'): Goal {
  return { ...slowdown(name, calm.bare[point], attack.bare[point]), wanted: 'for comparison', ok: true };
}

function slowdown(name: string, calm: number, attack: number): Goal {
  const factor = attack / calm;
  return {
    name,
    wanted: `at most ${maxSlowdown} ×`,
    measured: `${factor.toFixed(2)} ×: ${calm.toFixed(1)} → ${attack.toFixed(1)} ms`,
    ok: factor <= maxSlowdown,
  };
}
