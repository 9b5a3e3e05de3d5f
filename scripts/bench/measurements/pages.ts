import { databaseUri } from '../../backends/throw-away.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { listPages, type MeasuredPage } from '../pages/page-list.ts';
import { type PageVisitor, signInVisitor } from '../pages/page-visitor.ts';
import { seedPages } from '../pages/seed-pages.ts';
import { type PageSizes, pageSizes } from '../pages/sizes.ts';
import { familyCpuMs } from '../processes/family-cpu.ts';
import { type MeasuredProcess, startMeasured } from '../processes/measured.ts';
import { ownInstallation, type Stage, withCountedCommands } from '../stage.ts';
import { percentile } from '../statistics.ts';
import { platformEntries } from '../subjects.ts';

/** A page that could not be loaded does not end the others. */
export type PageOutcome = PageRow | (MeasuredPage & { problem: string });

export interface PageRow extends MeasuredPage {
  /** Of the first visit after a start of the API, when nothing is remembered. */
  firstMs: number;
  p50: number;
  p95: number;
  /** CPU time of one visit, milliseconds; of a database that is not the bench's own it is unknown. */
  cpu: { api: number; mongo: number };
  /** Database commands of one visit. */
  commands: number;
}

export interface PageFigures {
  sizes: PageSizes;
  visits: number;
  /** The database server, where it is not the bench's own. */
  server: string | undefined;
  rows: PageOutcome[];
}

const databaseName = 'render-platform-bench-pages';

/**
 * Measures the pages of people on a database that is as full as a busy installation's, one after the other. `MONGODB_URI`
 * names another server than the embedded database; only the bench's own database on it is used, and dropped.
 */
export async function measurePages(
  stage: Stage,
  { quick, say }: { quick: boolean; say: (line: string) => void },
): Promise<PageFigures> {
  const server = process.env.MONGODB_URI || undefined;
  const sizes = pageSizes[quick ? 'quick' : 'full'];
  const visits = quick ? 5 : 40;
  return withBenchDatabase(server ?? stage.backends.mongo.url, databaseName, async (database) => {
    // Its blob storage and the database belong together from its start on, which must find both empty.
    const api = await startApi(stage, server);
    const account = await seedPages(database, sizes, say);
    const { host, port } = database.connection;
    const visitor = await signInVisitor(`http://127.0.0.1:${api.port}`);
    const mongo = server ? undefined : stage.pids.mongo;
    const rows: PageOutcome[] = [];
    for (const page of listPages(account)) {
      const row: PageOutcome = await measurePage({ visitor, api, mongo, visits }, page).catch(
        (error: Error) => ({ ...page, problem: error.message.slice(0, 60) }),
      );
      say('problem' in row ? `${row.path} could not be taken: ${row.problem}` : toLine(row));
      rows.push(row);
    }
    await api.close();
    return { sizes, visits, server: server && `${host}:${port}`, rows };
  });
}

const toLine = ({ path, firstMs, p50, p95, cpu, commands }: PageRow) =>
  [
    `${path}: first ${firstMs.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    `CPU ${cpu.api.toFixed(0)} + ${cpu.mongo.toFixed(0)} ms, ${commands.toFixed(1)} commands`,
  ].join('; ');

async function startApi(stage: Stage, server: string | undefined): Promise<MeasuredProcess> {
  const own = ownInstallation(stage, databaseName);
  const uri = server && databaseUri(server, databaseName);
  const env = { ...stage.env, ...own, ...(uri && { MONGODB_URI: uri }) };
  const counted = withCountedCommands({ ...stage, env });
  const api = await startMeasured(platformEntries.api, counted.env, stage.profile);
  stage.closing.add(api.close);
  return api;
}

interface Measuring {
  visitor: PageVisitor;
  api: MeasuredProcess;
  mongo: number | undefined;
  visits: number;
}

async function measurePage({ visitor, api, mongo, visits }: Measuring, page: MeasuredPage): Promise<PageRow> {
  const firstMs = await visitor.visit(page.path);
  await api.reset();
  const readCpu = () => ({ api: familyCpuMs(api.pid), mongo: mongo ? familyCpuMs(mongo) : Number.NaN });
  const before = readCpu();
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit++) times.push(await visitor.visit(page.path));
  const after = readCpu();
  const { commands } = await api.report();
  const count = Object.values(commands).reduce((sum, each) => sum + each, 0);
  return {
    ...page,
    firstMs,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    cpu: { api: (after.api - before.api) / visits, mongo: (after.mongo - before.mongo) / visits },
    commands: count / visits,
  };
}
