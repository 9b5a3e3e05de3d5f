import type { Queue } from 'bullmq';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { holdCredit } from '../../../../shared/credits/credits.ts';
import { newId } from '../../../../shared/ids.ts';
import { producerConnection } from '../../../../shared/jobs/connections.ts';
import { renderJobId } from '../../../../shared/jobs/render-job.ts';
import { silentLogger } from '../../../../shared/log.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import { createRenderQueues, type RenderQueues } from '../../../../shared/renders/render-queues.ts';
import { readRoutes } from '../../../../shared/renders/render-route.ts';
import type { RenderState } from '../../../../shared/renders/states.ts';
import { judgeHold } from '../../../../workers/sweeper/finish-holds.ts';
import type { SweepDependencies } from '../../../../workers/sweeper/sweep-dependencies.ts';
import { sweepOnce } from '../../../../workers/sweeper/sweeper.ts';
import { patientMs } from '../../../support/backends.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

describe('sweeper', () => {
  let platform: TestPlatform;
  let connection: Redis;
  let queues: RenderQueues;
  let queue: Queue;
  let sweep: SweepDependencies;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    const { config, database, blobs } = platform;
    const log = silentLogger();
    connection = producerConnection({ url: config.REDIS_URL, name: 'test', log, commandMs: patientMs });
    queues = createRenderQueues(readRoutes(config), { connection, prefix: config.QUEUE_PREFIX, log });
    queue = queues.all[0]!;
    sweep = { clock: Date, database, blobs, queues, log, config };
  });
  after(async () => {
    await queue.close();
    await connection.quit();
    await platform.close();
  });

  const longAgo = () => new Date(Date.now() - 120_000);

  async function leftBehind(
    state: RenderState,
    change: Partial<RenderDoc> = {},
  ): Promise<{ id: string; account: string }> {
    const { id: account } = await platform.account({ credits: 2 });
    const id = newId('rnd');
    const holdId = newId('hold');
    const image = {
      blob: `renders/${id}/in/scene`,
      mime: 'image/jpeg',
      width: 10,
      height: 10,
      bytes: 3,
    } as const;
    await platform.database.renders.create({
      _id: id,
      account,
      keyId: 'key',
      mode: 'live',
      state,
      scene: image,
      products: [],
      output: { width: 10, height: 10 },
      requestId: 'req',
      fence: 1,
      enqueueCount: 1,
      timings: {},
      holdId,
      deadlineAt: new Date(Date.now() + 60_000),
      createdAt: longAgo(),
      queuedAt: longAgo(),
      ...change,
    } satisfies RenderDoc);
    await holdCredit(platform.database, { account, holdId, renderId: id, at: longAgo() });
    return { id, account };
  }
  const getState = async (id: string) => (await platform.database.renders.findById(id).lean())!.state;

  it('expires renders that were not decided before their deadline, and releases the credit', async () => {
    const { id, account } = await leftBehind('queued', { deadlineAt: longAgo() });
    await sweepOnce(sweep);
    expect(await getState(id)).to.equal('expired');
    expect(await platform.credits(account)).to.include({ available: 2, held: 0 });
  });

  it('enqueues a render whose lease has ended', async () => {
    const { id } = await leftBehind('running', { lease: { worker: 'gone', until: longAgo() } });
    await sweepOnce(sweep);
    expect(await getState(id)).to.equal('queued');
    expect(await queue.getJobState(renderJobId(id, 2))).to.equal('waiting');
  });

  it('does not touch a render whose lease is renewed', async () => {
    const until = new Date(Date.now() + 30_000);
    const { id, account } = await leftBehind('running', { lease: { worker: 'alive', until } });
    await sweepOnce(sweep);
    expect(await getState(id)).to.equal('running');
    expect(await platform.credits(account)).to.include({ held: 1 });
  });

  it('fails a render whose workers were lost too often', async () => {
    const { id, account } = await leftBehind('running', {
      fence: 3,
      lease: { worker: 'gone', until: longAgo() },
    });
    await sweepOnce(sweep);
    expect(await getState(id)).to.equal('failed');
    expect(await platform.credits(account)).to.include({ available: 2, held: 0, spent: 0 });
  });

  it('enqueues a queued render again whose job Redis has lost', async () => {
    const { id } = await leftBehind('queued');
    await sweepOnce(sweep);
    const { enqueueCount } = (await platform.database.renders.findById(id).lean())!;
    expect(enqueueCount).to.equal(2);
    expect(await queue.getJobState(renderJobId(id, 2))).to.equal('waiting');
    await sweepOnce(sweep);
    expect((await platform.database.renders.findById(id).lean())!.enqueueCount).to.equal(2);
  });

  it('enqueues a render of the previous release, whose count is called `delivery`, exactly once', async () => {
    const { id } = await leftBehind('queued');
    const renamed = { $unset: { enqueueCount: 1 }, $set: { delivery: 4 } };
    await platform.database.renders.updateOne({ _id: id }, renamed);
    await Promise.all([sweepOnce(sweep), sweepOnce({ ...sweep })]);
    expect((await platform.database.renders.findById(id).lean())!.enqueueCount).to.equal(5);
    expect(await queue.getJobState(renderJobId(id, 5))).to.equal('waiting');
  });

  it('abandons a render that was never accepted, then releases its hold', async () => {
    const { id, account } = await leftBehind('new');
    await platform.database.renders.updateOne({ _id: id }, { $unset: { holdId: 1 } });
    await sweepOnce(sweep);
    await sweepOnce(sweep);
    expect(await getState(id)).to.equal('failed');
    expect(await platform.credits(account)).to.include({ available: 2, held: 0 });
  });

  it('captures the hold of a render that succeeded before its worker died', async () => {
    const { account } = await leftBehind('succeeded', { endedAt: longAgo() });
    await sweepOnce(sweep);
    expect(await platform.credits(account)).to.deep.equal({ granted: 2, available: 1, held: 0, spent: 1 });
  });

  it('releases the hold of a render that ended otherwise', async () => {
    for (const state of ['failed', 'cancelled', 'expired'] as const) {
      const { account } = await leftBehind(state, { endedAt: longAgo() });
      await sweepOnce(sweep);
      expect(await platform.credits(account), state).to.deep.equal({
        granted: 2,
        available: 2,
        held: 0,
        spent: 0,
      });
    }
  });

  it('applies a grant that is only in the ledger', async () => {
    const { id } = await platform.account({ credits: 1 });
    await platform.database.ledger.create({
      _id: newId('grant'),
      account: id,
      kind: 'grant',
      amount: 6,
      at: new Date(),
    });
    await sweepOnce(sweep);
    expect(await platform.credits(id)).to.include({ granted: 7, available: 7 });
  });

  it('deletes images whose retention is over, and keeps the others', async () => {
    const { id } = await leftBehind('failed', { endedAt: longAgo(), inputsUntil: longAgo() });
    const { id: kept } = await leftBehind('failed', { inputsUntil: new Date(Date.now() + 60_000) });
    for (const render of [id, kept])
      await platform.blobs.put(`renders/${render}/in/scene`, Buffer.from('x'), 'image/jpeg');
    await sweepOnce(sweep);
    expect(await platform.blobs.stat(`renders/${id}/in/scene`)).to.equal(null);
    expect(await platform.blobs.stat(`renders/${kept}/in/scene`)).not.to.equal(null);
  });

  it('may run several times at once', async () => {
    const left = await Promise.all([
      leftBehind('queued', { deadlineAt: longAgo() }),
      leftBehind('succeeded', { endedAt: longAgo() }),
      leftBehind('running', { fence: 3, lease: { worker: 'gone', until: longAgo() } }),
    ]);
    await Promise.all([sweepOnce(sweep), sweepOnce(sweep), sweepOnce({ ...sweep })]);
    const credits = await Promise.all(left.map(({ account }) => platform.credits(account)));
    expect(credits.map(({ available, held, spent }) => [available, held, spent])).to.deep.equal([
      [2, 0, 0],
      [1, 0, 1],
      [2, 0, 0],
    ]);
  });

  describe('judging an open hold', () => {
    const hold = { holdId: 'h', renderId: 'r', at: new Date() };
    const cases: [string, Parameters<typeof judgeHold>[1], ReturnType<typeof judgeHold>][] = [
      ['without a render', undefined, 'release'],
      ['of a new render', { state: 'new' }, 'wait'],
      ['of a render that another hold pays', { state: 'running', holdId: 'other' }, 'release'],
      ['of a queued render', { state: 'queued', holdId: 'h' }, 'wait'],
      ['of a running render', { state: 'running', holdId: 'h' }, 'wait'],
      ['of a success', { state: 'succeeded', holdId: 'h' }, 'capture'],
      ['of a failure', { state: 'failed', holdId: 'h' }, 'release'],
      ['of a cancellation', { state: 'cancelled', holdId: 'h' }, 'release'],
      ['of an expiry', { state: 'expired', holdId: 'h' }, 'release'],
      ['left over from before a success', { state: 'succeeded', holdId: 'other' }, 'release'],
    ];
    for (const [name, render, verdict] of cases) {
      it(`${name}: ${verdict}`, () => expect(judgeHold(hold, render)).to.equal(verdict));
    }
  });
});
