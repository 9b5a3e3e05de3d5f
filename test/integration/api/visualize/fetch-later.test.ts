import { expect } from 'chai';
import { startApi } from '../../../../api/start-api.ts';
import { silentLogger } from '../../../../shared/log.ts';
import type { Started } from '../../../../shared/process/run-process.ts';
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

const portOf = (url: string) => Number(new URL(url).port || 6379);

describe('POST /visualize, when this API cannot tell how a render ends', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let [mongo, redis]: TcpProxy[] = [];
  /** An API of its own, whose way to the stores can be cut while the worker's stays. */
  let api: Started;
  let url: string;
  let go = () => {};

  before(async () => {
    const env = { WAIT_SECONDS: '30', RENDER_DEADLINE_SECONDS: '60' };
    platform = await startPlatform({ env });
    const { config } = platform;
    mongo = await tcpProxy(portOf(config.MONGODB_URI));
    redis = await tcpProxy(portOf(config.REDIS_URL));
  });
  after(async () => {
    await platform.close();
    await Promise.all([mongo!.close(), redis!.close()]);
  });
  beforeEach(async () => {
    const { config } = platform;
    mongo!.mend();
    redis!.mend();
    account = await platform.account({ credits: 3 });
    const stores = {
      MONGODB_URI: through(mongo!, config.MONGODB_URI),
      REDIS_URL: through(redis!, config.REDIS_URL),
    };
    api = await startApi({ ...config, ...stores }, silentLogger());
    url = `http://127.0.0.1:${api.port}`;
  });
  afterEach(async () => {
    go();
    await api.close(2000);
  });

  /** The answer to a call whose render does not end before `go()`. */
  const held = async (headers: Record<string, string> = {}) => {
    go = hold(platform.cog);
    return visualize({ ...platform, url }, account.key, await visualizeBody(), headers);
  };
  const running = () =>
    eventually(async () => (await platform.database.renders.exists({ state: 'running' })) !== null);

  /** Whoever hears such a 503 finds the render where it says, with what it cost. */
  async function expectFetchable(answer: Awaited<ReturnType<typeof held>>): Promise<void> {
    expect([answer.status, answer.body.code]).to.deep.equal([503, 'MODEL_UNAVAILABLE']);
    const renderId = answer.headers.get('x-render-id');
    expect(answer.headers.get('location')).to.equal(`/visualize/${renderId}`);
    expect(answer.headers.get('retry-after')).to.equal('5');
    expect(answer.body.message).to.include(`fetch it later as render ${renderId}`);
    await eventually(async () => {
      const { body } = await call(platform, 'GET', `/visualize/${renderId}`, account.key);
      return body.state === 'succeeded';
    });
    await eventually(async () => (await platform.credits(account.id)).spent === 1);
  }

  it('says where the render will be when the API is stopped before it has ended', async () => {
    const answer = held();
    await running();
    await api.close(200);
    const heard = await answer;
    go();
    await expectFetchable(heard);
  });

  it('says where the render will be when the database is lost for longer than the call is held', async () => {
    const answer = held({ prefer: 'wait=6' });
    await running();
    mongo!.cut();
    go();
    await expectFetchable(await answer);
  });

  it('answers 200 when the database comes back while the call is held', async () => {
    const answer = held();
    await running();
    mongo!.cut();
    go();
    setTimeout(mongo!.mend, 1500);
    const { status, body } = await answer;
    expect([status, body.usage]).to.deep.equal([200, { credits: 1, balance: 2 }]);
  });

  it('answers 200 when Redis is lost while the call is held, since the document decides', async () => {
    const answer = held();
    await running();
    redis!.cut();
    go();
    const { status, body } = await answer;
    expect([status, body.usage]).to.deep.equal([200, { credits: 1, balance: 2 }]);
  });

  it('keeps every invariant', async () => {
    mongo!.mend();
    redis!.mend();
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
