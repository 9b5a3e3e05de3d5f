import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname } from 'node:path';
import { expect } from 'chai';
import { startCluster } from '../../../../scripts/chaos/cluster.ts';

describe('a cluster', function () {
  this.timeout(120_000);

  it('whose API cannot start fails at the deadline with the last line of its log', async () => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const PORT = String((other.address() as AddressInfo).port);
    const options = { apis: 1, workers: 0, env: { PORT }, startDeadlineMs: 15_000 };
    const failure = await startCluster(options).catch((error: unknown) => error);
    other.close();
    const { message } = failure as Error;
    const [, logFile] = /^api-0 is not ready after 15 s\. Last line of (.*api-0\.log): ./.exec(message) ?? [];
    expect(logFile, message).to.be.a('string');
    await rm(dirname(logFile!), { recursive: true });
  });
});
