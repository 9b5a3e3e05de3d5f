import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { freePort } from '../../../scripts/processes/port.ts';
import {
  call,
  eventually,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../support/platform.ts';

const maxConnections = 40;

describe('an API with limits of its connections', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let metricsPort: number;
  let renderId: string;

  before(async () => {
    metricsPort = await freePort();
    platform = await startPlatform({
      workers: 0,
      env: {
        STREAMS_PER_KEY: '3',
        STREAMS_PER_ADDRESS: '4',
        READS_PER_KEY: '200',
        MAX_CONNECTIONS: String(maxConnections),
        METRICS_PORT: String(metricsPort),
      },
    });
    account = await platform.account();
    const accepted = await visualize(platform, account.key, await visualizeBody(), {
      prefer: 'respond-async',
    });
    renderId = accepted.body.id;
  });
  after(() => platform.close());

  const openStream = async (key: string) => {
    const abort = new AbortController();
    const response = await fetch(`${platform.url}/visualize/${renderId}/events`, {
      headers: { authorization: `Bearer ${key}` },
      signal: abort.signal,
    });
    return { response, close: () => abort.abort() };
  };
  const gauge = async (name: string) => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'm').exec(await response.text())?.[1]);
  };

  it('serves /metrics on METRICS_PORT only, and nothing else there', async () => {
    expect((await fetch(`${platform.url}/metrics`)).status).to.equal(404);
    expect(await gauge('render_platform_streams_open')).to.equal(0);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).status).to.equal(404);
  });

  it('opens a few streams of a key and of an address, and has as many places again when they end', async () => {
    const first = await Promise.all([1, 2, 3].map(() => openStream(account.key)));
    expect(first.map(({ response }) => response.status)).to.deep.equal([200, 200, 200]);
    const refused = await openStream(account.key);
    expect(refused.response.status).to.equal(429);
    expect(refused.response.headers.get('retry-after')).to.equal('5');
    expect(((await refused.response.json()) as { message: string }).message).to.contain('with this key');
    const { key: other } = await platform.account();
    const missing = await openStream(other);
    expect(missing.response.status, 'the render of another account').to.equal(404);
    const ownTest = await openStream(account.testKey);
    // Whether a test key may read it or not, it opens no more streams than the address may.
    expect(ownTest.response.status).to.be.oneOf([200, 404]);
    for (const { close } of [...first, ownTest]) close();
    await eventually(async () => (await gauge('render_platform_streams_open')) === 0);
    await eventually(async () => (await gauge('render_platform_http_requests_in_flight')) === 0);
    const again = await openStream(account.key);
    expect(again.response.status).to.equal(200);
    again.close();
  });

  it('limits the reads of a key, and not its renders', async () => {
    const { key } = await platform.account();
    const statuses = new Map<number, number>();
    for (let times = 0; times < 220; times += 1) {
      const { status } = await call(platform, 'GET', '/credits', key);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).to.deep.equal([
      [200, 200],
      [429, 20],
    ]);
    const accepted = await visualize(platform, key, await visualizeBody(), { prefer: 'respond-async' });
    expect(accepted.status).to.equal(202);
  });

  it('closes connections beyond MAX_CONNECTIONS, and accepts new ones when others end', async () => {
    const port = Number(new URL(platform.url).port);
    const sockets: Socket[] = [];
    for (let index = 0; index < maxConnections + 20; index += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      sockets.push(socket);
    }
    await eventually(() => sockets.filter((socket) => socket.resume().destroyed).length >= 20);
    for (const socket of sockets) socket.destroy();
    await eventually(async () => {
      const response = await fetch(`${platform.url}/healthz`).catch(() => undefined);
      return response?.status === 200;
    });
  });
});
