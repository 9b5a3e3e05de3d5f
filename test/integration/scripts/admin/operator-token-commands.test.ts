import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runAdmin } from '../../../support/admin.ts';
import { freshDatabase } from '../../../support/backends.ts';

describe('npm run admin -- operator-token', () => {
  let dataDir: string;
  let uri: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    uri = await freshDatabase();
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  const admin = (...args: string[]) =>
    runAdmin(['operator-token', ...args], {
      ...{ ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, MONGODB_URI: uri },
    });

  it('shows a token once, lists it without its secret, and revokes it', async () => {
    const made = await admin('create', '--name', 'deploy', '--days', '7', '--json');
    expect(made.code, made.stderr).to.equal(0);
    const { token, tokenId } = JSON.parse(made.stdout);
    expect(token).to.match(/^service_operator_\w{38}$/);
    await admin('revoke', '--token', tokenId);
    const { stdout } = await admin('list', '--json');
    const [listed] = JSON.parse(stdout).tokens;
    expect(listed).to.include({ tokenId, name: 'deploy' }).and.have.property('revokedAt');
    expect(stdout).not.to.include(token).and.not.include('hash');
  });
});
