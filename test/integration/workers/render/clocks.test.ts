import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'bullmq';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { createSandbox } from 'sinon';
import { closeConnection, connectionReady, producerConnection } from '../../../../shared/jobs/connections.ts';
import { type FleetClock, startFleetClock } from '../../../../shared/jobs/fleet-clock.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRenderQueues } from '../../../../shared/renders/render-queues.ts';
import { readRoutes } from '../../../../shared/renders/render-route.ts';
import { claimRender, keepLease } from '../../../../workers/render/lease.ts';
import { sweepOnce } from '../../../../workers/sweeper/sweeper.ts';
import { patientMs } from '../../../support/backends.ts';
import {
  call,
  eventually,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

// Of its own: restoring the common one would restore the spies of other files in this process.
const sandbox = createSandbox();

const log = silentLogger();
const skewMs = 30_000;

describe('renders on machines whose clocks differ', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let connection: Redis;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
    account = await platform.account({ credits: 10 });
    const { REDIS_URL: url } = platform.config;
    connection = producerConnection({ url, name: 'test', log, commandMs: patientMs });
    await connectionReady(connection, patientMs);
  });
  afterEach(() => sandbox.restore());
  after(async () => {
    await closeConnection(connection);
    await platform.close();
  });

  const getClock = (aheadMs: number): Promise<FleetClock> =>
    startFleetClock({ connection, log, toleratedMs: 2_000, machineNow: () => Date.now() + aheadMs });
  const accept = async (): Promise<string> => {
    const { body } = await visualize(platform, account.key, await visualizeBody(), {
      prefer: 'respond-async',
    });
    return body.id;
  };
  const read = async (id: string) => (await platform.database.renders.findById(id).lean())!;

  for (const [title, workerMs, sweeperMs] of [
    ['is 30 s behind and the other 30 s ahead', -skewMs, skewMs],
    ['is 30 s ahead and the other 30 s behind', skewMs, -skewMs],
  ] as const) {
    it(`keep their lease and their deadline where one worker ${title}`, async () => {
      const { database, blobs, config } = platform;
      const [mine, theirs] = await Promise.all([getClock(workerMs), getClock(sweeperMs)]);
      const queues = createRenderQueues(readRoutes(config), { connection, prefix: config.QUEUE_PREFIX, log });
      const id = await accept();
      const lease = { leaseMs: 6_000, clock: mine };
      const render = await claimRender(database.renders, id, { worker: 'w', ...lease });
      const kept = keepLease(database.renders, render!, { ...lease, log });
      await sweepOnce({ clock: theirs, database, blobs, queues, log, config });
      const { state, fence } = await read(id);
      kept.stop();
      for (const clock of [mine, theirs]) clock.close();
      await Promise.all(queues.all.map((queue) => queue.close()));
      await call(platform, 'DELETE', `/visualize/${id}`, account.key);
      expect({ state, fence, lost: kept.signal.aborted }).to.deep.equal({
        state: 'running',
        fence: 1,
        lost: false,
      });
    });
  }

  it('have waited no time, rather than a negative one, when the clock was set back meanwhile', async () => {
    const id = await accept();
    const queuedAt = new Date(Date.now() + skewMs);
    await platform.database.renders.updateOne({ _id: id }, { $set: { queuedAt } });
    const worker = await platform.startWorker();
    await eventually(async () => (await read(id)).state === 'succeeded');
    await worker.close(2_000);
    expect((await read(id)).timings.queue).to.equal(0);
    expect((await call(platform, 'GET', `/visualize/${id}`, account.key)).status).to.equal(200);
  });

  const setRedisBehind = () =>
    sandbox.stub(Redis.prototype, 'time').callsFake(async () => {
      const behind = Date.now() - skewMs;
      return [Math.floor(behind / 1000), (behind % 1000) * 1000];
    });
  it('are returned by a worker whose clock is wrong, where its pause came too late', async () => {
    const before = platform.cog.predictions.length;
    setRedisBehind();
    // As if it had asked for a job just before.
    const pause = sandbox.stub(Worker.prototype, 'pause').resolves();
    const worker = await platform.startWorker();
    const id = await accept();
    await sleep(300);
    await worker.close(2_000);
    expect(pause.called).to.equal(true);
    expect([(await read(id)).fence, platform.cog.predictions.length]).to.deep.equal([0, before]);
    await call(platform, 'DELETE', `/visualize/${id}`, account.key);
  });

  it('wait while the clock of the only worker is wrong, and are rendered once when it is right', async () => {
    const before = platform.cog.predictions.length;
    const time = setRedisBehind();
    const { port } = await platform.startWorker();
    const id = await accept();
    // Longer than the worker needs to take a job from the queue, and to return it.
    await sleep(1_000);
    const health = await fetch(`http://127.0.0.1:${port}/readyz`);
    const { reasons } = (await health.json()) as { reasons: string[] };
    expect([health.status, reasons]).to.deep.equal([
      503,
      ['the clock of this machine differs from that of Redis by more than a third of a lease'],
    ]);
    expect([(await read(id)).fence, platform.cog.predictions.length]).to.deep.equal([0, before]);
    time.restore();
    await eventually(async () => (await read(id)).state === 'succeeded');
    expect([(await read(id)).fence, platform.cog.predictions.length]).to.deep.equal([1, before + 1]);
  });
});
