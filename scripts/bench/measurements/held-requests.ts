import type { Sample } from '../images.ts';
import type { LoadClient } from '../load/load.ts';
import type { Stage } from '../stage.ts';
import { median, medianRatio, percentile } from '../statistics.ts';
import type { Subject } from '../subjects.ts';
import { type CpuTimes, mapTimes, orProblem, type Round, runRound } from './round.ts';

/** Requests of one round; enough for a p99 only where there are hundreds. */
const requests: Record<Sample['name'], Record<number, number>> = {
  real: { 1: 20, 10: 50, 50: 100, 500: 500 },
  tiny: { 1: 100, 10: 300, 50: 600, 500: 1000 },
};

/** With more than this one round is long enough. */
const manyCallers = 50;

/** One row: a sample at a number of callers, at two servers. */
export interface HeldFigures {
  sample: string;
  callers: number;
  requests: number;
  /** Absent where the calls failed; `problem` says how. */
  taken?: HeldComparison;
  problem?: string;
}

export interface HeldComparison {
  ours: Summary;
  theirs: Summary;
  /** Ours ÷ theirs, median of the rounds. */
  throughput: number;
  p50: number;
  cpu: number;
}

export interface Summary {
  rps: number;
  p50: number;
  p99: number;
  /** CPU of one render in milliseconds, medians. */
  cpu: CpuTimes;
}

interface HeldOptions {
  stage: Stage;
  client: LoadClient;
  subjects: [ours: Subject, theirs: Subject];
  samples: Sample[];
  rounds: number;
  callers: number[];
  say: (line: string) => void;
}

type Rounds = [ours: Round[], theirs: Round[]];

/** Measures requests that wait for their image, both servers in turn, round by round. */
export async function measureHeldRequests(options: HeldOptions): Promise<HeldFigures[]> {
  const figures: HeldFigures[] = [];
  for (const sample of options.samples) {
    const file = await options.stage.bodyFile(sample.name, sample.body);
    await orProblem(() => warmUp(options, file));
    for (const callers of options.callers) {
      const count = requests[sample.name][callers] ?? callers * 4;
      const order = { bodyFile: file, callers, requests: count };
      const outcome = await orProblem(async () => compare(await runRounds(options, order)));
      figures.push({ sample: sample.name, callers, requests: count, ...outcome });
      options.say(line(figures.at(-1)!));
    }
  }
  return figures;
}

async function warmUp(options: HeldOptions, bodyFile: string): Promise<void> {
  for (const subject of options.subjects) {
    await runRound(options, subject, { bodyFile, callers: 10, requests: 60 });
  }
}

async function runRounds(
  options: HeldOptions,
  order: { bodyFile: string; callers: number; requests: number },
): Promise<Rounds> {
  const rounds: Rounds = [[], []];
  const most = order.callers > manyCallers ? 1 : options.rounds;
  for (let round = 0; round < most; round++) {
    // A B, then B A: the second one finds the disk and the clock as the first left them.
    for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
      rounds[side]!.push(await runRound(options, options.subjects[side]!, order));
    }
  }
  return rounds;
}

function compare([ours, theirs]: Rounds): HeldComparison {
  const ratio = (toValue: (round: Round) => number) => medianRatio(ours.map(toValue), theirs.map(toValue));
  return {
    ours: summarise(ours),
    theirs: summarise(theirs),
    throughput: ratio(({ rps }) => rps),
    p50: ratio(({ latencies }) => percentile(latencies, 0.5)),
    cpu: ratio(({ cpu }) => sumCpu(cpu)),
  };
}

export const sumCpu = ({ api, worker, redis, mongo }: CpuTimes): number => api + worker + redis + mongo;

function summarise(rounds: Round[]): Summary {
  const all = rounds.flatMap((round) => round.latencies);
  return {
    rps: median(rounds.map((round) => round.rps)),
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    cpu: mapTimes(rounds[0]!.cpu, (name) => median(rounds.map((round) => round.cpu[name]))),
  };
}

function line({ sample, callers, taken, problem }: HeldFigures): string {
  if (!taken) return `${sample} × ${callers}: could not be taken, ${problem}`;
  const { ours, theirs, throughput, p50, cpu } = taken;
  const side = ({ rps, p50, cpu }: Summary) =>
    `${rps.toFixed(1)}/s p50 ${p50.toFixed(0)} cpu ${Object.values(cpu)
      .map((ms) => ms.toFixed(1))
      .join('/')}`;
  return `${sample} × ${callers}: ${side(ours)} | ${side(theirs)} | ${(throughput * 100).toFixed(0)} % p50 × ${p50.toFixed(2)} cpu × ${cpu.toFixed(2)}`;
}
