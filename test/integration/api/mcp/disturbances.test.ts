import { expect } from 'chai';
import { startApi } from '../../../../api/start-api.ts';
import { silentLogger } from '../../../../shared/log.ts';
import {
  type ClientKind,
  clientKinds,
  connectMcp,
  type McpClient,
  type McpProgress,
  type ToolResult,
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
    platform = await startPlatform({ env: { WORKER_CONCURRENCY: '1', RENDER_DEADLINE_SECONDS: '900' } });
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
  const getRenders = (account: TestAccount) => platform.database.renders.find({ account: account.id }).lean();
  const reaches = (account: TestAccount, state: string) =>
    eventually(async () => (await getRenders(account)).some((render) => render.state === state));

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
    const outcome = client
      .call('visualize', given, { ...options, onprogress })
      .catch((error: unknown) => error as Error);
    await reaches(account, state);
    return { client, given, outcome, progress };
  }

  it('receives the same render as long as it is open, also after MCP_REPEAT_MINUTES', async () => {
    const account = await platform.account();
    await callUntil('v2', account, 'running');
    const [render] = await getRenders(account);
    expect(render!.idempotency!.until.getTime()).to.be.at.least(render!.deadlineAt.getTime());
  });

  for (const kind of clientKinds) {
    it(`${kind}: receives the same render when it retries a call that timed out, and pays once`, async () => {
      const account = await platform.account({ credits: 5 });
      const { client, given, outcome } = await callUntil(kind, account, 'running', { timeout: 2500 });
      expect(await outcome).to.be.an('error');
      const repeat = client.call('visualize', given);
      go();
      const result = await repeat;
      expect(result.structured).to.include({ state: 'succeeded', repeated: true });
      expect((await getRenders(account)).map(({ _id }) => _id)).to.deep.equal([result.structured.renderId]);
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

    const effect = kind === 'v2 modern' ? 'ends it' : 'lets it continue';
    it(`${kind}: ${effect} when it cancels a call whose render is queued`, async () => {
      const busy = await platform.account();
      const first = await callUntil('v2', busy, 'running');
      const account = await platform.account({ credits: 5 });
      const cancelling = new AbortController();
      const call = await callUntil(kind, account, 'queued', { signal: cancelling.signal });
      cancelling.abort('changed my mind');
      expect(await call.outcome).to.be.an('error');
      if (kind === 'v2 modern') {
        await reaches(account, 'cancelled');
        await eventually(async () => (await platform.credits(account.id)).held === 0);
        expect(await platform.credits(account.id)).to.include({ available: 5, held: 0, spent: 0 });
        go();
      } else {
        go();
        const result = await call.client.call('visualize', call.given);
        expect(result.structured).to.include({ state: 'succeeded', repeated: true });
        expect(await platform.credits(account.id)).to.include({ available: 4, spent: 1 });
      }
      await first.outcome;
    });
  }

  it('learns the id of its render when the server restarts, and pays once', async () => {
    const restarted = await startApi(platform.config, silentLogger());
    const account = await platform.account({ credits: 5 });
    const url = `http://127.0.0.1:${restarted.port}`;
    const { outcome } = await callUntil('v1', account, 'running', { url });
    await restarted.close(2000);
    const { isError, structured } = (await outcome) as ToolResult;
    const [{ _id: id } = { _id: '' }] = await getRenders(account);
    expect(isError).to.equal(false);
    expect(structured).to.include({ renderId: id, state: 'running' });
    const client = await connect(platform.url, account, 'v1');
    const waiting = client.call('get_render', { render_id: id, wait_seconds: 30 });
    go();
    expect((await waiting).structured).to.include({ state: 'succeeded' });
    expect(await platform.credits(account.id)).to.include({ available: 4, spent: 1 });
  });
});
