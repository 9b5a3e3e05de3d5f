import type { Comparison } from '../compare.ts';
import { type LoaderFigures, loaderTable } from '../loader.ts';
import { type LocalQualityFigures, localQualityTable } from '../local-quality.ts';
import type { EventFigures } from '../measurements/events.ts';
import type { MemoryFigures } from '../measurements/held-memory.ts';
import type { HeldFigures } from '../measurements/held-requests.ts';
import type { NoOpFigures, NoOpSide } from '../measurements/no-op.ts';
import type { PageFigures } from '../measurements/pages.ts';
import type { CostRow } from '../measurements/render-costs.ts';
import type { StallFigures } from '../measurements/stall.ts';
import type { RecoveryFigures } from '../measurements/worker-recovery.ts';
import { median } from '../statistics.ts';
import { costTables } from './cost-tables.ts';
import { eventTables } from './event-tables.ts';
import { heldTable } from './held-table.ts';
import { digits, markdownTable, met, pair } from './markdown.ts';
import { pagesTable } from './pages-table.ts';

export interface Figures {
  held?: HeldFigures[];
  cost?: CostRow[];
  compare?: Comparison;
  /** Measurements that could not be taken, with the reason. */
  problems?: Record<string, string>;
  memory?: MemoryFigures[];
  stall?: StallFigures;
  noop?: NoOpFigures;
  recovery?: RecoveryFigures;
  localQuality?: LocalQualityFigures;
  events?: EventFigures;
  loader?: LoaderFigures;
  pages?: PageFigures;
}

function memoryTable(figures: MemoryFigures[]): string {
  const head = [
    ...['Body', 'Held', 'RSS a connection', 'heap', 'Redis a waiting job', 'an ended job'],
    ...['all leave at once: stall ms', 'RSS left of each', 'Goals'],
  ];
  const kilobytes = (ours: number, bare: number) => `${pair(ours / 1000, bare / 1000)} KB`;
  const rows = figures.map(({ body, held, platform, bare }) => [
    body,
    String(held),
    kilobytes(platform.rssPerConnection, bare.rssPerConnection),
    kilobytes(platform.heapPerConnection, bare.heapPerConnection),
    kilobytes(platform.redisPerJob, bare.redisPerJob),
    kilobytes(platform.redisPerEndedJob, bare.redisPerEndedJob),
    pair(platform.stallMs, bare.stallMs),
    kilobytes(platform.rssPerVanished, bare.rssPerVanished),
    [
      `≤ 40 KB: ${met(platform.rssPerConnection <= 40_000)}`,
      `≤ 2 KiB: ${met(Math.max(platform.redisPerJob, platform.redisPerEndedJob) <= 2048)}`,
      `≤ 50 ms: ${met(platform.stallMs <= 50)}`,
    ].join('; '),
  ]);
  return markdownTable([head, ...rows]);
}

function stallTable({ images, bytesEach, platform, bare, idle }: StallFigures): string {
  const list = (rounds: number[]) => rounds.map((ms) => ms.toFixed(0)).join(', ');
  return markdownTable([
    ['At once', 'Platform ms, each round', 'express.json ms', 'a process that only waits', 'Goal'],
    [
      `${images} × ${(bytesEach / 1e6).toFixed(1)} MB`,
      list(platform),
      list(bare),
      list(idle),
      `≤ 50 ms: ${met(median(platform) <= 50)}`,
    ],
  ]);
}

function noopTables({ settling, platform, bare, commands, atOnce }: NoOpFigures): string {
  const cpu = (side: NoOpSide) => {
    const parts = Object.values(side.cpu);
    return [...parts, parts.reduce((sum, ms) => sum + ms, 0)].map((ms) => digits(ms));
  };
  const rows = [
    [
      '',
      `Renders/s, ${atOnce} at once`,
      'CPU ms a render: accepting',
      'worker',
      'Redis',
      'MongoDB',
      'sum',
      'Goal',
    ],
    [
      'Queue and database: accept, claim, decide, settle',
      digits(settling.perSecond),
      ...cpu(settling),
      `≥ 300/s: ${met(settling.perSecond >= 300)}`,
    ],
    [
      'The same with provider chain, image checks and blobs',
      digits(platform.perSecond),
      ...cpu(platform),
      '',
    ],
    ['BullMQ alone', digits(bare.perSecond), ...cpu(bare), ''],
  ];
  const named = (side: string, counts: Record<string, number>) =>
    Object.entries(counts).map(([name, count]) => [side, `\`${name}\``, count.toFixed(2)]);
  const list = [
    ['Side', 'Database command', 'a render'],
    ...named('accepting', commands.accept),
    ...named('worker', commands.work),
  ];
  return `${markdownTable(rows)}\n\n${markdownTable(list)}`;
}

function recoveryTable({ kills, workers, leaseSeconds, sweepSeconds, again }: RecoveryFigures): string {
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  return markdownTable([
    ['Workers killed', 'Workers', 'Lease', 'Sweep every', 'Running in another: median', 'longest', 'Goal'],
    [
      String(kills),
      String(workers),
      `${leaseSeconds} s`,
      `${sweepSeconds} s`,
      seconds(again.median),
      seconds(again.max),
      `≤ 10 s: ${met(again.max <= 10)}`,
    ],
  ]);
}

/** Returns all tables as Markdown, each with its heading. Pairs are platform / bare. */
export function printTables(figures: Figures): string {
  const parts: string[] = [];
  if (figures.held) parts.push('### Held requests', heldTable(figures.held, 'bare'));
  if (figures.cost) parts.push('### What a render costs', costTables(figures.cost));
  if (figures.compare) {
    const { commit, rows } = figures.compare;
    parts.push(`### Beside ${commit}`, heldTable(rows, 'before'));
  }
  if (figures.memory) parts.push('### Memory of held connections, Redis', memoryTable(figures.memory));
  if (figures.stall) parts.push('### Longest event-loop stall of the API', stallTable(figures.stall));
  if (figures.noop) parts.push('### Renders without image work', noopTables(figures.noop));
  if (figures.recovery) {
    parts.push('### Recovery after kill -9 of a worker, default settings', recoveryTable(figures.recovery));
  }
  if (figures.localQuality)
    parts.push('### Images of the local renderer', localQualityTable(figures.localQuality));
  if (figures.events) parts.push(eventTables(figures.events));
  if (figures.loader) parts.push('### The loader on a shop’s page', loaderTable(figures.loader));
  if (figures.pages) parts.push('### Pages of a busy installation', pagesTable(figures.pages));
  for (const [name, problem] of Object.entries(figures.problems ?? {})) {
    parts.push(`### ${name}`, `Could not be taken: ${problem}`);
  }
  return parts.join('\n\n');
}
