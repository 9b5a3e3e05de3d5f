import { sleep } from './clock.ts';
import type { Cluster } from './cluster.ts';
import type { Disturbance, Endpoints } from './events/endpoints.ts';
import type { ProxyFault } from './fault-proxy.ts';
import type { Member } from './member.ts';
import type { FaultKind, PlannedFault } from './schedule.ts';
import { stepDown } from './step-downs.ts';

/** A fault that took place: when it began, and when what it broke worked again. */
export interface Injected {
  kind: FaultKind;
  at: number;
  liftedAt: number;
}

/** A cluster, and the endpoints of its stores where events are reported. */
export interface Scene extends Cluster {
  endpoints?: Endpoints;
}

/** Faults in effect at once. A slow machine stretches the plan, instead of making one long outage of it. */
const maxAtOnce = 3;

/** Carries out a plan, each fault at its time. */
export async function injectAll(
  scene: Scene,
  plan: PlannedFault[],
  onProgress: (done: number) => void = () => undefined,
): Promise<Injected[]> {
  let origin = Date.now();
  const injecting: Promise<Injected>[] = [];
  const inEffect = new Set<Promise<Injected>>();
  for (const [index, fault] of plan.entries()) {
    await sleep(origin + fault.atMs - Date.now());
    while (inEffect.size >= maxAtOnce) await Promise.race(inEffect).catch(() => undefined);
    origin = Math.max(origin, Date.now() - fault.atMs);
    const injected = inject(scene, fault).finally(() => inEffect.delete(injected));
    // Reported by `Promise.all` below, when the whole plan has been carried out.
    injected.catch(() => undefined);
    inEffect.add(injected);
    injecting.push(injected);
    if ((index + 1) % 100 === 0) onProgress(index + 1);
  }
  const injected = await Promise.all(injecting);
  await Promise.all([...scene.apis, ...scene.workers].map((member) => member.ready()));
  return injected;
}

/** Carries out one fault from its begin to its end. */
async function inject(cluster: Scene, fault: PlannedFault): Promise<Injected> {
  const at = Date.now();
  await inflict[fault.kind](cluster, fault);
  return { kind: fault.kind, at, liftedAt: Date.now() };
}

type Inflict = (scene: Scene, fault: PlannedFault) => Promise<void>;

const inflict: Record<FaultKind, Inflict> = {
  'kill-worker': (cluster, fault) => killMember(findTarget(cluster.workers, fault), fault),
  'kill-api': (cluster, fault) => killMember(findTarget(cluster.apis, fault), fault),
  'kill-redis': (cluster, fault) => once(cluster, 'redis', () => killMongo(cluster, 'redis', fault)),
  'kill-mongo': (cluster, fault) => once(cluster, 'mongo', () => killMongo(cluster, 'mongo', fault)),
  'step-down-mongo': (cluster, fault) => once(cluster, 'mongo', () => stepDown(cluster.mongo!.port(), fault)),
  'flush-redis': (cluster) => once(cluster, 'redis', () => flush(cluster.redis.port())),
  'pause-worker': async (cluster, fault) => {
    const resume = findTarget(cluster.workers, fault).freeze();
    await sleep(fault.lastsMs);
    resume();
  },
  'roll-api': (cluster, fault) => findTarget(cluster.apis, fault).roll(),
  'roll-worker': (cluster, fault) => findTarget(cluster.workers, fault).roll(),
  'network-redis': (cluster, fault) => disturb(cluster, 'redis', fault),
  'network-mongo': (cluster, fault) => disturb(cluster, 'mongo', fault),
  'network-model': (cluster, fault) => disturb(cluster, 'model', fault),
  'model-fails': async ({ model }, fault) => {
    model.mode = fault.target % 2 === 0 ? 'failed' : 'cut';
    await sleep(fault.lastsMs);
    model.mode = 'ok';
  },
  'endpoint-fails': (scene, fault) => disturbEndpoint(scene, fault, 'fails'),
  'endpoint-hangs': (scene, fault) => disturbEndpoint(scene, fault, 'hangs'),
};

const findTarget = (members: Member[], { target }: PlannedFault): Member => members[target % members.length]!;

async function killMember(member: Member, { lastsMs, failpoint }: PlannedFault): Promise<void> {
  await member.kill(lastsMs, failpoint);
  await member.ready();
}

const turns = new WeakMap<Cluster, Map<string, Promise<void>>>();

/** One fault at a time happens to a backend: it cannot be killed while it is down. */
async function once(cluster: Cluster, backend: string, act: () => Promise<void>): Promise<void> {
  const mine = turns.get(cluster) ?? new Map<string, Promise<void>>();
  turns.set(cluster, mine);
  const turn = (mine.get(backend) ?? Promise.resolve()).then(act);
  mine.set(
    backend,
    turn.catch(() => undefined),
  );
  await turn;
}

async function killMongo(
  cluster: Cluster,
  backend: 'redis' | 'mongo',
  { lastsMs }: PlannedFault,
): Promise<void> {
  await cluster[backend]!.kill();
  await sleep(lastsMs);
  await cluster.revive(backend);
}

async function flush(port: number): Promise<void> {
  const { Redis } = await import('ioredis');
  const redis = new Redis({ port, host: '127.0.0.1' });
  await redis.flushall().finally(() => redis.disconnect());
}

async function disturb(
  { links }: Cluster,
  target: keyof Cluster['links'],
  { target: which, lastsMs, network, bytes }: PlannedFault,
): Promise<void> {
  // Every other time only one process is disconnected.
  const hit = which % 2 === 0 ? links[target] : [links[target][which % links[target].length]!];
  for (const link of hit) link.apply(proxyFault(network, bytes));
  await sleep(lastsMs);
  for (const link of hit) link.lift();
}

async function disturbEndpoint(
  { endpoints }: Scene,
  { target, lastsMs }: PlannedFault,
  how: Disturbance,
): Promise<void> {
  endpoints?.disturb(target, how);
  await sleep(lastsMs);
  endpoints?.settle(target);
}

function proxyFault(kind: PlannedFault['network'], bytes: number): ProxyFault {
  if (kind === 'latency') return { kind, ms: 20 + (bytes % 280) };
  if (kind === 'cut') return { kind, bytes };
  return { kind };
}
