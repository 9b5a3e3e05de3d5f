import { type HeldFigures, type Summary, sumCpu } from '../measurements/held-requests.ts';
import type { CpuTimes } from '../measurements/round.ts';
import { digits, markdownTable, met, pair, percent } from './markdown.ts';

interface Goal {
  share?: number;
  p50?: number;
  /** Promises that explain a miss, as traced for "What each promise costs" of docs/reliability.md. */
  price: string;
}

const writes = 'six writes synced in turn, a result that survives power failures';
const processing = 'the processor time of [all promises](#what-each-promise-costs)';

/** The goals beside the bare server, for the rows that have one. */
const goals: Record<string, Goal> = {
  'real 1': { p50: 1.1, price: writes },
  'real 50': { share: 0.95, price: processing },
  'tiny 1': { p50: 1.5, price: writes },
  'tiny 50': { share: 0.5, price: processing },
};

function toGoal({ sample, callers, taken }: HeldFigures): string {
  const goal = goals[`${sample} ${callers}`];
  if (!taken || !goal) return '';
  const { share, p50 = Number.POSITIVE_INFINITY, price } = goal;
  const isMet = share === undefined ? taken.p50 <= p50 : taken.throughput >= share;
  const wanted = share === undefined ? `p50 ≤ ${p50} ×` : `≥ ${percent(share)}`;
  return `${wanted}: ${met(isMet)}${isMet ? '' : `, for ${price}`}`;
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
