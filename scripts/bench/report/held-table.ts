import { type HeldFigures, type Summary, sumCpu } from '../measurements/held-requests.ts';
import type { CpuTimes } from '../measurements/round.ts';
import { digits, markdownTable, met, pair, percent } from './markdown.ts';

/** The goals beside the bare server, for the rows that have one. */
const goals: Record<string, { share?: number; p50?: number }> = {
  'real 1': { p50: 1.1 },
  'real 50': { share: 0.95 },
  'tiny 1': { p50: 1.5 },
  'tiny 50': { share: 0.5 },
};

function toGoal({ sample, callers, taken }: HeldFigures): string {
  const { share, p50 } = goals[`${sample} ${callers}`] ?? {};
  if (!taken) return '';
  if (share !== undefined) return `≥ ${percent(share)}: ${met(taken.throughput >= share)}`;
  return p50 === undefined ? '' : `p50 ≤ ${p50} ×: ${met(taken.p50 <= p50)}`;
}

const names = ['api', 'worker', 'redis', 'mongo'] as const satisfies (keyof CpuTimes)[];

const head = [
  'Images',
  'Callers',
  'Requests/s',
  'share',
  'p50 ms',
  'ratio',
  'p99 ms',
  'CPU ms a render: API',
  'worker',
  'Redis',
  'MongoDB',
  'sum',
  'ratio',
];

function toCells(row: HeldFigures): string[] {
  const { sample, callers, taken, problem = '' } = row;
  const named = [sample, String(callers)];
  if (!taken) return [...named, `could not be taken: ${problem}`, ...head.slice(3).map(() => '')];
  const { ours, theirs, throughput, p50, cpu } = taken;
  const both = (toValue: (side: Summary) => number) => pair(toValue(ours), toValue(theirs));
  return [
    ...named,
    both(({ rps }) => rps),
    percent(throughput),
    both((side) => side.p50),
    `${p50.toFixed(2)} ×`,
    both(({ p99 }) => p99),
    ...names.map((name) => both((side) => side.cpu[name])),
    both((side) => sumCpu(side.cpu)),
    `${digits(cpu)} ×`,
  ];
}

/** Held requests as pairs, ours first; beside the bare server with the goals. */
export function heldTable(figures: HeldFigures[], beside: 'bare' | 'before'): string {
  if (beside === 'before') return markdownTable([head, ...figures.map(toCells)]);
  return markdownTable([[...head, 'Goal'], ...figures.map((row) => [...toCells(row), toGoal(row)])]);
}
