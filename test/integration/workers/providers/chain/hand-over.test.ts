import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Queue } from 'bullmq';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../../../scripts/typescript/arguments.ts';
import type { FailpointName } from '../../../../../shared/failpoints.ts';
import { acceptNewSettings } from '../../../../../shared/installation/installation.ts';
import { announce } from '../../../../../shared/jobs/fleet.ts';
import { renderJobId } from '../../../../../shared/jobs/render-job.ts';
import { silentLogger } from '../../../../../shared/log.ts';
import type { RenderDoc } from '../../../../../shared/renders/render-model.ts';
import { createRenderQueues, type RenderQueues } from '../../../../../shared/renders/render-queues.ts';
import { readRoutes } from '../../../../../shared/renders/render-route.ts';
import { getEnvironment } from '../../../../support/get-environment.ts';
import {
  call,
  eventually,
  hangUpWhen,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../../support/platform.ts';

/** A worker that serves `cog` and nothing else; the others serve the rest. */
const gpu = { WORKER_PROVIDERS: ['cog'] };

describe('a provider with workers of its own', () => {
  let platform: TestPlatform;
  let queues: RenderQueues;
  let dedicated: Queue;
  let shared: Queue;

  async function start(env: Record<string, string> = {}): Promise<void> {
    platform = await startPlatform({
      workers: 0,
      env: { RENDER_PROVIDERS: 'cog,local', DEDICATED_PROVIDERS: 'cog', OPS_PASSWORD: 'secret', ...env },
    });
    const { config, redis } = platform;
    const settings = { connection: redis, prefix: config.QUEUE_PREFIX, log: silentLogger() };
    queues = createRenderQueues(readRoutes(config), settings);
    [shared, dedicated] = queues.all as [Queue, Queue];
  }
  afterEach(async () => {
    await Promise.all(queues.all.map((queue) => queue.close()));
    await platform.close();
  });

  const getRender = async (id: string) => (await platform.database.renders.findById(id).lean<RenderDoc>())!;
  const later = async (key: string) =>
    (await visualize(platform, key, await visualizeBody(), { prefer: 'respond-async' })).headers.get(
      'x-render-id',
    )!;
  const stateIs = (id: string, state: RenderDoc['state']) =>
    eventually(async () => (await getRender(id)).state === state);
  const getTries = ({ report }: RenderDoc) =>
    (report!.attempts as { provider: string; failure?: string }[]).map(({ provider, failure }) => [
      provider,
      failure,
    ]);

  /** A worker process of `cog` that dies, as by `kill -9`, when it comes to the failpoint; answers its signal. */
  async function killedWorker(failpoint: FailpointName): Promise<unknown> {
    const child = spawn(process.execPath, [...typeScriptArguments, 'workers/main.ts'], {
      env: {
        ...getEnvironment(platform.config),
        LOG_LEVEL: 'silent',
        WORKER_PROVIDERS: 'cog',
        FAILPOINT: failpoint,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [, signal] = await once(child, 'exit');
    return signal;
  }

  it('receives the render first, and hands it over when it fails: one credit, the tries of both', async () => {
    await start();
    await Promise.all([platform.startWorker(gpu), platform.startWorker()]);
    platform.cog.mode = 'failed';
    const { id: account, key } = await platform.account({ credits: 3 });
    const answer = await visualize(platform, key, await visualizeBody());
    expect(answer.status).to.equal(200);
    expect(answer.body.usage).to.deep.equal({ credits: 1, balance: 2 });
    expect(answer.headers.get('server-timing')).to.match(/provider;dur=\d+.*queue;dur=\d+/);
    const render = await getRender(answer.headers.get('x-render-id')!);
    expect(getTries(render)).to.deep.equal([
      ['cog', 'failed'],
      ['local', undefined],
    ]);
    expect(render.result!.provider).to.equal('local');
    expect([render.fence, render.enqueueCount, render.chain!.handOvers]).to.deep.equal([2, 2, 1]);
    expect(platform.cog.predictions).to.have.length(1);
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
    expect(await platform.credits(account)).to.include({ available: 2, held: 0, spent: 1 });
  });

  it('receives every render on the machine whose model is ready, not on the one whose model is down', async () => {
    await start({ OUTBOUND_ALLOW: '127.0.0.1:9' });
    const broken = { ...gpu, COG_URL: 'http://127.0.0.1:9', WORKER_CONCURRENCY: 1 };
    const allow = [...platform.config.OUTBOUND_ALLOW, platform.cog.hostPort];
    await platform.startWorker({ ...broken, OUTBOUND_ALLOW: allow });
    await Promise.all([platform.startWorker({ ...gpu, OUTBOUND_ALLOW: allow }), platform.startWorker()]);
    await eventually(
      async () => (await platform.redis.keys(`${platform.config.QUEUE_PREFIX}:ready:*`)).length > 0,
    );
    const { key } = await platform.account({ credits: 20 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => visualize(platform, key, await visualizeBody())),
    );
    const renders = await Promise.all(answers.map(({ headers }) => getRender(headers.get('x-render-id')!)));
    expect(renders.map(({ result }) => result!.provider)).to.deep.equal(Array(8).fill('cog'));
  });

  it('hands its renders over as before when the models of all machines are down', async () => {
    await start();
    platform.cog.mode = 'defunct';
    await Promise.all([platform.startWorker(gpu), platform.startWorker()]);
    const { key } = await platform.account();
    const answer = await visualize(platform, key, await visualizeBody());
    expect((await getRender(answer.headers.get('x-render-id')!)).result!.provider).to.equal('local');
  });

  it('receives the render last when it is last in the chain, and its image counts', async () => {
    await start({ RENDER_PROVIDERS: 'local,cog' });
    await Promise.all([platform.startWorker(gpu), platform.startWorker()]);
    const { key } = await platform.account();
    const answer = await visualize(platform, key, await visualizeBody());
    expect((await getRender(answer.headers.get('x-render-id')!)).result!.provider).to.equal('local');
    expect(platform.cog.predictions).to.have.length(0);
  });

  it('waits in its own queue until a worker serves it, whatever other workers do', async () => {
    await start();
    await platform.startWorker();
    const { key, testKey } = await platform.account();
    const id = await later(key);
    expect(await dedicated.getJobState(renderJobId(id, 1))).to.equal('waiting');
    const { body } = await call(platform, 'GET', `/visualize/${id}`, key);
    expect(body).to.include({ state: 'queued', queuePosition: 1 });
    const test = await visualize(platform, testKey, await visualizeBody());
    expect([test.status, test.body.usage.credits]).to.deep.equal([200, 0]);
    await platform.startWorker(gpu);
    await stateIs(id, 'succeeded');
    expect((await getRender(id)).result!.provider).to.equal('cog');
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });

  it('never shows a render of a test key to a worker that serves only it', async () => {
    await start();
    await platform.startWorker(gpu);
    const { testKey } = await platform.account();
    const id = await later(testKey);
    expect(await shared.getJobState(renderJobId(id, 1))).to.equal('prioritized');
    await platform.startWorker();
    await stateIs(id, 'succeeded');
    expect(platform.cog.predictions).to.have.length(0);
  });

  it('ends the chain: 503 with the Retry-After of the last provider, nothing charged', async () => {
    await start({ RENDER_PROVIDERS: 'local,cog', PROVIDER_ATTEMPTS: '1' });
    await platform.startWorker(gpu);
    platform.cog.mode = 'setup-failed';
    const { id: account, key } = await platform.account({ credits: 1 });
    const id = await later(key);
    // As a worker of `local` leaves it whose provider could not take the render.
    await shared.remove(renderJobId(id, 1));
    await platform.database.renders.updateOne(
      { _id: id },
      {
        chain: {
          next: 'cog',
          attempts: [{ provider: 'local', failure: 'unavailable', ms: 1 }],
          retryAfters: [33],
          handOvers: 1,
        },
        queuedAt: new Date(0),
      },
    );
    await stateIs(id, 'failed');
    expect((await getRender(id)).failure).to.include({ code: 'MODEL_UNAVAILABLE', retryAfter: 33 });
    await eventually(async () => (await platform.credits(account)).held === 0);
    expect(await platform.credits(account)).to.include({ available: 1, spent: 0 });
  });

  it('loses no render when its worker is killed between the hand-over and its delivery', async () => {
    await start();
    platform.cog.mode = 'failed';
    const { id: account, key } = await platform.account({ credits: 1 });
    const id = await later(key);
    expect(await killedWorker('back-to-queue.before-delivery')).to.equal('SIGKILL');
    const left = await getRender(id);
    expect([left.state, left.enqueueCount, left.chain!.next]).to.deep.equal(['queued', 2, 'local']);
    expect(await shared.getJobState(renderJobId(id, 2))).to.equal('unknown');
    await platform.startWorker();
    await stateIs(id, 'succeeded');
    const render = await getRender(id);
    expect(render.enqueueCount).to.equal(3);
    expect(getTries(render)).to.deep.equal([
      ['cog', 'failed'],
      ['local', undefined],
    ]);
    expect(platform.cog.predictions).to.have.length(1);
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
    expect(await platform.credits(account)).to.include({ available: 0, held: 0, spent: 1 });
  });

  it('leaves a handed-over render all its RENDER_ATTEMPTS', async () => {
    await start({ RENDER_ATTEMPTS: '1' });
    await platform.startWorker(gpu);
    platform.cog.mode = 'failed';
    const { key } = await platform.account();
    const id = await later(key);
    await eventually(async () => (await getRender(id)).chain !== undefined);
    await platform.startWorker();
    await stateIs(id, 'succeeded');
    expect((await getRender(id)).fence).to.equal(2);
  });

  it('is waited for until the deadline when it has no worker: 503 that says so, nothing charged', async () => {
    await start({ RENDER_DEADLINE_SECONDS: '3', WAIT_SECONDS: '8' });
    await platform.startWorker();
    const { id: account, key } = await platform.account({ credits: 1 });
    const { status, headers, body } = await visualize(platform, key, await visualizeBody());
    expect([status, body.code]).to.deep.equal([503, 'MODEL_UNAVAILABLE']);
    expect(body.message).to.match(/No worker finished this render before its deadline; it was not charged/);
    expect(Number(headers.get('retry-after'))).to.be.greaterThan(0);
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
    expect(await platform.credits(account)).to.include({ available: 1, held: 0, spent: 0 });
  });

  it('refuses renders that would wait too long for it, and takes those that wait elsewhere', async () => {
    await start();
    const { config, redis } = platform;
    const { key, testKey } = await platform.account();
    const report = { concurrency: 1, runMs: 200_000, queues: ['render-cog'] };
    await announce(redis, { prefix: config.QUEUE_PREFIX }, 'gpu', report, 60_000);
    const ask = async (asked: string) => {
      const answer = await visualize(platform, asked, await visualizeBody(), { prefer: 'respond-async' });
      return [answer.status, answer.body.code];
    };
    // Two of 200 s end after the deadline of 280 s.
    await Promise.all([later(key), later(key)]);
    await eventually(async () => (await ask(key))[0] === 503);
    expect(await ask(key)).to.deep.equal([503, 'MODEL_UNAVAILABLE']);
    expect((await ask(testKey))[0]).to.equal(202);
  });

  it('shows its queue to operators and to Prometheus, and names it while no worker serves it', async () => {
    await start();
    await platform.startWorker();
    const { key } = await platform.account();
    await later(key);
    const read = async (path: string) => {
      const authorization = `Basic ${Buffer.from('operator:secret').toString('base64')}`;
      return (await fetch(platform.url + path, { headers: { authorization } })).text();
    };
    expect(await read('/metrics')).to.include(
      'render_platform_queue_jobs_waiting{queue="render-cog",service="api"} 1',
    );
    expect(JSON.parse(await read('/readyz')).queue.waiting).to.equal(1);
    const unserved = /No worker serves render-cog/;
    await eventually(async () => unserved.test(await read('/ops')));
    const board = JSON.parse(await read('/ops/queues/api/queues')) as { queues: { name: string }[] };
    expect(board.queues.map(({ name }) => name)).to.include.members([
      'render',
      'render-cog',
      'webhook',
      'track',
      'order',
    ]);
    await platform.startWorker(gpu);
    await eventually(async () => !unserved.test(await read('/ops')));
  });

  it('lets its owner cancel a render that waits for it, and one whose caller left is free', async () => {
    await start();
    await platform.startWorker();
    const account = await platform.account({ credits: 2 });
    const id = await later(account.key);
    const { body } = await call(platform, 'DELETE', `/visualize/${id}`, account.key);
    expect(body).to.deep.include({ state: 'cancelled', usage: { credits: 0 } });
    const left = await hangUpWhen(platform, account, 'queued');
    await stateIs(left, 'cancelled');
    await platform.startWorker(gpu);
    await eventually(async () => (await dedicated.getJobCounts('wait', 'active')).wait === 0);
    expect(platform.cog.predictions).to.have.length(0);
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
    expect(await platform.credits(account.id)).to.include({ available: 2, held: 0, spent: 0 });
  });

  it('is followed by the events of a render over the hand-over to the end', async () => {
    await start();
    await platform.startWorker(gpu);
    platform.cog.mode = 'failed';
    const { key } = await platform.account();
    const id = await later(key);
    const stream = fetch(`${platform.url}/visualize/${id}/events`, {
      headers: { authorization: `Bearer ${key}` },
    }).then((response) => response.text());
    await eventually(async () => (await getRender(id)).chain !== undefined);
    await platform.startWorker();
    const text = await stream;
    expect(text.match(/"stage":"started"/g)).to.have.length(2);
    expect(text).to.match(/event: done\ndata: .*"state":"succeeded"/);
  });

  it('may get its queue while renders wait in the shared one: they are handed over', async () => {
    await start({ DEDICATED_PROVIDERS: '' });
    const { key } = await platform.account();
    const id = await later(key);
    expect(await shared.getJobState(renderJobId(id, 1))).to.equal('waiting');
    const dedicatedToCog = { DEDICATED_PROVIDERS: ['cog'] };
    await acceptNewSettings(platform.database.installations);
    await platform.startWorker({ ...dedicatedToCog, ...gpu });
    await platform.startWorker(dedicatedToCog);
    await stateIs(id, 'succeeded');
    expect((await getRender(id)).result!.provider).to.equal('cog');
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });

  it('may lose its queue while renders wait there: the sweeper puts them into the shared one', async () => {
    await start();
    const { key } = await platform.account();
    const id = await later(key);
    expect(await dedicated.getJobState(renderJobId(id, 1))).to.equal('waiting');
    await acceptNewSettings(platform.database.installations);
    await platform.startWorker({ DEDICATED_PROVIDERS: [] });
    await stateIs(id, 'succeeded');
    expect((await getRender(id)).result!.provider).to.equal('cog');
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
