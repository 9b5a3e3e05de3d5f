import { type FailpointName, failpointNames } from '../../shared/failpoints.ts';
import { createRandom, type Random } from './random.ts';

/** The kinds of faults with their weights. */
const faultWeights = {
  'kill-worker': 26,
  'kill-api': 13,
  'kill-redis': 20,
  'kill-mongo': 13,
  'step-down-mongo': 8,
  'flush-redis': 4,
  'pause-worker': 5,
  'roll-api': 2,
  'roll-worker': 3,
  'network-redis': 6,
  'network-mongo': 6,
  'network-model': 4,
  'model-fails': 3,
} as const;

/** The same for a run that reports events: no model is called, and endpoints may be down. */
const eventFaultWeights = {
  'kill-worker': 24,
  'kill-api': 24,
  'kill-redis': 16,
  'kill-mongo': 13,
  'step-down-mongo': 8,
  'flush-redis': 5,
  'pause-worker': 4,
  'roll-api': 2,
  'roll-worker': 2,
  'network-redis': 5,
  'network-mongo': 5,
  'endpoint-fails': 7,
  'endpoint-hangs': 5,
} as const;

/** Load of a run. */
export type LoadKind = 'renders' | 'events';
export type FaultKind = keyof typeof faultWeights | keyof typeof eventFaultWeights;

const killKinds: readonly FaultKind[] = ['kill-worker', 'kill-api', 'kill-redis', 'kill-mongo'];

/** Faults of a MongoDB of our own. */
const mongoKinds: readonly FaultKind[] = ['kill-mongo', 'step-down-mongo'];

/** Faults of a connection; see `fault-proxy.ts`. */
const networkFaults = ['latency', 'blackhole', 'deaf', 'reset', 'cut'] as const;
export type NetworkFault = (typeof networkFaults)[number];

/** Effects of MongoDB's step-down or shutdown on commands; see `step-downs.ts`. */
export const stepDowns = [
  'not-writable-primary',
  'interrupted',
  'primary-stepped-down',
  'shutdown',
  'closed',
  'unconfirmed',
] as const;
export type StepDown = (typeof stepDowns)[number];

/** One planned fault; every field is drawn for every kind, so that a plan depends on its seed alone. */
export interface PlannedFault {
  /** Milliseconds after the start. */
  atMs: number;
  kind: FaultKind;
  /** Index among the processes of that kind, modulo their number. */
  target: number;
  /** Duration of a pause or a network fault, or the time that a killed process stays down. */
  lastsMs: number;
  network: NetworkFault;
  /** Effect of a step-down on MongoDB's replies. */
  stepDown: StepDown;
  /** Bytes after which a `cut` connection ends. */
  bytes: number;
  /** The killed process restarts with this failpoint armed and dies there the n-th time. */
  failpoint?: `${FailpointName}:${number}`;
}

export interface PlanOptions {
  seed: number;
  /** Kills with -9 to plan; those of failpoints are additional. */
  kills: number;
  /** Mean time between two faults. */
  paceMs: number;
  /** False when MONGODB_URI names a server. */
  killMongo: boolean;
  /** Default: renders. */
  load?: LoadKind;
}

const named = (pattern: RegExp) => failpointNames.filter((name) => pattern.test(name));
const failpointsByCampaign = {
  renders: {
    'kill-api': named(/^(visualize|settle)\.|^render\.after-decision/),
    'kill-worker': named(/^(render|settle|sweeper)\./),
  },
  events: {
    'kill-api': named(/^events\./),
    'kill-worker': named(/^(track|sweeper)\./),
  },
} as const;

const weightsByCampaign = { renders: faultWeights, events: eventFaultWeights } as const;

/** Plans the faults of a run: a pure function of its options. */
export function planFaults(options: PlanOptions): PlannedFault[] {
  const random = createRandom(options.seed);
  const faults: PlannedFault[] = [];
  let atMs = 0;
  for (let kills = 0; kills < options.kills; ) {
    atMs += Math.ceil(-Math.log(1 - random.next()) * options.paceMs);
    const fault = drawFault(random, atMs, options.load ?? 'renders');
    if (mongoKinds.includes(fault.kind) && !options.killMongo) continue;
    faults.push(fault);
    if (killKinds.includes(fault.kind)) kills += 1;
  }
  return faults;
}

function drawFault(random: Random, atMs: number, load: LoadKind): PlannedFault {
  const kind: FaultKind = random.weighted<FaultKind>(weightsByCampaign[load] as Record<FaultKind, number>);
  const target = random.whole(0, 11);
  const pause = random.next();
  const network = random.pick(networkFaults);
  const bytes = random.whole(1, 2000);
  const places = failpointsByCampaign[load][kind === 'kill-api' ? 'kill-api' : 'kill-worker'];
  const failpoint = `${random.pick(places)}:${random.whole(1, 3)}` as const;
  const armed = random.next() < 0.5 && (kind === 'kill-api' || kind === 'kill-worker');
  const stepDown = random.pick(stepDowns);
  return {
    atMs,
    kind,
    target,
    lastsMs: Math.round(longest[kind] * (0.1 + 0.9 * pause)),
    network,
    bytes,
    stepDown,
    ...(armed ? { failpoint } : {}),
  };
}

const longest: Record<FaultKind, number> = {
  'kill-worker': 400,
  'kill-api': 400,
  'kill-redis': 600,
  'kill-mongo': 600,
  'step-down-mongo': 3000,
  'flush-redis': 0,
  'pause-worker': 4000,
  'roll-api': 0,
  'roll-worker': 0,
  'network-redis': 1500,
  'network-mongo': 1500,
  'network-model': 1500,
  'model-fails': 1000,
  'endpoint-fails': 1500,
  'endpoint-hangs': 4000,
};
