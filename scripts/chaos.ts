import { parseArgs } from 'node:util';
import { SetupError } from './backends/backend.ts';
import { databaseUri } from './backends/throw-away.ts';
import { addUp } from './chaos/add-up.ts';
import type { ClusterOptions } from './chaos/cluster.ts';
import { addUpEvents, printEventResult } from './chaos/events/print-events.ts';
import { runEventChaos } from './chaos/events/run-events.ts';
import { printResult } from './chaos/print.ts';
import { runChaos } from './chaos/run.ts';
import { planFaults } from './chaos/schedule.ts';
import { exitWith } from './processes/exit-code.ts';

const help = `Usage: npm run chaos -- [--events] [--kills N] [--seed S] [--runs N] [--seconds M] [--json] [--plan]

Starts Redis, the embedded database, 2 APIs, 3 workers and a model server as real processes, puts load on
them, kills and disturbs them at random, waits until they are idle, and checks every invariant and every
response. Ends with 1 when anything is wrong; the logs are kept then.

  --events      report shoppers' events instead of asking for renders; endpoints that fail and hang are among the
                faults, and every event is compared with its document, its calls and the KPI counters
  --kills N     kill -9 to plan, default 60; those of failpoints come on top
  --seed S      the same seed plans the same faults at the same times, default 1
  --runs N      N runs after each other with the seeds S, S+1 and so on, added up
  --seconds M   spread the kills over about that long, default 0.6 s for each fault
  --setting K=V a setting of the processes, such as LEASE_SECONDS=6; may be given several times
  --start-seconds M
                until a process must be ready, default 90; more for a machine with other work
  --json        print the result as JSON
  --plan        print the planned faults and stop

MONGODB_URI names a MongoDB on this machine to use instead of the embedded database; it is not killed.
The compiled platform starts twice as fast:
  npx tsc --project tsconfig.tools.json && node --import tsx scripts/web.ts && \\
    node scripts/copy-assets.mjs && cp scripts/processes/guard.sh dist/scripts/processes/ && node dist/scripts/chaos.js`;

const defaultPaceMs = 600;
/** Share of faults that are kills, by the weights of the schedule. */
const killShare = 0.68;

function readArguments() {
  const { values } = parseArgs({
    options: {
      events: { type: 'boolean', default: false },
      kills: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      runs: { type: 'string', default: '1' },
      seconds: { type: 'string' },
      setting: { type: 'string', multiple: true, default: [] },
      'start-seconds': { type: 'string', default: '90' },
      json: { type: 'boolean', default: false },
      plan: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const kills = whole('--kills', values.kills);
  const seconds = values.seconds === undefined ? undefined : whole('--seconds', values.seconds);
  const paceMs = seconds === undefined ? defaultPaceMs : (seconds * 1000 * killShare) / kills;
  const env = Object.fromEntries(values.setting.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
  const [seed, runs] = [whole('--seed', values.seed), whole('--runs', values.runs)];
  const startDeadlineMs = 1000 * whole('--start-seconds', values['start-seconds']);
  return { ...values, kills, seed, runs, paceMs, cluster: { env, startDeadlineMs } };
}

function whole(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new SetupError(`${name} has to be a whole number, not "${text}".`);
}

interface RunOptions {
  seed: number;
  kills: number;
  paceMs: number;
  cluster: ClusterOptions;
  say: (line: string) => void;
}

/** A kind of run, with the functions that merge and print its results. */
interface Mode<Result extends { ok: boolean }> {
  run(options: RunOptions): Promise<Result>;
  addUp(results: Result[]): Result;
  print(result: Result, say: (line: string) => void): void;
}

const renders = { run: runChaos, addUp, print: printResult };
const events = { run: runEventChaos, addUp: addUpEvents, print: printEventResult };

type Arguments = ReturnType<typeof readArguments>;

async function runSeeds<Result extends { ok: boolean }>(
  mode: Mode<Result>,
  given: Arguments,
): Promise<number> {
  const { kills, seed, runs, paceMs, cluster, json } = given;
  const uri = process.env.MONGODB_URI;
  const say = json ? () => undefined : (line: string) => console.log(line);
  const results: Result[] = [];
  for (let each = seed; each < seed + runs; each += 1) {
    say(`Seed ${each}, ${kills} kills, a fault every ${Math.round(paceMs)} ms on average.`);
    const mongo = uri ? { mongoUri: databaseUri(uri, `chaos_${process.pid}_${each}`) } : {};
    const result = await mode.run({ seed: each, kills, paceMs, say, cluster: { ...cluster, ...mongo } });
    results.push(result);
    if (json) console.log(JSON.stringify(result));
    else mode.print(result, say);
  }
  if (runs > 1 && !json) {
    say(`\n── ${runs} runs, seeds ${seed} to ${seed + runs - 1}`);
    mode.print(mode.addUp(results), say);
  }
  return results.every((result) => result.ok) ? 0 : 1;
}

async function main(): Promise<number> {
  const given = readArguments();
  if (given.help) {
    console.log(help);
    return 0;
  }
  if (given.plan) {
    const load = given.events ? 'events' : 'renders';
    for (const fault of planFaults({ ...given, load, killMongo: !process.env.MONGODB_URI }))
      console.log(JSON.stringify(fault));
    return 0;
  }
  return given.events ? runSeeds(events, given) : runSeeds(renders, given);
}

await exitWith(main);
