import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';
import { runAdmin } from '../../../support/admin.ts';
import { getEnvironment } from '../../../support/get-environment.ts';
import {
  eventually,
  hold,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('npm run admin -- queue', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ env: { WORKER_CONCURRENCY: '1' } });
  });
  after(() => platform.close());

  it('shows what waits, what runs with its stage, and the workers', async () => {
    const { id, key } = await platform.account();
    const release = hold(platform.cog);
    const calls = [1, 2].map(async () => visualize(platform, key, await visualizeBody()));
    const read = async () => {
      const { stdout, stderr } = await runAdmin(['queue', '--json'], getEnvironment(platform.config));
      return JSON.parse(stdout || stderr);
    };
    await eventually(
      async () => (await platform.database.renders.countDocuments({ state: 'running' })) === 1,
    );
    await eventually(async () => (await platform.database.renders.countDocuments({ state: 'queued' })) === 1);
    let sample = await read();
    // A worker publishes the first stage after it has claimed the render.
    await eventually(async () => {
      sample = await read();
      return typeof sample.running[0]?.stage === 'string';
    });
    const { queues, fleet, running } = sample;
    release();
    await Promise.all(calls);
    const names = queues.map(({ name }: { name: string }) => name);
    expect(names).to.have.members(['render', 'webhook', 'track', 'order']);
    expect(queues[0]).to.deep.include({ name: 'render', waiting: 1, active: 1 });
    expect(fleet).to.include({ workers: 1, slots: 1 });
    expect(running).to.have.length(1);
    expect(running[0]).to.include({ account: id, mode: 'live' });
  });

  it('shows it as tables, and names a wrong option', async () => {
    const env = getEnvironment(platform.config);
    const { stdout } = await runAdmin(['queue'], env);
    expect(stdout)
      .to.match(/^QUEUE +WAITING/)
      .and.contain('No render is running.');
    const wrong = await runAdmin(['queue', '--watch', '--every', '0'], env);
    expect(wrong.stderr).to.equal('--every must be a whole number from 1 to 3600.\n');
  });

  it('watches until Ctrl-C', async () => {
    const args = [...typeScriptArguments, 'scripts/admin.ts', 'queue', '--watch', '--every', '1'];
    const child = spawn(process.execPath, args, { env: getEnvironment(platform.config) });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    const ended = once(child, 'close');
    await eventually(() => stdout.split('\n').length > 2);
    child.kill('SIGINT');
    expect((await ended)[0]).to.equal(0);
    expect(stdout).to.match(/^\S+Z render 0 waiting, 0 active; .*workers 1\n/);
  });
});
