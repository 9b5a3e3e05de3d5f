import { verifyInvariants } from '../../shared/invariants/verify.ts';
import { openStates } from '../../shared/renders/states.ts';
import { until } from '../chaos/clock.ts';
import { type Latencies, startBystander } from './bystander.ts';
import { gaugesAtRest, readGauges } from './gauges.ts';
import { giveWay } from './give-way.ts';
import { type Figures, type Goal, judge } from './goals.ts';
import { attackHttp } from './http.ts';
import { sendImages } from './images/send-images.ts';
import { sendJson } from './json.ts';
import { spendNothing } from './money.ts';
import { guessPasswords } from './operators.ts';
import { closeConnections, send } from './send.ts';
import { sendAsShoppers } from './shoppers.ts';
import type { Tally } from './tally.ts';
import { startTarget, type Target } from './target.ts';
import { askForOthers } from './tenants.ts';
import { createTurns, withoutCalm } from './turns.ts';
import { sendUrls } from './urls.ts';

export interface AttackOptions {
  seed: number;
  /** Hostile images; a tenth as many bodies with junk. */
  count: number;
  /** API processes behind the proxy. */
  apis?: number;
  /** Inputs a second of all attackers together; 0: each attack follows the response to the one before. */
  rate?: number;
  only?: readonly Group[];
  /** Leaves out the other caller, and the calm turns in which the latency of its calls is measured for comparison. */
  alone?: boolean;
  /** Gives this process, in which the attackers are, the lowest priority. */
  givesWay?: boolean;
  say?: (line: string) => void;
}

export interface AttackResult extends Figures {
  seed: number;
  /** As asked for. */
  rate: number;
  ok: boolean;
  seconds: number;
  goals: Goal[];
  /** Folder with the logs, when a goal is missed. */
  dataDir?: string;
}

type Attack = (target: Target, options: AttackOptions) => Promise<Tally>;

const attacks = {
  tenants: askForOthers,
  json: (target, { seed, count }) => sendJson(target, seed, Math.ceil(count / 10)),
  urls: sendUrls,
  http: attackHttp,
  shoppers: sendAsShoppers,
  money: spendNothing,
  operators: guessPasswords,
  images: (target, { seed, count }) => sendImages(target, seed, count),
} satisfies Record<string, Attack>;

export type Group = keyof typeof attacks;
export const groups = Object.keys(attacks) as Group[];

/** Images before the first measurement: memory that libraries keep is not a leak. */
const warmUpImages = 60;
const turnLengths = { attackMs: 4_000, calmMs: 2_000, settleMs: 500 };

/** Attacks a platform of its own with everything, and measures what others notice. */
export async function runAttack(options: AttackOptions): Promise<AttackResult> {
  const startedAt = Date.now();
  const target = await startTarget({ apis: options.apis ?? 1 });
  let ok = false;
  try {
    const figures = await attack(target, options);
    const goals = judge(figures);
    ok = goals.every((goal) => goal.ok);
    const where = ok ? {} : { dataDir: target.cluster.dataDir };
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    return { seed: options.seed, rate: options.rate ?? 0, ok, seconds, goals, ...figures, ...where };
  } finally {
    await target.close({ keep: !ok });
  }
}

async function attack(target: Target, options: AttackOptions): Promise<Figures> {
  const { only = groups, alone = false, rate = 0, say } = options;
  await warmUp(target, options);
  const before = await readGauges(target);
  target.turns = createTurns({ ...(alone ? withoutCalm : turnLengths), rate });
  const bystander = alone ? undefined : await startBystander(target, target.turns);
  // Last: processes that are started afterwards would inherit it. Workers have machines of their own too.
  const workers = target.cluster.workers.map((worker) => worker.pid());
  const restore = options.givesWay ? giveWay(workers) : () => undefined;
  const since = Date.now();
  const tallies: Tally[] = [];
  try {
    for (const group of groups.filter((name) => only.includes(name))) {
      const groupSince = Date.now();
      tallies.push(await attacks[group](target, options));
      await target.turns.settle();
      const noticed = bystander ? `; ${describe(bystander.latencySince(groupSince))}` : '';
      say?.(`${group}: ${tallies.at(-1)!.sent} sent${noticed}`);
    }
  } finally {
    restore();
    await bystander?.close();
  }
  await atRest(target);
  const after = await gaugesAtRest(target, before);
  return {
    tallies,
    latency: bystander?.latencySince(since),
    gauges: { before, after },
    ...(await judgeAtRest(target)),
  };
}

/** Says what another caller noticed meanwhile; a group that is short may have no calm turn. */
function describe({ calm, attack }: Latencies): string {
  const times = (['read', 'render', 'bare'] as const).map((name) => {
    const [before, during] = [calm[name].p99, attack[name].p99].map((ms) => ms.toFixed(1));
    return `${name} ${before} → ${during} ms`;
  });
  return `p99 of another caller, calm → attacked: ${times.join(', ')}`;
}

/** Checks the platform's own records once no render is open. */
async function judgeAtRest(
  target: Target,
): Promise<Pick<Figures, 'deaths' | 'reached' | 'wronglyCharged' | 'invariants'>> {
  const { cluster, canaries } = target;
  const { ok } = await verifyInvariants({ ...cluster, atRest: true });
  const members = [...cluster.apis, ...cluster.workers];
  return {
    deaths: members.reduce((sum, { deaths }) => sum + deaths.crashed, 0),
    reached: canaries.reached(),
    wronglyCharged: await countWronglyCharged(target),
    invariants: ok,
  };
}

const longestRestMs = 60_000;

/** Brings memory and connections to the level that a platform keeps after its first hour in use. */
async function warmUp(target: Target, { seed, count }: AttackOptions): Promise<void> {
  await sendImages(target, seed + 1, Math.min(warmUpImages, count));
  const { key } = target.bystander;
  await Promise.all(Array.from({ length: 100 }, () => send(`${target.url()}/credits`, { key })));
  await atRest(target);
}

/** Waits until no render is open, and ends the connections of the attacks. */
async function atRest({ cluster }: Target): Promise<void> {
  await closeConnections();
  const open = () => cluster.database.renders.countDocuments({ state: { $in: openStates } });
  await until(async () => (await open()) === 0, longestRestMs, 200);
}

/** Charges of attackers for renders whose request was not accepted. */
async function countWronglyCharged({ cluster, attackers, accepted }: Target): Promise<number> {
  const account = { $in: attackers.map((attacker) => attacker.account) };
  const charges = await cluster.database.ledger.find({ account, kind: 'capture' }).lean();
  return charges.filter(({ renderId }) => !accepted.has(String(renderId))).length;
}
