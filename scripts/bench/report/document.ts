import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, loadavg, platform, totalmem } from 'node:os';
import { dirname } from 'node:path';
import type { MeasurementName } from '../options.ts';
import type { Stage } from '../stage.ts';
import { workerConcurrency } from '../stage.ts';
import { type Figures, printTables } from './tables.ts';

export interface Conditions {
  machine: string;
  /** Load average of one minute before the first and after the last round; above the number of cores other work ran too. */
  load: [before: number, after: number];
  versions: string;
  backends: string;
  command: string;
  date: string;
}

const packages = ['bullmq', 'ioredis', 'express', 'mongoose', 'sharp', 'undici'];

function versions(): string {
  const require = createRequire(import.meta.url);
  const readVersion = (name: string) => (require(`${name}/package.json`) as { version: string }).version;
  const known = packages.flatMap((name) => {
    try {
      return [`${name} ${readVersion(name)}`];
    } catch {
      return []; // a package may not export its package.json
    }
  });
  return [`Node ${process.versions.node}`, ...known].join(', ');
}

export const currentLoad = () => loadavg()[0]!;

export function buildConditions(stage: Stage, command: string, loadBefore: number): Conditions {
  const { redis, mongo } = stage.backends;
  return {
    machine: `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()}`,
    load: [loadBefore, currentLoad()],
    versions: versions(),
    backends: [redis.what, mongo.what].map((what) => what.replace(/ on 127\S+/, '')).join(', '),
    command,
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
  };
}

/** The same order whichever was measured last. */
const order: MeasurementName[] = [
  'cost',
  'held',
  'memory',
  'stall',
  'noop',
  'recovery',
  'events',
  'local-quality',
  'loader',
  'pages',
];
/** Those that put two servers under the same load. */
const withPairs: MeasurementName[] = ['cost', 'held', 'memory', 'stall', 'noop'];
const begin = (name: MeasurementName) => `<!-- bench:${name} -->`;
const end = (name: MeasurementName) => `<!-- /bench:${name} -->`;

function section(name: MeasurementName, conditions: Conditions, figures: Figures): string {
  const { machine, load, date } = conditions;
  const facts = [
    `${date} UTC, \`${conditions.command}\`, ${machine}; load average ${load[0].toFixed(1)} before and ${load[1].toFixed(1)} after`,
    `${conditions.versions}; ${conditions.backends}`,
    ...(withPairs.includes(name)
      ? [`worker concurrency ${workerConcurrency} on both sides; pairs are **platform / bare**`]
      : []),
  ];
  return [begin(name), '', printTables(figures), '', `${facts.join('.  \n')}.`, '', end(name)].join('\n');
}

const introduction = `# Benchmarks

\`npm run bench\` measures the platform beside a bare server (\`scripts/bench/bare\`): Express, BullMQ with one
QueueEvents, the same image checks with the same functions, images as plain files, the same call of the
same model server, the response as one Buffer. The bare server has no documents, credits, keys or limits, and
syncs nothing to the disk. Both run in the same session, round by round in turn, over the same Redis and the same
model server, which responds at once; callers, servers, workers and backends are processes of their own on one
machine, and connections are warm. Absolute figures of a shared machine mean little: compare the ratios.

For each render the platform does this in addition: it looks up a key and an account, counts a rate and a place,
writes the render document four times, holds and captures its credit with every write synced to the disk, syncs
its result too, publishes progress, and reads the response back from the document that decided it. What it does
less: it collects garbage later (\`shared/process/room-for-buffers.ts\`) than Node's defaults, and so the bare
server, do. That saves a third of a worker's CPU time with real images and adds the freed pages that V8 keeps
to the memory of a waiting connection; the heap column shows what such a connection really needs.

For events the bare side is \`express.json\` and one insert into the same database with the same write concern. Endpoints
are one process with a port for each, since a worker distinguishes destinations by their origin; shoppers are another.
Delays are first arrivals by \`Idempotency-Key\`, on one clock.
`;

const empty = () => `${introduction}\n${order.map((name) => `${begin(name)}\n${end(name)}`).join('\n\n')}\n`;

/** Writes one measurement between its markers of the document; adds missing markers. */
export async function writeSection(
  file: string,
  name: MeasurementName,
  conditions: Conditions,
  figures: Figures,
): Promise<void> {
  const found = await readFile(file, 'utf8').catch(empty);
  const isNew = !found.includes(begin(name)) && !found.includes(end(name));
  const known = isNew ? `${found.trimEnd()}\n\n${begin(name)}\n${end(name)}\n` : found;
  const [from, to] = [known.indexOf(begin(name)), known.indexOf(end(name))];
  if (from < 0 || to < from) throw new Error(`${file} has lost its markers ${begin(name)} and ${end(name)}.`);
  await mkdir(dirname(file), { recursive: true });
  const text = known.slice(0, from) + section(name, conditions, figures) + known.slice(to + end(name).length);
  await writeFile(file, text);
}
