import { waitForMessage } from '../../processes/child.ts';
import { familyCpuMs } from '../processes/family-cpu.ts';
import { type MeasuredProcess, startMeasured } from '../processes/measured.ts';
import { ownInstallation, type Stage } from '../stage.ts';
import { median } from '../statistics.ts';

export interface NoOpFigures {
  renders: number;
  atOnce: number;
  /** Claim, decide and settle; no provider, no image checks, no blobs. */
  settling: NoOpSide;
  /** The product's worker, with a provider that has its image ready. */
  platform: NoOpSide;
  /** BullMQ alone. */
  bare: NoOpSide;
  /** Database commands of one render by name, from driver monitoring, in a run of its own. */
  commands: { accept: Record<string, number>; work: Record<string, number> };
}

export interface NoOpSide {
  perSecond: number;
  rounds: number[];
  /** Milliseconds a render. */
  cpu: CpuShares;
}

type CpuShares = Record<'driver' | 'worker' | 'redis' | 'mongo', number>;

interface Pair {
  driver: MeasuredProcess;
  worker: MeasuredProcess;
}

interface Driven {
  type: 'driven';
  ms: number;
  succeeded: number;
}

const driveMs = 300_000;
const atOnce = 64;

const entries = {
  settling: { driver: 'processes/noop-driver.ts', worker: 'processes/noop-settling-worker.ts' },
  platform: { driver: 'processes/noop-driver.ts', worker: 'processes/noop-worker.ts' },
  bare: { driver: 'bare/noop-driver.ts', worker: 'bare/noop-worker.ts' },
} as const;
type Side = keyof typeof entries;
const sides = Object.keys(entries) as Side[];

async function startPair(stage: Stage, side: Side, change: NodeJS.ProcessEnv = {}): Promise<Pair> {
  const env = {
    ...stage.env,
    ...ownInstallation(stage, `bench-noop-${side}`),
    RENDER_PROVIDERS: 'local',
    WORKER_CONCURRENCY: String(atOnce),
    ...change,
  };
  const start = (role: keyof Pair) => startMeasured(entries[side][role], env, stage.profile);
  const [driver, worker] = await Promise.all([start('driver'), start('worker')]);
  const pair = { driver, worker };
  stage.closing.add(() => closePair(pair));
  return pair;
}

async function closePair({ driver, worker }: Pair): Promise<void> {
  await Promise.all([driver.close(), worker.close()]);
}

async function drive({ driver }: Pair, renders: number): Promise<Driven> {
  const driven = waitForMessage<Driven>(driver.child, 'driven', driveMs);
  driver.child.process.send({ type: 'drive', renders, atOnce });
  return driven;
}

/** Renders without image work through queue and database; BullMQ alone beside them. */
export async function measureNoOp(
  stage: Stage,
  options: { rounds: number; renders: number; say: (line: string) => void },
): Promise<NoOpFigures> {
  const { renders, say } = options;
  const rounds: Record<Side, Round[]> = { settling: [], platform: [], bare: [] };
  const pairs = new Map<Side, Pair>();
  for (const side of sides) pairs.set(side, await startPair(stage, side));
  for (const pair of pairs.values()) await drive(pair, 200);
  for (let round = 0; round < options.rounds; round++) {
    for (const [side, pair] of pairs) rounds[side].push(await runRound(stage, pair, renders));
    say(`no-op: ${sides.map((side) => `${side} ${show(rounds[side].at(-1)!)}`).join(' | ')}`);
  }
  for (const pair of pairs.values()) await closePair(pair);
  const commands = await countCommands(stage);
  const [settling, platform, bare] = sides.map((side) => summary(rounds[side]));
  return { renders, atOnce, settling: settling!, platform: platform!, bare: bare!, commands };
}

interface Round {
  perSecond: number;
  cpu: CpuShares;
}

async function runRound(stage: Stage, pair: Pair, renders: number): Promise<Round> {
  await Promise.all([pair.driver.reset(), pair.worker.reset()]);
  const pids = { driver: pair.driver.pid, worker: pair.worker.pid, ...stage.pids };
  const read = () =>
    Object.entries(pids).map(([name, pid]) => [name, pid ? familyCpuMs(pid) : Number.NaN] as const);
  const before = read();
  const { ms } = await drive(pair, renders);
  const used = read().map(([name, now], index) => [name, (now - before[index]![1]) / renders]);
  await Promise.all([pair.driver.report(), pair.worker.report()]);
  return { perSecond: (renders / ms) * 1000, cpu: Object.fromEntries(used) as CpuShares };
}

const counted = 200;

/** Apart from the timed rounds: monitoring copies every command, which costs more than sending it. */
async function countCommands(stage: Stage): Promise<NoOpFigures['commands']> {
  const installation = ownInstallation(stage, 'bench-counted');
  const monitored = {
    ...installation,
    MONGODB_URI: `${installation.MONGODB_URI}&monitorCommands=true`,
    // Neither the sweeper's own queries nor the renewals of leases in a long queue belong to a render.
    SWEEP_SECONDS: '600',
    LEASE_SECONDS: '120',
  };
  const pair = await startPair(stage, 'platform', monitored);
  await drive(pair, 50);
  await Promise.all([pair.driver.reset(), pair.worker.reset()]);
  await drive(pair, counted);
  const [accept, work] = await Promise.all([pair.driver.report(), pair.worker.report()]);
  await closePair(pair);
  return { accept: perRender(accept.commands), work: perRender(work.commands) };
}

/** The query with which the driver counts successes is not part of a render. */
function perRender(commands: Record<string, number>): Record<string, number> {
  const own = Object.entries(commands).filter(([name]) => !name.startsWith('aggregate'));
  return Object.fromEntries(own.map(([name, count]) => [name, count / counted]));
}

function summary(rounds: Round[]): NoOpSide {
  const part = (name: keyof CpuShares) => median(rounds.map(({ cpu }) => cpu[name]));
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    rounds: rounds.map(({ perSecond }) => perSecond),
    cpu: { driver: part('driver'), worker: part('worker'), redis: part('redis'), mongo: part('mongo') },
  };
}

const show = ({ perSecond, cpu }: Round) =>
  `${perSecond.toFixed(0)}/s cpu ${Object.values(cpu)
    .map((ms) => ms.toFixed(2))
    .join('/')}`;
