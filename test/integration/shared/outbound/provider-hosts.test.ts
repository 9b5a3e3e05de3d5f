import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import {
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('the hosts of providers', () => {
  let gpu: Server;
  let url: string;
  let platform: TestPlatform;
  let account: TestAccount;
  const requests: string[] = [];

  before(async () => {
    gpu = createServer((req, res) => {
      requests.push(`${req.method} ${req.url}`);
      res.end('{}');
    });
    gpu.listen(0, '127.0.0.1');
    await once(gpu, 'listening');
    const { port } = gpu.address() as AddressInfo;
    url = `http://127.0.0.1:${port}`;
    // As an operator may have listed it for the provider, in another notation.
    platform = await startPlatform({ workers: 1, env: { COMFYUI_URL: url }, allow: [`127.1:${port}`] });
    account = await platform.account();
  });
  after(async () => {
    await platform.close();
    gpu.close();
  });

  it('are not reached by an image URL of a caller', async () => {
    const body = await visualizeBody({ sceneImage: `${url}/view?filename=other.png&type=output` });
    expect((await visualize(platform, account.key, body)).status).to.equal(400);
    expect(requests).to.deep.equal([]);
  });

  it('are not reached by a webhook of a caller', async () => {
    const headers = { 'x-webhook-url': `${url}/interrupt` };
    const { status } = await visualize(platform, account.key, await visualizeBody(), headers);
    expect(status).to.equal(400);
    expect(requests).to.deep.equal([]);
  });

  it('are still reached by the provider', async () => {
    const { status } = await visualize(platform, account.key, await visualizeBody());
    expect(status).to.equal(200);
  });
});
