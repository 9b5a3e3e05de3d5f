import { createAccount } from '../../../shared/accounts/accounts.ts';
import { loadConfig } from '../../../shared/config/load.ts';
import { grantCredits } from '../../../shared/credits/credits.ts';
import { newId } from '../../../shared/ids.ts';
import { createKey } from '../../../shared/keys/keys.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import { callPlatform } from '../../chaos/call.ts';
import { until } from '../../chaos/clock.ts';
import { type Cluster, startCluster } from '../../chaos/cluster.ts';
import { median } from '../statistics.ts';

export interface RecoveryFigures {
  kills: number;
  workers: number;
  leaseSeconds: number;
  sweepSeconds: number;
  /** Seconds from `kill -9` of the worker that ran a render to that render running in another one. */
  again: { median: number; max: number };
}

/** Only the defaults are read. */
const anyBackends = { REDIS_URL: 'redis://localhost', MONGODB_URI: 'mongodb://localhost/bench' };
const workers = 2;
const longestMs = 60_000;
/** The killed worker's prediction must not end before the worker does. */
const slowModelMs = 30_000;

/** Kills the worker that runs a render, one render at a time, with the lease and the sweep of a real fleet. */
export async function measureWorkerRecovery(options: {
  kills: number;
  body: Buffer;
  say: (line: string) => void;
}): Promise<RecoveryFigures> {
  const { LEASE_SECONDS: leaseSeconds, SWEEP_SECONDS: sweepSeconds } = loadConfig(anyBackends);
  const slow = { RENDER_DEADLINE_SECONDS: '120', WAIT_SECONDS: '125', COG_SECONDS: '60' };
  const env = { ...slow, LEASE_SECONDS: String(leaseSeconds), SWEEP_SECONDS: String(sweepSeconds) };
  const cluster = await startCluster({ apis: 1, workers, env });
  try {
    const key = await makeKey(cluster);
    const seconds: number[] = [];
    for (let kill = 1; kill <= options.kills; kill++) {
      seconds.push(await killOnce(cluster, key, options.body));
      options.say(`kill ${kill} of ${options.kills}: running again after ${seconds.at(-1)!.toFixed(1)} s`);
    }
    const again = { median: median(seconds), max: Math.max(...seconds) };
    return { kills: options.kills, workers, leaseSeconds, sweepSeconds, again };
  } finally {
    await cluster.close();
  }
}

async function makeKey({ database }: Cluster): Promise<string> {
  const { _id: account } = await createAccount(database.accounts, { name: 'Bench' });
  await grantCredits(database, { account, grantId: newId('grant'), amount: 1000, at: new Date() });
  return (await createKey(database.keys, { account, mode: 'live', name: 'bench' })).key;
}

/** Seconds until another worker runs the render, which is then finished. */
async function killOnce(cluster: Cluster, key: string, body: Buffer): Promise<number> {
  const { model, database } = cluster;
  model.latencyMs = slowModelMs;
  const signal = AbortSignal.timeout(longestMs);
  const url = `http://127.0.0.1:${cluster.apis[0]!.port()}/visualize`;
  const headers = { prefer: 'respond-async' };
  const response = await callPlatform({ method: 'POST', url, key, headers, body: String(body), signal });
  const look = () => database.renders.findById(response.renderId).lean<RenderDoc>();
  const becomes = async (what: string, is: (render: RenderDoc) => boolean) => {
    const so = async () => {
      const render = await look();
      return render !== null && is(render);
    };
    if (!(await until(so, longestMs, 10))) throw new Error(`a render was not ${what} in ${longestMs} ms`);
  };
  await becomes('taken', ({ state }) => state === 'running');
  model.latencyMs = 0;
  const killedAt = performance.now();
  process.kill(getPid((await look())!), 'SIGKILL');
  await becomes('taken again', ({ fence }) => fence > 1);
  const seconds = (performance.now() - killedAt) / 1000;
  await becomes('ended', ({ state }) => state === 'succeeded');
  await Promise.all(cluster.workers.map((worker) => worker.ready()));
  return seconds;
}

/** A worker's name is host-pid-suffix. */
const getPid = ({ lease }: RenderDoc): number => Number(lease!.worker.split('-').at(-2));
