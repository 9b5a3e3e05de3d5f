import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../shared/database/database.ts';
import { driverOf } from '../../../shared/database/driver.ts';
import { silentLogger } from '../../../shared/log.ts';
import { dayMs } from '../../../shared/time.ts';
import { embeddedMongoEntry } from '../../embedded-mongo/index.ts';
import { type Child, startNode } from '../../processes/child.ts';
import { rawEvent } from '../events/raw-event.ts';
import { cpuMs } from '../processes/measured.ts';
import { digits, markdownTable, met } from '../report/markdown.ts';

export interface EmbeddedStartFigures {
  documents: number;
  /** Of the events, beside that of `_id`. */
  indexes: number;
  /** Bytes of the data folder. */
  bytes: number;
  /** From the start of the process until it accepts connections, seconds. */
  wall: number;
  /** CPU time of all its threads until then, seconds. */
  cpu: number;
  /** Resident memory then, bytes. */
  rss: number;
}

const perInsert = 1000;
const goalSeconds = 20;
const megabytes = '8192';

interface Running {
  child: Child;
  port: number;
}

async function start(dir: string): Promise<Running> {
  const flags = ['--dir', dir, '--sync', 'async', '--max-megabytes', megabytes];
  return new Promise((resolve, reject) => {
    const child = startNode(embeddedMongoEntry, flags, {
      env: process.env,
      onLine: (line) => {
        const port = /^\{"port":(\d+)\}$/.exec(line)?.[1];
        if (port) resolve({ child, port: Number(port) });
      },
    });
    void child.ended.then(({ lastLines }) => reject(new Error(lastLines.join('\n'))));
  });
}

/** Events as the API saves them, with all indexes of the product. */
async function fill(database: Database, documents: number, say: (line: string) => void): Promise<void> {
  const from = Date.now() - dayMs;
  await database.ensureIndexes();
  for (let at = 0; at < documents; at += perInsert) {
    const some = Array.from({ length: perInsert }, (_, n) => rawEvent('str_bench', from, at + n));
    await driverOf(database.events).insertMany(some, { ordered: false });
    if (at % 100_000 === 0 && at > 0) say(`Embedded start: ${digits(at)} documents`);
  }
}

async function bytesOf(dir: string): Promise<number> {
  const files = await Promise.all((await readdir(dir)).map((name) => stat(join(dir, name))));
  return files.reduce((sum, { size }) => sum + size, 0);
}

const closeMs = 60_000;

/** How long the embedded database needs to start over that many events. */
export async function measureEmbeddedStart(options: {
  documents: number;
  say: (line: string) => void;
}): Promise<EmbeddedStartFigures> {
  const { documents, say } = options;
  const dir = await mkdtemp(join(tmpdir(), 'render-platform-bench-start-'));
  const open = ({ port }: Running) => {
    const uri = `mongodb://127.0.0.1:${port}/render?retryWrites=false&directConnection=true`;
    return openDatabase({ uri, log: silentLogger(), selectionMs: 30_000, commandMs: 0 });
  };
  try {
    const first = await start(dir);
    const database = await open(first);
    await fill(database, documents, say);
    const indexes = database.indexes.filter(({ collection }) => collection === 'events').length;
    await database.close();
    await first.child.close(closeMs);
    const bytes = await bytesOf(dir);
    const startedAt = performance.now();
    const second = await start(dir);
    const wall = (performance.now() - startedAt) / 1000;
    const cpu = cpuMs(second.child.pid) / 1000;
    const rss = await rssOf(second.child.pid);
    const found = await open(second);
    const counted = await found.events.countDocuments();
    await found.close();
    await second.child.close(closeMs);
    if (counted !== documents) throw new Error(`${counted} of ${documents} documents were there`);
    const figures = { documents, indexes, bytes, wall, cpu, rss };
    say(`Embedded start: ${JSON.stringify(figures)}`);
    return figures;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function rssOf(pid: number): Promise<number> {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) * 1024;
}

export function embeddedStartTable(figures: EmbeddedStartFigures): string {
  const { documents, indexes, bytes, wall, cpu, rss } = figures;
  const mb = (value: number) => `${digits(value / 2 ** 20)} MiB`;
  return markdownTable([
    ['Documents', 'Indexes', 'Data', 'Ready after', 'CPU', 'Memory then', 'Goal'],
    [
      digits(documents),
      String(indexes),
      mb(bytes),
      `${wall.toFixed(1)} s`,
      `${cpu.toFixed(1)} s`,
      mb(rss),
      `< ${goalSeconds} s: ${met(wall < goalSeconds)}`,
    ],
  ]);
}
