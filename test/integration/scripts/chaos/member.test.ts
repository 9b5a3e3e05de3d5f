import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { SetupError } from '../../../../scripts/backends/backend.ts';
import { until } from '../../../../scripts/chaos/clock.ts';
import { startMember } from '../../../../scripts/chaos/member.ts';

describe('a member of a cluster', function () {
  this.timeout(120_000);

  it('that ends before it is ready reports the setting that its log names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chaos-member-'));
    const backends = { REDIS_URL: 'redis://127.0.0.1:1', MONGODB_URI: 'mongodb://127.0.0.1:1/none' };
    const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: folder, ...backends, PORT: 'none' };
    const member = startMember({ name: 'api-0', entry: 'api/main', env, logFile: join(folder, 'api-0.log') });
    await until(() => member.deaths['failed-start'] > 0, 60_000);
    const failure = await member.ready(1).catch((error: unknown) => error);
    await member.close();
    await rm(folder, { recursive: true });
    expect(failure).to.be.instanceOf(SetupError);
    expect((failure as Error).message).to.match(
      /^api-0 is not ready after 0\.001 s\. Last line of .*PORT must be a number/,
    );
  });
});
