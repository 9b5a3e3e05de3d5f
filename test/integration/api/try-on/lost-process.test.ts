import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';
import type { TryOnView } from '../../../../shared/try-on/contract.ts';
import { getEnvironment } from '../../../support/get-environment.ts';
import { eventually, hold, startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, Shopper, type TestStore } from '../../../support/try-on.ts';

describe('a try-on whose process is lost', () => {
  let platform: TestPlatform;
  let store: TestStore;
  let release: () => void;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    platform = await startPlatform({ workers: 0, env: { LEASE_SECONDS: '1', RENDER_ATTEMPTS: '10' } });
    store = await openStore(platform);
    release = hold(platform.cog);
  });
  afterEach(async () => {
    release();
    await Promise.all(children.splice(0).map(kill));
    await platform.close();
  });

  /** Returns the process once it is ready, and its message, which for an API has the port. */
  async function start(entry: 'api/main.ts' | 'workers/main.ts') {
    const child = spawn(process.execPath, [...typeScriptArguments, entry], {
      env: { ...getEnvironment(platform.config), LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.push(child);
    const [message] = (await once(child, 'message')) as [{ port?: number }];
    return { child, message };
  }
  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const startLook = async (shopper: Shopper): Promise<string> => {
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    return (await shopper.post({ photo, items: [store.sofa] })).body.id;
  };
  const running = (id: string) =>
    eventually(async () => (await platform.database.renders.findById(id).lean())!.state === 'running');
  const expectOneCredit = async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
    expect(await platform.credits(store.account)).to.include({ available: 99, held: 0, spent: 1 });
  };

  it('is finished by another worker after a kill -9; its stream ends with the picture, for one credit', async () => {
    const { child } = await start('workers/main.ts');
    const shopper = await enter(platform, store);
    const id = await startLook(shopper);
    const streaming = shopper.call('GET', `/renders/${id}/events`);
    await running(id);
    await kill(child);
    release();
    await platform.startWorker();
    const events = ((await streaming).body as string).split('\n\n').filter((part) => part.includes('data: '));
    const last = JSON.parse(events.at(-1)!.split('data: ')[1]!) as TryOnView;
    expect(last).to.include({ id, state: 'succeeded' });
    expect((await shopper.picture(last.result!.url)).status).to.equal(200);
    expect((await shopper.call('GET', `/renders/${id}`)).body).to.include({ id, state: 'succeeded' });
    expect((await platform.database.renders.findById(id).lean())!.fence).to.be.at.least(2);
    await expectOneCredit();
  });

  it('continues for the same visitor token after the API was killed and started again', async () => {
    await platform.startWorker();
    const first = await start('api/main.ts');
    const toUrl = ({ port }: { port?: number }) => ({ ...platform, url: `http://127.0.0.1:${port}` });
    const before = await enter(toUrl(first.message), store);
    const id = await startLook(before);
    await running(id);
    await kill(first.child);
    const second = await start('api/main.ts');
    const after = new Shopper(toUrl(second.message), store);
    after.token = before.token;
    expect((await after.openSession()).openRender).to.include({ id, state: 'running' });
    release();
    expect(await after.ended(id)).to.include({ state: 'succeeded' });
    await expectOneCredit();
  });
});
