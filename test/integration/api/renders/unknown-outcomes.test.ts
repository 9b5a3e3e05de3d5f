import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import sinon from 'sinon';
import { startApi } from '../../../../api/start-api.ts';
import type { Config } from '../../../../shared/config/variables.ts';
import { renderJob, renderJobId } from '../../../../shared/jobs/render-job.ts';
import { silentLogger } from '../../../../shared/log.ts';
import type { Started } from '../../../../shared/process/run-process.ts';
import type { RenderState } from '../../../../shared/renders/states.ts';
import {
  call,
  eventually,
  hold,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';
import { type TcpProxy, tcpProxy } from '../../../support/tcp-proxy.ts';

/** The same address through a proxy of this process. */
function through(proxy: TcpProxy, url: string): string {
  const target = new URL(url);
  target.hostname = '127.0.0.1';
  target.port = String(proxy.port);
  return target.href;
}

const getPort = (url: string) => Number(new URL(url).port || 6379);

describe('POST /visualize, when this API cannot know how a render ends', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let [mongo, redis]: TcpProxy[] = [];
  /** An API of its own, whose connections to the backends can be cut while the worker's remain. */
  let api: Started;
  let start: (change?: Partial<Config>) => Promise<void>;
  let url: string;
  /** A host of images that does not respond. */
  let silent: Server;
  let go = () => {};

  before(async () => {
    const env = { WAIT_SECONDS: '30', RENDER_DEADLINE_SECONDS: '60' };
    silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const allow = [`127.0.0.1:${(silent.address() as AddressInfo).port}`];
    platform = await startPlatform({ env, allow });
    const { config } = platform;
    mongo = await tcpProxy(getPort(config.MONGODB_URI));
    redis = await tcpProxy(getPort(config.REDIS_URL));
  });
  after(async () => {
    silent.closeAllConnections();
    silent.close();
    await platform.close();
    await Promise.all([mongo!.close(), redis!.close()]);
  });
  beforeEach(async () => {
    const { config } = platform;
    mongo!.mend();
    redis!.mend();
    account = await platform.account({ credits: 3 });
    const backends = {
      MONGODB_URI: through(mongo!, config.MONGODB_URI),
      REDIS_URL: through(redis!, config.REDIS_URL),
    };
    start = async (change = {}) => {
      api = await startApi({ ...config, ...backends, ...change }, silentLogger());
      url = `http://127.0.0.1:${api.port}`;
    };
  });
  afterEach(async () => {
    go();
    await api.close(2000);
  });

  /** The response to a call whose render does not end before `go()`. */
  const waitingCall = async (headers: Record<string, string> = {}) => {
    go = hold(platform.cog);
    return visualize({ ...platform, url }, account.key, await visualizeBody(), headers);
  };
  const renderIn = (state: RenderState) => platform.database.renders.exists({ account: account.id, state });
  const running = () => eventually(async () => (await renderIn('running')) !== null);
  const succeeded = () => eventually(async () => (await renderIn('succeeded')) !== null);

  /** Longer than any test: it ends when a test says so, however slow the machine is. */
  const longWait = { WAIT_SECONDS: 250, RENDER_DEADLINE_SECONDS: 280 };
  /** Moves the clock past the wait, and wakes the call to see it. */
  const atEndOfWait = async (response: ReturnType<typeof waitingCall>) => {
    const { _id } = (await platform.database.renders.findOne({ account: account.id }, { _id: 1 }).lean())!;
    const now = performance.now.bind(performance);
    const clock = sinon.stub(performance, 'now').callsFake(() => now() + longWait.WAIT_SECONDS * 1000);
    const stream = `${platform.config.QUEUE_PREFIX}:${renderJob.queue}:events`;
    await platform.redis.xadd(
      stream,
      '*',
      'event',
      'removed',
      'jobId',
      renderJobId(_id, 1),
      'prev',
      'active',
    );
    return response.finally(() => clock.restore());
  };

  /** The caller of such a 503 finds the render at its location, with its cost. */
  async function expectFetchable(response: Awaited<ReturnType<typeof waitingCall>>): Promise<void> {
    expect([response.status, response.body.code]).to.deep.equal([503, 'MODEL_UNAVAILABLE']);
    const renderId = response.headers.get('x-render-id');
    expect(response.headers.get('location')).to.equal(`/visualize/${renderId}`);
    expect(response.headers.get('retry-after')).to.equal('5');
    expect(response.body.message).to.include(`fetch it later as render ${renderId}`);
    await eventually(async () => {
      const { body } = await call(platform, 'GET', `/visualize/${renderId}`, account.key);
      return body.state === 'succeeded';
    });
    await eventually(async () => (await platform.credits(account.id)).spent === 1);
  }

  /** The caller of such a 503 is not charged, now or later. */
  async function expectNotCharged(
    response: Awaited<ReturnType<typeof waitingCall>>,
    outcome: 'cancelled' | 'refunded',
  ): Promise<void> {
    expect([response.status, response.body.code]).to.deep.equal([503, 'MODEL_UNAVAILABLE']);
    expect(response.body.message).to.include('it is not charged');
    const renderId = response.headers.get('x-render-id')!;
    expect(response.headers.get('location')).to.equal(`/visualize/${renderId}`);
    const refund = outcome === 'refunded' ? 1 : 0;
    await eventually(
      async () =>
        (await platform.database.ledger.countDocuments({ account: account.id, kind: 'refund' })) === refund,
    );
    await eventually(async () => (await platform.credits(account.id)).available === 3);
    const found = await call(platform, 'GET', `/visualize/${renderId}`, account.key);
    expect(found.body.state).to.equal(outcome === 'cancelled' ? 'cancelled' : 'succeeded');
    if (refund) expect(found.body.usage).to.deep.equal({ credits: 0, balance: 3 });
    expect(await platform.credits(account.id)).to.include({ available: 3, held: 0, spent: 0 });
  }

  it('cancels the render of a plain caller when the API is stopped before the render has ended', async () => {
    await start();
    const response = waitingCall();
    await running();
    await api.close(200);
    const received = await response;
    go();
    await expectNotCharged(received, 'cancelled');
  });

  it('responds with 503 to calls whose images or bodies still arrive when it is stopped, and charges nothing', async () => {
    await start();
    const fetched = once(silent, 'request');
    const sceneImage = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/room.jpg`;
    const body = { sceneImage, products: [{ images: [sceneImage] }] };
    const fetching = visualize({ ...platform, url }, account.key, body);
    const socket = connect(api.port, '127.0.0.1');
    const length = 'Content-Type: application/json\r\nContent-Length: 9999\r\nExpect: 100-continue';
    const head = `Host: a\r\nAuthorization: Bearer ${account.key}\r\n${length}`;
    socket.write(`POST /visualize HTTP/1.1\r\n${head}\r\n\r\n`);
    let received = '';
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    const ended = once(socket, 'close');
    await Promise.all([fetched, once(socket, 'data')]);
    await api.close(200);
    const { status, headers, body: error } = await fetching;
    expect([status, error.code, headers.get('retry-after')]).to.deep.equal([503, 'MODEL_UNAVAILABLE', '5']);
    expect(error.message).to.contain('nothing was charged');
    await ended;
    expect(received).to.match(/^HTTP\/1.1 503 .*nothing was charged/ms);
    expect(await platform.database.renders.countDocuments({ account: account.id })).to.equal(0);
    expect(await platform.credits(account.id)).to.include({ available: 3, held: 0, spent: 0 });
  });

  it('responds to a plain caller with a render that has ended when the API is stopped', async () => {
    await start();
    const response = waitingCall();
    await running();
    redis!.cut();
    go();
    await succeeded();
    await api.close(200);
    const { status, body } = await response;
    expect([status, body.usage]).to.deep.equal([200, { credits: 1, balance: 2 }]);
  });

  it('cancels the render of a plain caller that takes longer than a connection waits', async () => {
    await start({ WAIT_SECONDS: 1 });
    await expectNotCharged(await waitingCall(), 'cancelled');
  });

  it('refunds the render of a plain caller that succeeded while the database was away', async () => {
    await start(longWait);
    const response = waitingCall();
    await running();
    mongo!.cut();
    go();
    await succeeded();
    const received = await atEndOfWait(response);
    await eventually(async () => (await platform.credits(account.id)).spent === 1);
    mongo!.mend();
    await expectNotCharged(received, 'refunded');
    const [line] = await platform.database.ledger.find({ account: account.id, kind: 'refund' }).lean();
    expect(line).to.include({ amount: 1, note: 'The service could not find out how this render ended' });
  });

  it('cancels the render of a plain caller that still runs when the database is back', async () => {
    await start(longWait);
    const response = waitingCall();
    await running();
    mongo!.cut();
    const received = await atEndOfWait(response);
    mongo!.mend();
    await expectNotCharged(received, 'cancelled');
  });

  it("names the render's location when the API is stopped before the render has ended", async () => {
    await start();
    const response = waitingCall({ 'idempotency-key': 'stopped' });
    await running();
    await api.close(200);
    const received = await response;
    go();
    await expectFetchable(received);
  });

  it('responds with 202 to a caller that asked for a shorter wait when the API is stopped', async () => {
    await start();
    const response = waitingCall({ prefer: 'wait=25' });
    await running();
    await api.close(200);
    const { status, headers, body } = await response;
    go();
    expect([status, headers.get('preference-applied')]).to.deep.equal([202, 'wait=25']);
    expect(headers.get('location')).to.equal(`/visualize/${body.id}`);
    await eventually(async () => {
      const found = await call(platform, 'GET', `/visualize/${body.id}`, account.key);
      return found.body.state === 'succeeded';
    });
    await eventually(async () => (await platform.credits(account.id)).spent === 1);
  });

  it("names the render's location when the database is away for longer than the call waits", async () => {
    await start();
    const response = waitingCall({ prefer: 'wait=15' });
    await running();
    mongo!.cut();
    go();
    await expectFetchable(await response);
  });

  it('responds with 200 when the database comes back while the call waits', async () => {
    await start();
    const response = waitingCall();
    await running();
    mongo!.cut();
    go();
    setTimeout(mongo!.mend, 1500);
    const { status, body } = await response;
    expect([status, body.usage]).to.deep.equal([200, { credits: 1, balance: 2 }]);
  });

  it('responds with 200 when Redis is lost while the call waits, since the document decides', async () => {
    await start();
    const response = waitingCall();
    await running();
    redis!.cut();
    go();
    const { status, body } = await response;
    expect([status, body.usage]).to.deep.equal([200, { credits: 1, balance: 2 }]);
  });

  it('keeps every invariant', async () => {
    await start();
    mongo!.mend();
    redis!.mend();
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
