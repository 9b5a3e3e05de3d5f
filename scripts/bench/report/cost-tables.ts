import { sumCpu } from '../measurements/held-requests.ts';
import type { CostRow } from '../measurements/render-costs.ts';
import type { Commands } from '../measurements/round.ts';
import { digits, markdownTable, met, pair } from './markdown.ts';

const list = (commands: Commands) =>
  Object.entries(commands)
    .map(([name, count]) => `${digits(count, 2)} \`${name}\``)
    .join(', ');

function toCpuRow({ sample, callers, budget, taken, problem = '' }: CostRow): string[] {
  if (!taken) return [sample, String(callers), `could not be taken: ${problem}`, '', '', '', '', '', ''];
  const { platform, bare, ratio } = taken;
  return [
    sample,
    String(callers),
    ...(['api', 'worker', 'redis', 'mongo'] as const).map((name) => pair(platform[name], bare[name])),
    pair(sumCpu(platform), sumCpu(bare)),
    `${ratio.toFixed(2)} ×`,
    budget === undefined ? '' : `≤ ${budget} ×: ${met(ratio <= budget)}`,
  ];
}

const cpuHead = [
  'Images',
  'Callers',
  'CPU ms a render: API',
  'worker',
  'Redis',
  'MongoDB',
  'sum',
  'ratio',
  'Budget',
];
const sentHead = ['Images', 'Process', 'MongoDB commands a render', 'Redis commands a render'];

/** Returns the CPU time of a render, as pairs beside the bare server, and the commands that it sends. */
export function costTables(rows: CostRow[]): string {
  const single = rows.filter(({ callers }) => callers === 1);
  const sent = single.flatMap(({ sample, taken }) =>
    (['api', 'worker'] as const).map((name) => {
      const { mongo = {}, redis = {} } = taken?.sent[name] ?? {};
      return [sample, name, list(mongo), list(redis)];
    }),
  );
  return `${markdownTable([cpuHead, ...rows.map(toCpuRow)])}\n\n${markdownTable([sentHead, ...sent])}`;
}
