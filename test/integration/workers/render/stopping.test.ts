import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';
import { getEnvironment } from '../../../support/get-environment.ts';
import {
  call,
  eventually,
  hold,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('stopping', () => {
  let platform: TestPlatform;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    platform = await startPlatform({ workers: 0 });
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await platform.close();
  });

  async function start(entry: 'api/main.ts' | 'workers/main.ts', env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [...typeScriptArguments, entry], {
      env: { ...getEnvironment(platform.config), LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.push(child);
    const failed = once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`${entry} ended with ${code}`)),
    );
    const [ready] = (await Promise.race([once(child, 'message'), failed])) as [
      { type: string; port: number },
    ];
    failed.catch(() => undefined);
    expect(ready.type).to.equal('ready');
    return { child, url: `http://127.0.0.1:${ready.port}`, ended: once(child, 'exit') };
  }

  async function submitRunning(key: string): Promise<string> {
    const answer = await visualize(platform, key, await visualizeBody(), { prefer: 'respond-async' });
    const id = answer.headers.get('x-render-id')!;
    await eventually(async () => (await state(id, key)) === 'running');
    return id;
  }
  const state = async (id: string, key: string) =>
    (await call(platform, 'GET', `/visualize/${id}`, key)).body.state;

  it('lets a worker finish its renders', async () => {
    const go = hold(platform.cog);
    const { key } = await platform.account();
    const { child, url, ended } = await start('workers/main.ts', { SHUTDOWN_SECONDS: '60' });
    const id = await submitRunning(key);
    child.kill('SIGTERM');
    await eventually(async () => (await (await fetch(`${url}/readyz`)).text()).includes('"stopping"'));
    go();
    expect((await ended)[0]).to.equal(0);
    expect(await state(id, key)).to.equal('succeeded');
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });

  it('returns a render to the queue that a stopping worker cannot finish in time', async () => {
    platform.cog.mode = 'hang';
    const { id: account, key } = await platform.account({ credits: 1 });
    const { child, ended } = await start('workers/main.ts', { SHUTDOWN_SECONDS: '3.5' });
    const id = await submitRunning(key);
    child.kill('SIGTERM');
    await ended;
    expect(await state(id, key)).to.equal('queued');
    platform.cog.mode = 'ok';
    await platform.startWorker();
    await eventually(async () => (await state(id, key)) === 'succeeded');
    await eventually(async () => (await platform.credits(account)).spent === 1);
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });

  it('exits at once at a second signal', async () => {
    platform.cog.mode = 'hang';
    const { key } = await platform.account();
    const { child, ended } = await start('workers/main.ts', { SHUTDOWN_SECONDS: '60' });
    await submitRunning(key);
    child.kill('SIGTERM');
    // Two signals that a process has not taken yet are one.
    const again = setInterval(() => child.kill('SIGTERM'), 300);
    const [code] = await ended.finally(() => clearInterval(again));
    expect(code).to.equal(1);
  });

  it('ends a process whose parent is gone', async () => {
    const { child, ended } = await start('workers/main.ts');
    child.disconnect();
    expect((await ended)[0]).to.equal(0);
  });

  it('lets an API respond to its open calls, and accepts no new ones', async () => {
    const go = hold(platform.cog);
    await platform.startWorker();
    const { key } = await platform.account();
    const api = await start('api/main.ts', { SHUTDOWN_SECONDS: '60' });
    const held = visualize(api, key, await visualizeBody());
    await eventually(
      async () => (await platform.database.renders.countDocuments({ state: 'running' })) === 1,
    );
    api.child.kill('SIGTERM');
    await eventually(async () => (await fetch(`${api.url}/healthz`).catch(() => undefined)) === undefined);
    go();
    expect((await held).status).to.equal(200);
    expect((await api.ended)[0]).to.equal(0);
  });

  it('cancels the render of a plain caller when the stop deadline of the API comes first', async () => {
    const go = hold(platform.cog);
    await platform.startWorker();
    const { key } = await platform.account();
    const api = await start('api/main.ts', { SHUTDOWN_SECONDS: '2.5' });
    const held = visualize(api, key, await visualizeBody());
    await eventually(
      async () => (await platform.database.renders.countDocuments({ state: 'running' })) === 1,
    );
    api.child.kill('SIGTERM');
    const answer = await held;
    expect([answer.status, answer.body.code]).to.deep.equal([503, 'MODEL_UNAVAILABLE']);
    const id = answer.headers.get('x-render-id')!;
    expect(answer.body.message).to.contain('it is not charged');
    expect(await state(id, key)).to.equal('cancelled');
    go();
  });
});
