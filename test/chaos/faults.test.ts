import { expect } from 'chai';
import { Redis } from 'ioredis';
import { sleep, until } from '../../scripts/chaos/clock.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { RenderState } from '../../shared/renders/states.ts';
import { startTestCluster, type TestCluster } from '../support/chaos-cluster.ts';
import { type ApiResult, call, visualize, visualizeBody } from '../support/platform.ts';

describe('one fault at a time', function () {
  this.timeout(300_000);
  let cluster: TestCluster;
  let body: Record<string, unknown>;
  let account: { id: string; key: string };

  before(async () => {
    cluster = await startTestCluster({
      apis: 1,
      workers: 2,
      // Long enough for every start of a process that these faults lead to.
      env: {
        RENDER_DEADLINE_SECONDS: '120',
        WAIT_SECONDS: '122',
        COG_SECONDS: '60',
        LEASE_SECONDS: '3',
        SHUTDOWN_SECONDS: '15',
      },
    });
    body = await visualizeBody();
    account = await cluster.account(1_000_000);
  });
  after(() => cluster?.close());

  const post = (headers: Record<string, string> = {}): Promise<ApiResult> =>
    visualize({ url: cluster.url() }, account.key, body, headers);
  const getRender = (id: string) => cluster.database.renders.findById(id).lean();
  const stateBecomes = (id: string, state: RenderState) =>
    until(async () => (await getRender(id))?.state === state, 90_000, 20);
  const getPid = (worker: string) => Number(worker.split('-').at(-2));

  /** A render that has a worker for the first time after `fence`, or has failed. */
  async function claimed(id: string, fence = 0): Promise<RenderDoc> {
    let found: RenderDoc | null = null;
    const claim = async () => {
      found = await getRender(id);
      return found?.state === 'failed' || (found?.state === 'running' && found.fence > fence);
    };
    expect(await until(claim, 90_000, 20), `claimed after ${fence}`).to.equal(true);
    return found!;
  }

  async function submit(): Promise<string> {
    const answer = await post({ prefer: 'respond-async' });
    return answer.body.id as string;
  }

  /** A render of a new account whose worker is paused; the model responds to that worker in 3 s. */
  async function renderOfPaused(): Promise<{ id: string; pid: number }> {
    account = await cluster.account(1_000_000);
    cluster.model.latencyMs = 3000;
    const id = await submit();
    const { lease, fence } = await claimed(id);
    const pid = getPid(lease!.worker);
    process.kill(pid, 'SIGSTOP');
    await sleep(100);
    const now = await getRender(id);
    if (now?.state === 'running' && now.fence === fence) return { id, pid };
    // It had been at the end of its work.
    process.kill(pid, 'SIGCONT');
    return renderOfPaused();
  }

  it('keeps a worker that was paused past its lease from overwriting the output or moving a credit', async () => {
    const { id, pid } = await renderOfPaused();
    try {
      cluster.model.latencyMs = 0;
      expect(await stateBecomes(id, 'succeeded'), 'finished by the other worker').to.equal(true);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    const decided = (await getRender(id))!;
    expect(decided.fence).to.be.above(1);
    await sleep(4000); // the model's answer for the stale worker has arrived by now
    expect(await getRender(id)).to.deep.equal(decided);
    expect(await cluster.blobs.stat(decided.result!.blob)).to.include({ bytes: decided.result!.bytes });
    expect((await cluster.credits(account.id)).spent).to.equal(1);
  });

  it('ends a render whose worker is killed again and again as failed, and gives the credit back', async () => {
    const { spent } = await cluster.credits(account.id);
    cluster.model.latencyMs = 20_000;
    const id = await submit();
    let render = await claimed(id);
    while (render.state === 'running') {
      process.kill(getPid(render.lease!.worker), 'SIGKILL');
      render = await claimed(id, render.fence);
    }
    expect(render.fence).to.equal(3);
    cluster.model.latencyMs = 0;
    expect(await until(async () => (await cluster.credits(account.id)).held === 0, 60_000)).to.equal(true);
    expect((await cluster.credits(account.id)).spent).to.equal(spent);
    const { body: shown } = await call({ url: cluster.url() }, 'GET', `/visualize/${id}`, account.key);
    expect(shown.error).to.include({ code: 'MODEL_UNAVAILABLE' });
  });

  it('delivers queued renders again after FLUSHALL', async () => {
    await Promise.all(cluster.workers.map((worker) => worker.ready()));
    const thaw = cluster.workers.map((worker) => worker.freeze());
    const responses = await Promise.all(Array.from({ length: 14 }, () => post({ prefer: 'respond-async' })));
    const ids = responses.map((response) => response.body.id as string);
    const redis = new Redis({ port: cluster.redis.port() });
    await redis.flushall();
    redis.disconnect();
    const queued = { _id: { $in: ids }, state: 'queued' as const };
    expect(await cluster.database.renders.countDocuments(queued)).to.equal(ids.length);
    for (const goOn of thaw) goOn();
    for (const id of ids) expect(await stateBecomes(id, 'succeeded'), id).to.equal(true);
  });

  for (const backend of ['redis', 'mongo'] as const) {
    it(`responds with 503 within a second while ${backend} is down, and renders again without a restart`, async () => {
      await cluster[backend]!.kill();
      await post().catch(() => undefined); // the first call may meet the connection as it breaks
      const times: number[] = [];
      for (let calls = 0; calls < 5; calls += 1) {
        const at = performance.now();
        const answer = await post();
        times.push(performance.now() - at);
        expect([answer.status, answer.body.code]).to.deep.equal([503, 'MODEL_UNAVAILABLE']);
        expect(Number(answer.headers.get('retry-after'))).to.be.at.least(1);
      }
      // The quickest: on a machine that stands still for a second any of them takes longer.
      expect(Math.min(...times)).to.be.below(1500);
      await cluster.revive(backend);
      expect(await until(async () => (await post()).status === 200, 90_000)).to.equal(true);
    });
  }

  it('responds to every call during a rolling restart of both processes', async () => {
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
