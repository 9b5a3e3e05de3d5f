import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';
import { getEnvironment } from '../../../support/get-environment.ts';
import {
  type ApiResult,
  dataUrl,
  eventually,
  hold,
  photo,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('plain callers whose API process is lost', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let release: () => void;
  let child: ChildProcess;
  /** The process that is lost; `platform` has another one. */
  let lost: { url: string; id: string };

  beforeEach(async () => {
    const env = { RATE_LIMIT_CONCURRENT: '8', WORKER_CONCURRENCY: '4', RENDER_DEADLINE_SECONDS: '120' };
    platform = await startPlatform({ env });
    account = await platform.account({ credits: 8 });
    release = hold(platform.cog);
    child = spawn(process.execPath, [...typeScriptArguments, 'api/main.ts'], {
      env: { ...getEnvironment(platform.config), LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    const { members = {} } = (await platform.database.installations.findById('installation').lean())!;
    lost = { url: `http://127.0.0.1:${port}`, id: Object.keys(members).sort().at(-1)! };
  });
  afterEach(async () => {
    release();
    await kill();
    await platform.close();
  });

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const inState = (state: 'queued' | 'running' | 'succeeded') =>
    platform.database.renders.countDocuments({ state });
  /** Renders whose callers wait, or waited, at the process that is lost. */
  const orphans = () => platform.database.renders.countDocuments({ 'caller.api': lost.id });
  const call = (at: { url: string }, body: unknown): Promise<ApiResult | 'reset'> =>
    visualize(at, account.key, body).catch(() => 'reset' as const);
  const expectImages = (results: (ApiResult | 'reset')[]) => {
    for (const result of results) {
      expect(result).not.to.equal('reset');
      const { status, body } = result as ApiResult;
      expect(status, JSON.stringify(body).slice(0, 300)).to.equal(200);
      expect(body.image).to.match(/^data:image\/png;base64,/);
    }
  };
  const expectSpent = async (spent: number) => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
    expect(await platform.credits(account.id)).to.include({ available: 8 - spent, held: 0, spent });
  };
  const tinted = async (tint: number) => visualizeBody({ sceneImage: dataUrl(await photo(96, 64, tint)) });

  it('find all of their renders again by calling again at once: eight images, eight credits', async () => {
    // Two of them ask for the same.
    const bodies = await Promise.all([0, 1, 2, 3, 4, 5, 6, 6].map(tinted));
    const first = bodies.map((body) => call(lost, body));
    await eventually(async () => (await inState('running')) === 4 && (await inState('queued')) === 4);
    await kill();
    expect(await Promise.all(first)).to.deep.equal(bodies.map(() => 'reset'));
    const again = bodies.map((body) => call(platform, body));
    await eventually(async () => (await orphans()) === 0);
    release();
    const results = await Promise.all(again);
    expectImages(results);
    const ids = results.map((result) => (result as ApiResult).headers.get('x-render-id'));
    expect(new Set(ids).size).to.equal(8);
    expect(await platform.database.renders.countDocuments()).to.equal(8);
    await expectSpent(8);
  });

  it('do not pay for what still queued, and find within minutes what ran, for no further credit', async () => {
    const bodies = await Promise.all([0, 1, 2, 3, 4, 5].map(tinted));
    const first = bodies.map((body) => call(lost, body));
    await eventually(async () => (await inState('running')) === 4 && (await inState('queued')) === 2);
    await kill();
    await Promise.all(first);
    await eventually(async () => (await inState('queued')) === 0);
    const withdrawn = await platform.database.renders.find({ state: 'cancelled' }).lean();
    expect(withdrawn.map(({ ending }) => ending)).to.deep.equal(['withdrawQueued', 'withdrawQueued']);
    release();
    await eventually(async () => (await inState('succeeded')) === 4);
    await expectSpent(4);
    expectImages(await Promise.all(bodies.map((body) => call(platform, body))));
    await expectSpent(6);
    // Each was found once: the same call now asks for another image.
    expectImages([await call(platform, bodies[0])]);
    await expectSpent(7);
  });

  it('share one render with one credit when the process was only paused', async () => {
    const body = await tinted(1);
    const first = call(lost, body);
    await eventually(async () => (await inState('running')) === 1);
    child.kill('SIGSTOP');
    const again = call(platform, body);
    await eventually(async () => (await orphans()) === 0);
    child.kill('SIGCONT');
    release();
    const results = await Promise.all([first, again]);
    expectImages(results);
    const ids = results.map((result) => (result as ApiResult).headers.get('x-render-id'));
    expect(new Set(ids).size).to.equal(1);
    await expectSpent(1);
  });

  it('are no others: an equal call makes a render of its own while the process lives', async () => {
    const body = await tinted(1);
    const first = call(lost, body);
    await eventually(async () => (await inState('running')) === 1);
    const again = call(platform, body);
    await eventually(async () => (await inState('running')) === 2);
    release();
    expectImages(await Promise.all([first, again]));
    await expectSpent(2);
  });

  it('leave no place taken: other calls of the key are admitted', async () => {
    const first = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(tinted));
    const calls = first.map((body) => call(lost, body));
    await eventually(async () => (await inState('running')) + (await inState('queued')) === 8);
    expect(await call(platform, await tinted(50))).to.have.property('status', 429);
    await kill();
    await Promise.all(calls);
    // Past the limits of the key; the credits are all held.
    expect(await call(platform, await tinted(51))).to.have.property('status', 402);
  });

  it('have no mark on their renders once they have the response', async () => {
    release();
    expectImages([await call(lost, await tinted(3))]);
    await eventually(
      async () => (await platform.database.renders.countDocuments({ caller: { $exists: true } })) === 0,
    );
  });
});
