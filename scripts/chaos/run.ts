import sharp from 'sharp';
import { createAccount } from '../../shared/accounts/accounts.ts';
import { grantCredits } from '../../shared/credits/credits.ts';
import { newId } from '../../shared/ids.ts';
import { type Verification, verifyInvariants } from '../../shared/invariants/verify.ts';
import { createKey } from '../../shared/keys/keys.ts';
import { openStates } from '../../shared/renders/states.ts';
import { type Casualties, countCasualties } from './casualties.ts';
import { sleep, until } from './clock.ts';
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';
import type { History } from './history.ts';
import { type Injected, injectAll } from './inject.ts';
import { type Judgement, judgeRenders } from './judge.ts';
import { type LoadAccount, type LoadOptions, pollRender, runClient } from './load.ts';
import { createRandom, type Random } from './random.ts';
import { measureRecovery, type Recovery } from './recovery.ts';
import { type FaultKind, planFaults } from './schedule.ts';

export interface ChaosOptions {
  seed: number;
  kills: number;
  paceMs: number;
  cluster?: ClusterOptions;
  say?: (line: string) => void;
}

export interface ChaosResult extends Casualties {
  seed: number;
  ok: boolean;
  seconds: number;
  /** From the last fault until no render was open and no credit held. */
  restMs: number;
  /** Render documents by state. */
  renders: Record<string, number>;
  clients: Judgement;
  invariants: Verification;
  recovery: Partial<Record<FaultKind, Recovery>>;
  /** Folder with the logs, when there are findings. */
  dataDir?: string;
}

const clients = 8;
/** Longer than any deadline, lease or pause of `quickSettings`: what is open after it is stuck. */
const longestRestMs = 30_000;

/** Runs the platform under load and faults, waits until it is idle, and compares it with its clients' responses. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const startedAt = Date.now();
  const cluster = await startCluster(options.cluster);
  let ok = false;
  try {
    const history: History = { attempts: [], wrong: [] };
    const faults = await storm(cluster, options, history);
    const calmAt = Date.now();
    await comeToRest(cluster);
    const restMs = Date.now() - calmAt;
    await resolveUnknowns(cluster, history);
    const invariants = await verifyInvariants({ ...cluster, atRest: true });
    const result = await report(cluster, history, faults, invariants);
    ok = result.deaths.crashed === 0 && invariants.ok && result.clients.findings.length === 0;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const where = ok ? {} : { dataDir: cluster.dataDir };
    return { seed: options.seed, ok, seconds, restMs, ...result, invariants, ...where };
  } finally {
    await cluster.close({ keep: !ok });
  }
}

async function storm(cluster: Cluster, options: ChaosOptions, history: History): Promise<Injected[]> {
  const plan = planFaults({ ...options, killMongo: cluster.mongo !== undefined });
  const stop = new AbortController();
  const random = createRandom(options.seed + 1);
  const load: LoadOptions = {
    apis: cluster.apis,
    accounts: await makeAccounts(cluster, options.kills),
    bodies: await makeBodies(),
    history,
    random,
    stop: stop.signal,
  };
  const running = Array.from({ length: clients }, () => runClient(load));
  const latencyChanges = changeModelLatency(cluster, random, stop.signal);
  try {
    return await injectAll(cluster, plan, (done) =>
      options.say?.(`${done} of ${plan.length} faults, ${history.attempts.length} calls`),
    );
  } finally {
    stop.abort();
    await Promise.all([...running, latencyChanges]);
  }
}

/** Enough for most; two accounts run out of credits during the run. */
async function makeAccounts(cluster: Cluster, kills: number): Promise<LoadAccount[]> {
  const { accounts, keys, ledger } = cluster.database;
  const made: LoadAccount[] = [];
  for (const amount of [1_000_000, 1_000_000, 1_000_000, kills, Math.ceil(kills / 4)]) {
    const { _id: id } = await createAccount(accounts, { name: 'Chaos' });
    const grant = { account: id, grantId: newId('grant'), amount, at: new Date() };
    await grantCredits({ accounts, ledger }, grant);
    const { key } = await createKey(keys, { account: id, mode: 'live', name: 'chaos' });
    made.push({ id, key });
  }
  return made;
}

async function makeBodies(): Promise<string[]> {
  const photo = async (width: number, height: number, tint: number) => {
    const pixels = Buffer.alloc(width * height * 3, tint);
    for (let at = 0; at < pixels.length; at += 3) pixels[at] = (at / 3) % width;
    const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg()
      .toBuffer();
    return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  };
  const product = { title: 'Chair', category: 'chair', images: [await photo(48, 48, 200)] };
  const scenes = await Promise.all([10, 90, 170].map((tint) => photo(96, 64, tint)));
  return scenes.map((sceneImage) => JSON.stringify({ sceneImage, products: [product] }));
}

/** Mostly short, sometimes longer than a lease. */
async function changeModelLatency({ model }: Cluster, random: Random, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    model.latencyMs = random.next() < 0.1 ? random.whole(500, 2500) : random.whole(10, 400);
    await sleep(100, stop);
  }
  model.latencyMs = 0;
}

async function comeToRest({ database }: Cluster): Promise<void> {
  const atRest = async () => {
    const open = await database.renders.countDocuments({ state: { $in: openStates } });
    const held = await database.accounts.countDocuments({ 'credits.held': { $gt: 0 } });
    return open === 0 && held === 0;
  };
  await until(atRest, longestRestMs, 100);
}

/** A render id is enough to learn the final state: callers without a definite response poll it now. */
async function resolveUnknowns(cluster: Cluster, history: History): Promise<void> {
  const random = createRandom(0);
  for (const attempt of history.attempts) {
    if (attempt.verdict !== 'unknown' || !attempt.renderId) continue;
    const result = await pollRender({ apis: cluster.apis, random, history }, attempt);
    if (attempt.verdict !== 'unknown') continue;
    const said = JSON.stringify(result).slice(0, 300);
    const what = `render ${attempt.renderId} has no certain end at rest: ${said}`;
    history.wrong.push({ requestId: attempt.requestId, what });
  }
}

async function report(
  cluster: Cluster,
  history: History,
  injected: Injected[],
  invariants: Verification,
): Promise<Casualties & Pick<ChaosResult, 'renders' | 'clients' | 'recovery'>> {
  const { database } = cluster;
  const states = await database.renders.aggregate<{ _id: string; n: number }>([
    { $group: { _id: '$state', n: { $sum: 1 } } },
  ]);
  const atRest = invariants.problems.every((problem) => problem.invariant !== 'I6');
  return {
    ...countCasualties(cluster, injected),
    renders: Object.fromEntries(states.map(({ _id, n }) => [_id, n])),
    clients: await judgeRenders(database, history),
    recovery: atRest ? await measureRecovery(database.renders, injected) : {},
  };
}
