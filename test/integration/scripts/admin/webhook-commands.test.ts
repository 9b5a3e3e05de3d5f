import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runAdmin } from '../../../support/admin.ts';
import { freshDatabase, redisUrl } from '../../../support/backends.ts';

describe('npm run admin, for webhooks', () => {
  let env: NodeJS.ProcessEnv;
  let dataDir: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    const backends = { MONGODB_URI: await freshDatabase(), REDIS_URL: await redisUrl(), DATA_DIR: dataDir };
    env = { ...process.env, NODE_ENV: 'test', OUTBOUND_ALLOW: '127.0.0.1:9', ...backends };
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  const admin = (...args: string[]) => runAdmin(args, env);

  it('sets a URL without a new secret, rotates it with an overlap, and says when a test fails', async () => {
    const created = await admin('account', 'create', '--name', 'Hooks', '--json');
    const { accountId } = JSON.parse(created.stdout);
    const webhook = async (verb: string, ...more: string[]) => {
      const ran = await admin('account', 'webhook', verb, '--account', accountId, '--json', ...more);
      expect(ran.stderr).to.equal('');
      return JSON.parse(ran.stdout);
    };
    const first = await webhook('set', '--url', 'http://127.0.0.1:9/a');
    expect(first.secret).to.match(/^whsec_/);
    expect(first.image).to.match(/\/visualize\/\{id\}\/image$/);
    expect(await webhook('set', '--url', 'http://127.0.0.1:9/b')).not.to.have.property('secret');
    const { secret, previousUntil } = await webhook('rotate');
    expect(secret)
      .to.match(/^whsec_/)
      .and.not.equal(first.secret);
    expect(await webhook('show')).to.deep.equal({
      url: 'http://127.0.0.1:9/b',
      hasSecret: true,
      previousUntil,
    });
    const test = await admin('account', 'webhook', 'test', '--account', accountId);
    expect([test.code, test.stderr.split(':')[0]]).to.deep.equal([2, 'Not delivered']);
    const { deliveries } = await webhook('deliveries');
    expect(deliveries[0]).to.include({ name: 'webhook.test', outcome: 'failed', attempt: 1 });
    expect((await webhook('set', '--no-url')).url).to.equal(null);
  });
});
