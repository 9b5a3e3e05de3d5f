import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from '../images.ts';
import type { LoadClient } from '../load/load.ts';
import type { Stage } from '../stage.ts';
import type { Subject } from '../subjects.ts';
import { sumCpu } from './held-requests.ts';
import {
  type Commands,
  type CpuTimes,
  NotTaken,
  type Round,
  readSent,
  runRound,
  type Sent,
} from './round.ts';

export interface CostFigures {
  sample: Sample['name'];
  callers: number;
  /** Of the round in which the platform cost least, compared with the bare server. */
  platform: CpuTimes;
  bare: CpuTimes;
  /** Platform ÷ bare. */
  ratio: number;
  /** Commands of the platform for one render, by process. */
  sent: Record<'api' | 'worker', Sent>;
}

interface CostOptions {
  stage: Stage;
  client: LoadClient;
  subjects: [platform: Subject, bare: Subject];
  sample: Sample;
  callers: number;
  requests: number;
  /** At most so many rounds; the first that is `enough` is the last. */
  rounds: number;
  enough?: (figures: CostFigures) => boolean;
}

/** Commands a millisecond that the processes of a server send without a call: heartbeats and polls. */
type Idle = Record<'api' | 'worker', Sent>;

const idleMs = 2000;
const warmUpRequests = 20;

/**
 * Measures what a render costs in CPU time and commands. Other work on the machine hardly prolongs CPU time, and
 * prolongs that of both servers: their ratio can be compared between machines.
 * @throws NotTaken
 */
export async function measureRenderCost(options: CostOptions): Promise<CostFigures> {
  const { stage, subjects, sample, callers, requests, rounds, enough = () => false } = options;
  const bodyFile = await stage.bodyFile(sample.name, sample.body);
  const order = { bodyFile, callers, requests };
  for (const subject of subjects) {
    await runRound(options, subject, { ...order, requests: warmUpRequests });
  }
  const idle = await Promise.all(subjects.map((subject) => measureIdle(subject)));
  let least: CostFigures | undefined;
  for (let round = 0; round < rounds; round++) {
    const [platform, bare] = [await timed(options, 0, order, idle), await timed(options, 1, order, idle)];
    const ratio = sumCpu(platform.cpu) / sumCpu(bare.cpu);
    const sent = { api: platform.api, worker: platform.worker };
    const figures = { sample: sample.name, callers, platform: platform.cpu, bare: bare.cpu, ratio, sent };
    if (!least || ratio < least.ratio) least = figures;
    if (enough(figures)) break;
  }
  if (!least) throw new NotTaken('no round was asked for');
  return least;
}

async function measureIdle(subject: Subject): Promise<Idle> {
  await Promise.all([subject.api.reset(), subject.worker!.reset()]);
  const startedAt = performance.now();
  await pause(idleMs);
  const ms = performance.now() - startedAt;
  return { api: await readSent(subject.api, ms), worker: await readSent(subject.worker!, ms) };
}

/** One round of one server, without the commands of its idle share. */
async function timed(
  options: CostOptions,
  side: 0 | 1,
  order: { bodyFile: string; callers: number; requests: number },
  idle: Idle[],
): Promise<Pick<Round, 'cpu' | 'api' | 'worker'>> {
  const startedAt = performance.now();
  const round = await runRound(options, options.subjects[side], order);
  const msPerRender = (performance.now() - startedAt) / order.requests;
  const { api, worker } = idle[side]!;
  const without = (all: Sent, own: Sent): Sent => ({
    mongo: subtract(all.mongo, own.mongo, msPerRender),
    redis: subtract(all.redis, own.redis, msPerRender),
  });
  return {
    cpu: round.cpu,
    api: without(round.api, api),
    worker: without(round.worker, worker),
  };
}

/** Commands that a render does not send itself are at about 0 and left out. */
function subtract(counts: Commands, perMs: Commands, ms: number): Commands {
  const left = Object.entries(counts).map(
    ([name, count]) => [name, count - (perMs[name] ?? 0) * ms] as const,
  );
  return Object.fromEntries(left.filter(([, count]) => count >= leastCount));
}

const leastCount = 0.15;
