import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { onPath } from '../../../../scripts/backends/on-path.ts';
import { startRedisServer } from '../../../../scripts/backends/redis-server.ts';
import { runAdmin } from '../../../support/admin.ts';
import { startPlatform, type TestPlatform, visualize, visualizeBody } from '../../../support/platform.ts';

describe('npm run admin, for an operator', () => {
  let platform: TestPlatform;
  let dir: string;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    platform = await startPlatform();
    dir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    const { MONGODB_URI, REDIS_URL, QUEUE_PREFIX, DATA_DIR } = platform.config;
    env = { ...process.env, MONGODB_URI, REDIS_URL, QUEUE_PREFIX, DATA_DIR };
  });
  after(async () => {
    await platform.close();
    await rm(dir, { recursive: true });
  });

  const admin = (args: string[], change: NodeJS.ProcessEnv = {}) => runAdmin(args, { ...env, ...change });

  it('lists renders, and shows one by its id and by its request', async () => {
    const account = await platform.account();
    const { status } = await visualize(platform, account.key, await visualizeBody());
    expect(status).to.equal(200);
    const listed = await admin(['render', 'list', '--account', account.id, '--state', 'succeeded', '--json']);
    const { renders } = JSON.parse(listed.stdout);
    expect(renders).to.have.length(1);
    expect(renders[0]).to.include({
      account: account.id,
      state: 'succeeded',
      provider: 'cog',
      failure: null,
    });
    for (const id of [renders[0].renderId, renders[0].requestId]) {
      const shown = await admin(['render', 'show', id, '--json']);
      expect(JSON.parse(shown.stdout)._id).to.equal(renders[0].renderId);
    }
    const unknown = await admin(['render', 'show', 'rnd_unknown', '--json']);
    expect(unknown.code).to.equal(1);
    expect(JSON.parse(unknown.stderr).error).to.match(/^There is no render rnd_unknown/);
  });

  it('lists the workers', async () => {
    const { stdout } = await admin(['worker', 'list', '--json']);
    const { workers } = JSON.parse(stdout);
    expect(workers.length).to.be.greaterThan(0);
    expect(workers[0].providers).to.deep.equal(['cog']);
  });

  it('finds an installation in order, and says how to fix a wrong one', async () => {
    const sound = await admin(['doctor', '--json']);
    expect(sound.code, sound.stdout).to.equal(0);
    const { ok, checks } = JSON.parse(sound.stdout);
    expect(ok).to.equal(true);
    expect(checks.map(({ name }: { name: string }) => name)).to.deep.equal([
      'MongoDB',
      'Indexes',
      'Redis',
      'Clocks',
      'Blob storage',
      'Secrets',
      'Providers',
    ]);
    const wrong = await admin(['doctor'], {
      RENDER_PROVIDERS: 'gemini',
      DATA_DIR: '/dev/null/data',
      MONGODB_URI: 'mongodb://127.0.0.1:1/render',
    });
    expect(wrong.code).to.equal(1);
    expect(wrong.stdout).to.match(/✗ MongoDB: .*\n {4}Fix: start MongoDB, or correct MONGODB_URI/);
    expect(wrong.stdout).to.match(/✗ Blob storage: .*\n {4}Fix: make DATA_DIR writable/);
    expect(wrong.stdout).to.match(/✗ Providers: .*GEMINI_API_KEY/);
    expect(wrong.stdout).to.match(/✓ Redis: /);
    expect(wrong.stderr).to.match(/checks failed\.\n$/);
  });

  it('suspends an account, and resumes it', async () => {
    const account = await platform.account();
    const read = async () => (await platform.database.accounts.findById(account.id).lean())!.suspended;
    await admin(['account', 'suspend', '--account', account.id, '--reason', 'Unpaid']);
    expect(await read()).to.include({ reason: 'Unpaid' });
    await admin(['account', 'resume', '--account', account.id]);
    expect(await read()).to.equal(undefined);
    expect((await admin(['account', 'suspend', '--account', 'acc_none', '--reason', 'x'])).code).to.equal(1);
  });

  it('finds a SECRETS_KEY that is not that of the installation', async () => {
    const { stdout } = await admin(['doctor'], { SECRETS_KEY: randomBytes(32).toString('base64') });
    expect(stdout).to.match(
      /✗ Secrets: SECRETS_KEY is not the key of this installation.*\n {4}Fix: restore the key/,
    );
  });

  it('finds a Redis that may drop jobs', async () => {
    const binary = onPath(['redis-server', 'valkey-server']);
    const redis = await startRedisServer({ binary: binary!, dir, durable: false });
    try {
      await redis.ready;
      const connection = new Redis(redis.url);
      await connection.config('SET', 'maxmemory-policy', 'allkeys-lru');
      connection.disconnect();
      const { stdout } = await admin(['doctor'], { REDIS_URL: redis.url });
      expect(stdout).to.match(/✗ Redis: maxmemory-policy is allkeys-lru.*\n {4}Fix: redis-cli config set/);
    } finally {
      await redis.close();
    }
  });
});
