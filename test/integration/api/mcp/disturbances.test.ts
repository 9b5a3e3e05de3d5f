import { expect } from 'chai';
import {
  type ClientKind,
  clientKinds,
  connectMcp,
  type McpClient,
  type McpProgress,
} from '../../../support/mcp-clients.ts';
import {
  dataUrl,
  eventually,
  hold,
  photo,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualizeBody,
} from '../../../support/platform.ts';
import { type TcpProxy, tcpProxy } from '../../../support/tcp-proxy.ts';

describe('a client of the MCP tool visualize that does not wait for its result', () => {
  let platform: TestPlatform;
  let proxy: TcpProxy;
  let go = () => {};
  let tint = 0;
  let clients: McpClient[] = [];
  before(async () => {
    platform = await startPlatform({ env: { WORKER_CONCURRENCY: '1' } });
    proxy = await tcpProxy(Number(new URL(platform.url).port));
  });
  after(async () => {
    await proxy.close();
    await platform.close();
  });
  beforeEach(() => {
    go = hold(platform.cog);
  });
  afterEach(async () => {
    go();
    proxy.mend();
    await Promise.all(clients.map((client) => client.close()));
    clients = [];
    const { problems } = await platform.verifyAtRest();
    expect(problems).to.deep.equal([]);
  });

  /** Arguments that no other test has. */
  async function newArguments(): Promise<Record<string, unknown>> {
    tint += 1;
    return visualizeBody({ sceneImage: dataUrl(await photo(96, 64, tint)) });
  }

  const connect = async (url: string, account: TestAccount, kind: ClientKind) => {
    const client = await connectMcp(url, account.key, kind);
    clients.push(client);
    return client;
  };
  const rendersOf = (account: TestAccount) => platform.database.renders.find({ account: account.id }).lean();
  const reaches = (account: TestAccount, state: string) =>
    eventually(async () => (await rendersOf(account)).some((render) => render.state === state));

  /** A call whose outcome is ignored, once its render is in that state. */
  async function callUntil(
    kind: ClientKind,
    account: TestAccount,
    state: string,
    { url = platform.url, ...options }: { url?: string; timeout?: number; signal?: AbortSignal } = {},
  ) {
    const client = await connect(url, account, kind);
    const given = await newArguments();
    const progress: McpProgress[] = [];
    const onprogress = (event: McpProgress) => void progress.push(event);
    const failed = client.call('visualize', given, { ...options, onprogress }).then(
      () => undefined,
      (error: unknown) => error,
    );
    await reaches(account, state);
    return { client, given, failed, progress };
  }

  for (const kind of clientKinds) {
    it(`${kind}: receives the same render when it repeats a call that timed out, and pays once`, async () => {
      const account = await platform.account({ credits: 5 });
      const { client, given, failed } = await callUntil(kind, account, 'running', { timeout: 2500 });
      expect(await failed).to.be.an('error');
      const repeat = client.call('visualize', given);
      go();
      const result = await repeat;
      expect(result.structured).to.include({ state: 'succeeded', repeated: true });
      expect((await rendersOf(account)).map(({ _id }) => _id)).to.deep.equal([result.structured.renderId]);
      expect(await platform.credits(account.id)).to.include({ available: 4, spent: 1 });
    });

    it(`${kind}: finds the render by get_render when its connection was lost, and pays once`, async () => {
      const account = await platform.account({ credits: 5 });
      const url = `http://127.0.0.1:${proxy.port}`;
      const { progress } = await callUntil(kind, account, 'running', { url, timeout: 20_000 });
      await eventually(() => progress.some(({ message }) => message?.includes('rnd_')));
      proxy.cut();
      const id = /rnd_\w+/.exec(progress.map(({ message }) => message).join())![0];
      const client = await connect(platform.url, account, kind);
      const waiting = client.call('get_render', { render_id: id, wait_seconds: 30 });
      go();
      const { structured } = await waiting;
      expect(structured).to.include({ renderId: id, state: 'succeeded' });
      expect(await platform.credits(account.id)).to.include({ available: 4, spent: 1 });
    });

    const outcome = kind === 'v2 modern' ? 'ends it' : 'lets it continue';
    it(`${kind}: ${outcome} when it cancels a call whose render is queued`, async () => {
      const busy = await platform.account();
      const first = await callUntil('v2', busy, 'running');
      const account = await platform.account({ credits: 5 });
      const cancelling = new AbortController();
      const call = await callUntil(kind, account, 'queued', { signal: cancelling.signal });
      cancelling.abort('changed my mind');
      expect(await call.failed).not.to.equal(undefined);
      if (kind === 'v2 modern') {
        await reaches(account, 'cancelled');
        expect(await platform.credits(account.id)).to.include({ available: 5, held: 0, spent: 0 });
        go();
      } else {
        go();
        const result = await call.client.call('visualize', call.given);
        expect(result.structured).to.include({ state: 'succeeded', repeated: true });
        expect(await platform.credits(account.id)).to.include({ available: 4, spent: 1 });
      }
      await first.failed;
    });
  }
});
