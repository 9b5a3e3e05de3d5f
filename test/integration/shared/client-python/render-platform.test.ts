import { execFile } from 'node:child_process';

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { newWebhookSecret, signatureHeaders } from '../../../../shared/webhooks/signature.ts';
import { hold, startPlatform, type TestAccount, type TestPlatform } from '../../../support/platform.ts';

const run = promisify(execFile);
const source = join(process.cwd(), 'shared/client-python');

/** Why the tests cannot run here; undefined when they can. */
async function findLack(): Promise<string | undefined> {
  const check = 'import sys, httpx; sys.exit(sys.version_info < (3, 11))';
  return run('python3', ['-c', check]).then(
    () => undefined,
    () => 'python3 of 3.11 or later with httpx is not on the path',
  );
}

describe('The Python client, on a running platform', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let lack: string | undefined;

  before(async function () {
    lack = await findLack();
    if (lack) {
      console.log(`      skipped: ${lack}`);
      this.skip();
    }
    platform = await startPlatform();
    account = await platform.account({ credits: 5, limits: { concurrent: 1 } });
  });
  after(() => platform?.close());

  async function call(part: string, more: Record<string, string> = {}): Promise<unknown> {
    const env = {
      PATH: process.env.PATH,
      PYTHONPATH: join(source, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
      RENDER_API_KEY: account.key,
      RENDER_BASE_URL: platform.url,
      ...more,
    };
    const { stdout } = await run('python3', ['test/support/python-client/program.py', part], { env });
    return JSON.parse(stdout);
  }

  it('renders files, follows, lists and deletes', async () => {
    const seen = (await call('blocking')) as { stages: string[] };
    expect(seen.stages).to.include('started').and.include('encoding');
    expect({ ...seen, stages: undefined }).to.deep.equal({
      png: '89504e47',
      usage: { credits: 1, balance: 4 },
      request: true,
      stages: undefined,
      last: 'done',
      webp: 'WEBP',
      listed: true,
      ledger: ['capture', 'capture', 'grant'],
      deleted: true,
      available: 3,
    });
  });

  it('raises the error of the API, with its field and request id', async () => {
    const { key } = await platform.account({ credits: 0 });
    expect(await call('refused', { EMPTY_KEY: key })).to.deep.equal([402, 'INSUFFICIENT_CREDITS', 0, true]);
    expect(await call('mistaken')).to.deep.equal([400, 'products']);
  });

  it('renders with asyncio, one at a time with maxConcurrent', async () => {
    expect(await call('asynchronous')).to.deep.equal([[1, 1], 'done']);
  });

  it('cancels the render of a cancelled task and of a call that takes too long, at no charge', async () => {
    const other = await platform.account({ credits: 2, limits: { concurrent: 5 } });
    const release = hold(platform.cog);
    const seen = await call('cancelled', { RENDER_API_KEY: other.key });
    release();
    expect(seen).to.deep.equal(['cancelled', true, 'cancelled', 0]);
    await platform.verifyAtRest();
    expect(await platform.credits(other.id)).to.deep.include({ available: 2, held: 0 });
  });

  it('verifies a webhook, and refuses one that was changed', async () => {
    const secret = newWebhookSecret();
    const body = JSON.stringify({ type: 'render.succeeded', timestamp: '', data: {} });
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signatureHeaders([secret], { id: 'rnd_1', timestamp, body });
    const webhook = JSON.stringify({ body, headers, secret });
    expect(await call('webhook', { WEBHOOK_CALL: webhook })).to.deep.equal(['render.succeeded', 'refused']);
  });

  it('is packed as a wheel', async function () {
    const folder = await mkdtemp(join(tmpdir(), 'render-wheel-'));
    const options = ['--no-deps', '--no-build-isolation', '--quiet', '--wheel-dir', folder];
    try {
      const canPack = await run('python3', ['-c', 'import setuptools, wheel, pip']).then(
        () => true,
        () => false,
      );
      if (!canPack) {
        console.log('      skipped: python3 has no pip, setuptools and wheel');
        this.skip();
      }
      await run('cp', ['-r', source, join(folder, 'source')]);
      await run('python3', ['-m', 'pip', 'wheel', ...options, join(folder, 'source')]);
      expect(await readdir(folder)).to.include('render_platform_client-1.0.0-py3-none-any.whl');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
