import { parseArgs } from 'node:util';
import { SetupError } from '../backends/backend.ts';

export const measurementNames = [
  'cost',
  'noop',
  'stall',
  'memory',
  'held',
  'recovery',
  'events',
  'local-quality',
  'loader',
  'pages',
] as const;
export type MeasurementName = (typeof measurementNames)[number];

export interface BenchOptions {
  only: readonly MeasurementName[];
  /** Fewer rounds and callers: for a first impression, not for publication. */
  quick: boolean;
  json: boolean;
  /** Folder for the CPU profiles of the processes. */
  profile: string | undefined;
  /** Another commit to measure beside the working tree, instead of the measurements. */
  compare: string | undefined;
  /** As typed, for the report. */
  command: string;
}

export const benchHelp = `Usage: npm run bench -- [--only NAME] [--compare COMMIT] [--quick] [--json] [--profile DIR]

Measures the platform beside a bare Express + BullMQ server that does the same image work, both with
backends and processes of their own, round by round in turn. A full run takes about fifteen minutes on an idle
machine. Each measurement replaces its section of docs/reliability.md; with --quick, --profile or --compare it
only prints. What this machine cannot measure is a row that says so.

  --only NAME     one measurement; can be given several times
                    cost     CPU time and commands of a render, beside the committed budget
                    held     requests per second, latency and CPU at 1, 10, 50 and 500 callers
                    memory   memory of a held connection and Redis bytes of a job, 10,000 held
                    stall    longest event-loop stall while eight 8 MB images arrive
                    noop     renders through queue and database alone, and their database commands
                    recovery time until another worker has the render of a killed one
                    events   event ingest, delay and forwarding
                    local-quality
                             images of the local renderer: color, halo, what was touched, faces, time
                    loader   bytes, blocking time, layout shift, click to first screen, input to next paint in Chromium
                    pages    time, CPU time and database commands of every page on a full database, which with
                             MONGODB_URI is one of its own on that server
  --compare COMMIT
                  held requests at 1 and 50 callers of the working tree beside another commit, and their ratios
  --quick         one short round
  --json          one JSON object on stdout, progress on stderr
  --profile DIR   every process writes a CPU profile (node --cpu-prof) there when it ends`;

function isMeasurement(name: string): name is MeasurementName {
  return (measurementNames as readonly string[]).includes(name);
}

/** @throws SetupError for an unknown flag or measurement. */
export function readOptions(args: string[]): BenchOptions | 'help' {
  const { values } = parse(args);
  if (values.help) return 'help';
  const only = values.only ?? [];
  const unknown = only.find((name) => !isMeasurement(name));
  if (unknown !== undefined)
    throw new SetupError(`There is no measurement "${unknown}": ${measurementNames.join(', ')}.`);
  return {
    only: only.length > 0 ? only.filter(isMeasurement) : measurementNames,
    quick: values.quick ?? false,
    json: values.json ?? false,
    profile: values.profile,
    compare: values.compare,
    command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: 'string', multiple: true },
        quick: { type: 'boolean' },
        json: { type: 'boolean' },
        profile: { type: 'string' },
        compare: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new SetupError(`${(error as Error).message.split('.')[0]}. See: npm run bench -- --help`);
  }
}
