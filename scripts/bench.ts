import { fileURLToPath } from 'node:url';
import { compareWith } from './bench/compare.ts';
import { makeSamples, type Sample } from './bench/images.ts';
import { type LoadClient, startLoadClient } from './bench/load/load.ts';
import { measureLoader } from './bench/loader.ts';
import { measureLocalQuality } from './bench/local-quality.ts';
import { measureEvents } from './bench/measurements/events.ts';
import { measureHeldMemory } from './bench/measurements/held-memory.ts';
import { measureHeldRequests } from './bench/measurements/held-requests.ts';
import { measureNoOp } from './bench/measurements/no-op.ts';
import { measurePages } from './bench/measurements/pages.ts';
import { measureRenderCosts } from './bench/measurements/render-costs.ts';
import { measureStall } from './bench/measurements/stall.ts';
import { measureWorkerRecovery } from './bench/measurements/worker-recovery.ts';
import { type BenchOptions, benchHelp, type MeasurementName, readOptions } from './bench/options.ts';
import { buildConditions, currentLoad, writeSection } from './bench/report/document.ts';
import { type Figures, printTables } from './bench/report/tables.ts';
import { type Stage, setStage, withCountedCommands } from './bench/stage.ts';
import { startSubjects } from './bench/subjects.ts';
import { runSession, type Session } from './platform/run.ts';

const document = fileURLToPath(new URL('../docs/reliability.md', import.meta.url));

interface Bench {
  stage: Stage;
  client: LoadClient;
  samples: Sample[];
  options: BenchOptions;
  say: (line: string) => void;
}

async function held({ stage, client, samples, options, say }: Bench): Promise<Pick<Figures, 'held'>> {
  const subjects = await startSubjects(stage, { accounts: 50, workers: true });
  const extent = options.quick ? { rounds: 1, callers: [1, 50] } : { rounds: 3, callers: [1, 10, 50, 500] };
  const figures = await measureHeldRequests({ stage, client, subjects, samples, say, ...extent });
  await Promise.all(subjects.map((subject) => subject.close()));
  return { held: figures };
}

/** Commands are counted, which itself costs some CPU time; the sweeper does not count as a render's. */
async function cost({ stage, client, samples, options, say }: Bench): Promise<Pick<Figures, 'cost'>> {
  const counted = withCountedCommands(stage);
  const subjects = await startSubjects(counted, { accounts: 50, workers: true });
  const rounds = options.quick ? 1 : 3;
  const figures = await measureRenderCosts({ stage: counted, client, subjects, samples, rounds, say });
  await Promise.all(subjects.map((subject) => subject.close()));
  return { cost: figures };
}

async function memory({ stage, client, samples, options, say }: Bench): Promise<Pick<Figures, 'memory'>> {
  const many = options.quick ? 500 : 10_000;
  const subjects = await startSubjects(stage, { accounts: many / 10, workers: true });
  const figures = [];
  // Larger images of the model would only lengthen the run.
  for (const sample of samples.filter(({ name }) => name === 'tiny')) {
    figures.push(await measureHeldMemory({ stage, client, subjects, sample, held: many, say }));
  }
  await Promise.all(subjects.map((subject) => subject.close()));
  return { memory: figures };
}

async function stall({ stage, client, options, say }: Bench): Promise<Pick<Figures, 'stall'>> {
  const subjects = await startSubjects(stage, { accounts: 1, workers: false });
  const figures = await measureStall({ stage, client, subjects, rounds: options.quick ? 1 : 3, say });
  await Promise.all(subjects.map((subject) => subject.close()));
  return { stall: figures };
}

async function noop({ stage, options, say }: Bench): Promise<Pick<Figures, 'noop'>> {
  const extent = options.quick ? { rounds: 1, renders: 500 } : { rounds: 3, renders: 1500 };
  return { noop: await measureNoOp(stage, { ...extent, say }) };
}

/** With processes and backends of its own: the stage's are not killed. */
async function recovery({ samples, options, say }: Bench): Promise<Pick<Figures, 'recovery'>> {
  const { body } = samples.find(({ name }) => name === 'tiny')!;
  return { recovery: await measureWorkerRecovery({ kills: options.quick ? 2 : 10, body, say }) };
}

async function events({ stage, options, say }: Bench): Promise<Pick<Figures, 'events'>> {
  return { events: await measureEvents(stage, { quick: options.quick, say }) };
}

/** In this process, without a server: only the image is measured. */
async function localQuality({ options, say }: Bench): Promise<Pick<Figures, 'localQuality'>> {
  return { localQuality: await measureLocalQuality({ quick: options.quick, say }) };
}

/** An API of its own, and the demo shop in this process. */
async function loader({ stage, options, say }: Bench): Promise<Pick<Figures, 'loader'>> {
  return { loader: await measureLoader(stage, { visits: options.quick ? 2 : 9, say }) };
}

/** An API of its own, on a database that is filled first. */
async function pages({ stage, options, say }: Bench): Promise<Pick<Figures, 'pages'>> {
  return { pages: await measurePages(stage, { quick: options.quick, say }) };
}

/** A measurement that fails as a whole does not end the others. */
async function measure(name: MeasurementName, run: Bench): Promise<Figures> {
  try {
    return await measurements[name](run);
  } catch (error) {
    run.say(`${name} could not be taken: ${(error as Error).message}`);
    return { problems: { [name]: (error as Error).message } };
  }
}

const measurements: Record<MeasurementName, (bench: Bench) => Promise<Figures>> = {
  cost,
  noop,
  stall,
  memory,
  held,
  recovery,
  events,
  'local-quality': localQuality,
  loader,
  pages,
};

async function bench(session: Session): Promise<undefined> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') return void session.say(benchHelp);
  const say = options.json ? (line: string) => void process.stderr.write(`${line}\n`) : session.say;
  const loadBefore = currentLoad();
  const stage = await setStage({ ...session, say, profile: options.profile });
  const client = await startLoadClient();
  session.closing.add(client.close);
  const figures: Figures = {};
  const run = { stage, client, samples: await makeSamples(), options, say };
  const publish = !options.quick && !options.profile && !options.compare;
  if (options.compare) {
    figures.compare = await compareWith(options.compare, { ...run, rounds: options.quick ? 1 : 5 });
  }
  for (const name of options.compare ? [] : options.only) {
    const measured = await measure(name, run);
    Object.assign(figures, measured, { problems: { ...figures.problems, ...measured.problems } });
    const conditions = buildConditions(stage, options.command, loadBefore);
    if (publish && !measured.problems) await writeSection(document, name, conditions, measured);
  }
  const conditions = buildConditions(stage, options.command, loadBefore);
  if (options.json) session.say(JSON.stringify({ conditions, figures }));
  else session.say(`\n${printTables(figures)}`);
  if (publish) say('\nWritten to docs/reliability.md.');
}

await runSession(bench);
