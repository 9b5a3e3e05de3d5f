import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import sharp from 'sharp';
import { type ClientOptions, createClient, type RenderClient } from '../../../../shared/client/client.ts';
import type { RenderInterrupted } from '../../../../shared/client/errors.ts';
import type { VisualizeRequest } from '../../../../shared/client/image-source.ts';
import { getRequestId } from '../../../../shared/client/transport.ts';
import { verifyWebhook, type WebhookEvent } from '../../../../shared/client/webhook.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import { saveWebhook } from '../../../../shared/webhooks/webhook-settings.ts';
import {
  eventually,
  hold,
  startPlatform,
  type TestAccount,
  type TestPlatform,
} from '../../../support/platform.ts';
import { type TcpProxy, tcpProxy } from '../../../support/tcp-proxy.ts';

describe('The client, on a running platform', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let receiver: Server;
  let proxy: TcpProxy;
  /** The webhook calls that the receiver accepted. */
  const called: WebhookEvent[] = [];
  let secret: string;

  before(async () => {
    receiver = createServer(async (req, res) => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      const event = verifyWebhook({ body: Buffer.concat(chunks), headers: req.headers, secret });
      await event.then(
        (verified) => called.push(verified),
        () => res.writeHead(400),
      );
      res.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    platform = await startPlatform({ allow: [host] });
    proxy = await tcpProxy(Number(new URL(platform.url).port));
    account = await platform.account({ credits: 5, limits: { concurrent: 1 } });
    const { accounts } = platform.database;
    const box = await loadSecretBox(platform.config);
    secret = (await saveWebhook(accounts, box, account.id, `http://${host}/`)).secret!;
  });
  after(async () => {
    receiver.close();
    await proxy.close();
    await platform.close();
  });

  const getClient = (key: string, options: Partial<ClientOptions> = {}): RenderClient =>
    createClient({ apiKey: key, baseUrl: platform.url, ...options });
  const request = async (): Promise<VisualizeRequest> => ({
    sceneImage: await openAsBlob('examples/room-console.jpg'),
    products: [{ title: 'Lamp', images: [(await openAsBlob('examples/pendant-lamp.jpg')).stream()] }],
  });
  const getRenders = ({ id }: TestAccount) => platform.database.renders.find({ account: id }).lean();
  const isRunning = async () => (await getRenders(account)).some(({ state }) => state === 'running');

  it('renders files and streams, reports its stages, and its webhook verifies', async () => {
    const stages: (string | undefined)[] = [];
    const result = await getClient(account.key).visualize(await request(), {
      onProgress: ({ stage }) => stages.push(stage),
    });
    expect(result.usage).to.deep.equal({ credits: 1, balance: 4 });
    expect(result.products).to.deep.equal([{ index: 0, fidelity: 'generic' }]);
    expect((await sharp(result.bytes()).metadata()).format).to.equal('png');
    expect(stages).to.include('started').and.include('encoding');
    await eventually(() => called.some(({ data }) => 'id' in data && data.id === result.id));
    expect(called[0]).to.include({ type: 'render.succeeded' });
  });

  it('charges once for a render whose connections break, also while it is being accepted', async () => {
    const before = await platform.credits(account.id);
    let posts = 0;
    const losesFirst: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'POST' || ++posts > 1) return response;
      await response.body?.cancel();
      throw new TypeError('connection reset');
    };
    const release = hold(platform.cog);
    const baseUrl = `http://127.0.0.1:${proxy.port}`;
    const rendered = getClient(account.key, { baseUrl, fetch: losesFirst }).visualize(await request());
    await eventually(isRunning);
    proxy.cut();
    proxy.mend();
    release();
    const { id, usage } = await rendered;
    expect(posts).to.be.at.least(2);
    expect(usage).to.deep.equal({ credits: 1, balance: before.available - 1 });
    expect((await getRenders(account)).filter(({ _id }) => _id === id)).to.have.length(1);
    expect((await platform.credits(account.id)).spent).to.equal(before.spent + 1);
  });

  it('waits as long as a 429 says, and then renders', async () => {
    const statuses: number[] = [];
    const watched: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      statuses.push(response.status);
      return response;
    };
    const release = hold(platform.cog);
    const first = getClient(account.key).visualize(await request());
    await eventually(isRunning);
    const second = getClient(account.key, { fetch: watched }).visualize(await request());
    await eventually(() => statuses.includes(429));
    release();
    expect((await Promise.all([first, second])).map(({ usage }) => usage.credits)).to.deep.equal([1, 1]);
  });

  it('renders many at once of an account that may have one, without a refusal', async () => {
    const statuses: number[] = [];
    const watched: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      statuses.push(response.status);
      return response;
    };
    const { id, key } = await platform.account({ credits: 4, limits: { concurrent: 1 } });
    const client = getClient(key, { fetch: watched, maxConcurrent: 1 });
    const results = await Promise.all([1, 2, 3, 4].map(async () => client.visualize(await request())));
    expect(results.map(({ usage }) => usage.balance)).to.deep.equal([3, 2, 1, 0]);
    expect(statuses).not.to.include(429);
    expect((await platform.credits(id)).spent).to.equal(4);
  });

  it('starts a render, follows its events and waits for it elsewhere', async () => {
    const { key } = await platform.account({ credits: 1 });
    const release = hold(platform.cog);
    const { id: sceneImage } = await getClient(key).files.upload(
      await openAsBlob('examples/room-console.jpg'),
    );
    const started = await getClient(key).renders.create({ ...(await request()), sceneImage });
    expect(started.state).to.equal('queued');
    expect(getRequestId(started)).to.match(/^req_/);
    const types: string[] = [];
    for await (const event of getClient(key).renders.events(started.id)) {
      types.push(event.type);
      release();
      if (event.type === 'done') expect(event.data.state).to.equal('succeeded');
    }
    expect(types.at(-1)).to.equal('done');
    expect(types).to.include('progress');
    const result = await getClient(key).renders.wait(started.id);
    expect(result.usage).to.deep.equal({ credits: 1, balance: 0 });
    expect(result.requestId).to.match(/^req_/);
  });

  it('cancels the render of an aborted call at no charge', async () => {
    const before = await platform.credits(account.id);
    const aborter = new AbortController();
    const release = hold(platform.cog);
    const rendered = getClient(account.key).visualize(await request(), { signal: aborter.signal });
    await eventually(isRunning);
    aborter.abort();
    const error = await rendered.catch((reason: RenderInterrupted) => reason);
    release();
    expect(error).to.include({ name: 'AbortError' });
    expect((error as RenderInterrupted).render).to.deep.include({
      state: 'cancelled',
      usage: { credits: 0 },
    });
    await platform.verifyAtRest();
    expect(await platform.credits(account.id)).to.deep.include({ available: before.available, held: 0 });
  });

  it('reads renders, images, credits and the ledger', async () => {
    const { renders, credits } = getClient(account.key);
    const { renders: newest } = await renders.list({ state: 'succeeded', limit: 1 });
    const { id } = newest[0]!;
    expect((await renders.get(id)).image).to.match(/^data:image\/png;base64,/);
    expect((await renders.get(id, { image: 'url' })).image).to.include(`/visualize/${id}/image.png?`);
    const image = await renders.image(id, { type: 'image/webp' });
    expect((await sharp(await image.arrayBuffer()).metadata()).format).to.equal('webp');
    expect((await renders.cancel(id)).state).to.equal('succeeded');
    const { available, spent, held } = await credits.get();
    expect(available + spent + held).to.equal(5);
    const { entries } = await credits.ledger();
    expect(entries.filter(({ kind }) => kind === 'capture')).to.have.length(spent);
    expect((await renders.delete(id)).imageDeletedAt).to.be.a('string');
    const gone = await renders.image(id).catch((error: unknown) => error);
    expect(gone).to.include({ code: 'EXPIRED', status: 410 });
  });

  it('rejects with the code of an account without credits, and with the field of a mistake', async () => {
    const broke = await platform.account({ credits: 0 });
    const refused = await getClient(broke.key)
      .visualize(await request())
      .catch((error: unknown) => error);
    expect(refused).to.include({ code: 'INSUFFICIENT_CREDITS', status: 402, remaining_credits: 0 });
    const wrong = { sceneImage: 'https://a.example/', products: [], aspect: 'auto' as const };
    const mistaken = await getClient(broke.key)
      .visualize(wrong)
      .catch((error: unknown) => error);
    expect(mistaken).to.include({ code: 'INVALID_INPUT', field: 'products' });
  });

  it('leaves every credit accounted for', async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
