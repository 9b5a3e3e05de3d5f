import { expect } from 'chai';
import { Redis } from 'ioredis';
import { pause, until } from '../../scripts/chaos/clock.ts';
import type { RenderState } from '../../shared/renders/states.ts';
import { startTestCluster, type TestCluster } from '../support/chaos-cluster.ts';
import { type Answer, call, visualize, visualizeBody } from '../support/platform.ts';

describe('one fault at a time', function () {
  this.timeout(180_000);
  let cluster: TestCluster;
  let body: Record<string, unknown>;
  let account: { id: string; key: string };

  before(async () => {
    cluster = await startTestCluster({
      apis: 1,
      workers: 2,
      env: { RENDER_DEADLINE_SECONDS: '25', HOLD_SECONDS: '27' },
    });
    body = await visualizeBody();
    account = await cluster.account(1_000_000);
  });
  after(() => cluster?.close());

  const post = (headers: Record<string, string> = {}): Promise<Answer> =>
    visualize({ url: cluster.url() }, account.key, body, headers);
  const renderOf = (id: string) => cluster.database.renders.findById(id).lean();
  const stateBecomes = (id: string, state: RenderState, ms = 10_000) =>
    until(async () => (await renderOf(id))?.state === state, ms, 20);

  async function startSlowRender(): Promise<string> {
    cluster.model.latencyMs = 3000;
    const answer = await post({ prefer: 'respond-async' });
    const id = answer.body.id as string;
    expect(await stateBecomes(id, 'running')).to.equal(true);
    return id;
  }

  it('keeps a worker that was paused past its lease from overwriting the output or moving a credit', async () => {
    const id = await startSlowRender();
    const { lease } = (await renderOf(id))!;
    const pid = Number(lease!.worker.split('-').at(-2));
    process.kill(pid, 'SIGSTOP');
    try {
      cluster.model.latencyMs = 0;
      expect(await stateBecomes(id, 'succeeded', 15_000), 'finished by the other worker').to.equal(true);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    const decided = (await renderOf(id))!;
    expect(decided.fence).to.be.above(1);
    await pause(4000); // the model's answer for the stale worker has arrived by now
    expect(await renderOf(id)).to.deep.equal(decided);
    expect(await cluster.blobs.stat(decided.result!.blob)).to.include({ bytes: decided.result!.bytes });
    expect((await cluster.credits(account.id)).spent).to.equal(1);
  });

  it('ends a render whose worker is killed again and again as failed, and gives the credit back', async () => {
    const { spent } = await cluster.credits(account.id);
    const id = await startSlowRender();
    cluster.model.latencyMs = 20_000;
    for (let fence = 1; fence <= 3; fence += 1) {
      const claimed = await until(
        async () => {
          const render = await renderOf(id);
          return render?.state === 'running' && render.fence === fence;
        },
        15_000,
        20,
      );
      expect(claimed, `claimed for the ${fence}. time`).to.equal(true);
      const worker = (await renderOf(id))!.lease!.worker;
      const pid = Number(worker.split('-').at(-2));
      process.kill(pid, 'SIGKILL');
    }
    expect(await stateBecomes(id, 'failed', 15_000)).to.equal(true);
    cluster.model.latencyMs = 0;
    expect(await until(async () => (await cluster.credits(account.id)).held === 0, 5000)).to.equal(true);
    expect((await cluster.credits(account.id)).spent).to.equal(spent);
    const { body: shown } = await call({ url: cluster.url() }, 'GET', `/visualize/${id}`, account.key);
    expect(shown.error).to.include({ code: 'MODEL_UNAVAILABLE' });
  });

  it('delivers queued renders again after FLUSHALL', async () => {
    await Promise.all(cluster.workers.map((worker) => worker.ready()));
    cluster.model.latencyMs = 500;
    const answers = await Promise.all(Array.from({ length: 14 }, () => post({ prefer: 'respond-async' })));
    const ids = answers.map((answer) => answer.body.id as string);
    const redis = new Redis({ port: cluster.redis.port() });
    await redis.flushall();
    redis.disconnect();
    expect(await cluster.database.renders.countDocuments({ _id: { $in: ids }, state: 'queued' })).to.be.above(
      0,
    );
    for (const id of ids) expect(await stateBecomes(id, 'succeeded', 20_000), id).to.equal(true);
    cluster.model.latencyMs = 0;
  });

  for (const store of ['redis', 'store'] as const) {
    it(`answers 503 within a second while ${store} is down, and renders again without a restart`, async () => {
      await cluster[store]!.kill();
      await post().catch(() => undefined); // the first call may meet the connection as it breaks
      const at = performance.now();
      const answer = await post();
      expect([answer.status, answer.body.code]).to.deep.equal([503, 'MODEL_UNAVAILABLE']);
      expect(Number(answer.headers.get('retry-after'))).to.be.at.least(1);
      expect(performance.now() - at).to.be.below(1500);
      await cluster.revive(store);
      expect(await until(async () => (await post()).status === 200, 20_000)).to.equal(true);
    });
  }

  it('answers every call of a rolling restart of both processes', async () => {
    cluster.model.latencyMs = 100;
    const statuses: number[] = [];
    let rolling = true;
    const calls = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (rolling) statuses.push((await post()).status);
      }),
    );
    await cluster.apis[0]!.roll();
    for (const worker of cluster.workers) await worker.roll();
    rolling = false;
    await calls;
    cluster.model.latencyMs = 0;
    expect(statuses.filter((status) => status !== 200)).to.deep.equal([]);
  });

  it('leaves every invariant whole, and no process that ended on its own', async () => {
    expect((await cluster.verifyAtRest()).problems).to.deep.equal([]);
    const crashed = [...cluster.apis, ...cluster.workers].map((member) => member.deaths.crashed);
    // The three workers killed by pid above look to their supervisor as if they had ended on their own.
    expect(crashed.reduce((sum, count) => sum + count)).to.be.at.most(3);
  });
});
