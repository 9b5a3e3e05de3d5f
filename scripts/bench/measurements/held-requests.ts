import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from '../images.ts';
import type { LoadClient } from '../load/load.ts';
import { cpuMs } from '../processes/measured.ts';
import type { Stage } from '../stage.ts';
import { median, medianRatio, percentile } from '../statistics.ts';
import type { Subject } from '../subjects.ts';

/** Requests of one round; enough for a p99 only where there are hundreds. */
const requests: Record<Sample['name'], Record<number, number>> = {
  real: { 1: 20, 10: 50, 50: 100, 500: 500 },
  tiny: { 1: 100, 10: 300, 50: 600, 500: 1000 },
};

/** With more than this one round is long enough. */
const manyCallers = 50;

export interface Round {
  rps: number;
  latencies: number[];
  cpu: { api: number; worker: number; redis: number; mongo: number };
  commands: Record<string, number>;
}

export interface HeldFigures {
  sample: string;
  callers: number;
  requests: number;
  platform: Summary;
  bare: Summary;
  /** Platform ÷ bare, median of the rounds. */
  throughput: number;
  p50: number;
}

export interface Summary {
  rps: number;
  p50: number;
  p99: number;
  /** CPU of one render in milliseconds, medians. */
  cpu: Round['cpu'];
  /** Database commands of one render. */
  commands: Record<string, number>;
}

interface HeldOptions {
  stage: Stage;
  client: LoadClient;
  subjects: [Subject, Subject];
  samples: Sample[];
  rounds: number;
  callers: number[];
  say: (line: string) => void;
}

/** Requests that wait for their image, both servers in turn, round by round. */
export async function measureHeldRequests(options: HeldOptions): Promise<HeldFigures[]> {
  const figures: HeldFigures[] = [];
  for (const sample of options.samples) {
    const file = await options.stage.bodyFile(sample.name, sample.body);
    for (const subject of options.subjects) await runRound(options, subject, file, 10, 60);
    for (const callers of options.callers) {
      const count = requests[sample.name][callers] ?? callers * 4;
      const rounds = { platform: [] as Round[], bare: [] as Round[] };
      const most = callers > manyCallers ? 1 : options.rounds;
      for (let round = 0; round < most; round++) {
        // A B, then B A: the second one finds the disk and the clock as the first left them.
        const order = round % 2 === 0 ? options.subjects : [...options.subjects].reverse();
        for (const subject of order) {
          rounds[subject.name].push(await runRound(options, subject, file, callers, count));
        }
      }
      figures.push(compare(sample.name, callers, count, rounds));
      options.say(line(figures.at(-1)!));
    }
  }
  return figures;
}

/** Work after the response (settling, deleting) is part of a render's cost. */
const afterMs = 300;

async function runRound(
  { stage, client }: HeldOptions,
  subject: Subject,
  bodyFile: string,
  callers: number,
  requests: number,
): Promise<Round> {
  const { api, worker } = subject;
  await Promise.all([api.reset(), worker!.reset()]);
  const pids = { api: api.pid, worker: worker!.pid, ...stage.pids };
  const read = () =>
    Object.entries(pids).map(([name, pid]) => [name, pid ? cpuMs(pid) : Number.NaN] as const);
  const before = read();
  const order = { url: subject.url, bodyFile, keys: subject.keys(callers), callers, requests };
  const { ms, latencies, failures } = await client.run(order);
  await pause(afterMs);
  const cpu = Object.fromEntries(
    read().map(([name, used], index) => [name, (used - before[index]![1]) / requests]),
  ) as Round['cpu'];
  const refused = Object.entries(failures)[0];
  if (refused) throw new Error(`${subject.name} returned ${refused[0]} for ${refused[1]} of ${requests}`);
  const commands: Record<string, number> = {};
  for (const gauges of [await api.report(), await worker!.report()]) {
    for (const [name, count] of Object.entries(gauges.commands)) {
      commands[name] = (commands[name] ?? 0) + count / requests;
    }
  }
  return { rps: (requests / ms) * 1000, latencies, cpu, commands };
}

function compare(
  sample: string,
  callers: number,
  count: number,
  { platform, bare }: Record<Subject['name'], Round[]>,
): HeldFigures {
  const of = (rounds: Round[], value: (round: Round) => number) => rounds.map(value);
  const p50 = (round: Round) => percentile(round.latencies, 0.5);
  return {
    sample,
    callers,
    requests: count,
    platform: summarise(platform),
    bare: summarise(bare),
    throughput: medianRatio(
      of(platform, (round) => round.rps),
      of(bare, (round) => round.rps),
    ),
    p50: medianRatio(of(platform, p50), of(bare, p50)),
  };
}

function summarise(rounds: Round[]): Summary {
  const all = rounds.flatMap((round) => round.latencies);
  const part = (name: keyof Round['cpu']) => median(rounds.map((round) => round.cpu[name]));
  return {
    rps: median(rounds.map((round) => round.rps)),
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    cpu: { api: part('api'), worker: part('worker'), redis: part('redis'), mongo: part('mongo') },
    commands: rounds.at(-1)!.commands,
  };
}

function line({ sample, callers, platform, bare, throughput, p50 }: HeldFigures): string {
  const side = (name: string, s: Summary) =>
    `${name} ${s.rps.toFixed(1)}/s p50 ${s.p50.toFixed(0)} cpu ${Object.values(s.cpu)
      .map((ms) => ms.toFixed(1))
      .join('/')}`;
  return `${sample} × ${callers}: ${side('platform', platform)} | ${side('bare', bare)} | ${(throughput * 100).toFixed(0)} % p50 × ${p50.toFixed(2)}`;
}
