import { expect } from 'chai';
import sharp from 'sharp';
import { maxPreviewBytes } from '../../../../api/mcp/preview.ts';
import { parseVisualizeRequest } from '../../../../api/visualize/request-schema.ts';
import { clientKinds, connectMcp, type McpClient, type McpProgress } from '../../../support/mcp-clients.ts';
import {
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualizeBody,
} from '../../../support/platform.ts';

const versions = { v1: '2025-11-25', v2: '2025-11-25', 'v2 modern': '2026-07-28' };

describe('the MCP tool visualize', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  for (const kind of clientKinds) {
    it(`renders for the client ${kind} and charges one credit`, async () => {
      const { id, key } = await platform.account({ credits: 3 });
      const client = await connectMcp(platform.url, key, kind);
      expect(client.version).to.equal(versions[kind]);
      const progress: McpProgress[] = [];
      const result = await client.call('visualize', await visualizeBody(), {
        onprogress: (event) => progress.push(event),
      });
      expect(result.isError, JSON.stringify(result.text)).to.equal(false);
      expect(result.structured).to.include({ state: 'succeeded' });
      expect(result.structured.usage).to.deep.equal({ credits: 1, balance: 2 });
      expect(result.structured.products).to.deep.equal([{ index: 0, fidelity: 'generic' }]);
      expect(result.text).to.deep.equal(result.structured);
      const preview = Buffer.from(result.content.find(({ type }) => type === 'image')!.data!, 'base64');
      expect(preview.length).to.be.at.most(maxPreviewBytes);
      const { format, width, height } = await sharp(preview).metadata();
      const { image } = result.structured;
      expect({ format, width, height }).to.deep.equal({
        format: 'jpeg',
        width: image.width,
        height: image.height,
      });
      expect(progress[0]!.message).to.equal('Checking the request');
      expect(progress.map((event) => event.progress)).to.deep.equal(
        progress.map((event) => event.progress).sort((a, b) => a - b),
      );
      expect(await platform.credits(id)).to.include({ available: 2, spent: 1 });
      await client.close();
    });
  }

  describe('with one client', () => {
    let account: TestAccount;
    let client: McpClient;
    beforeEach(async () => {
      account = await platform.account({ credits: 3 });
      client = await connectMcp(platform.url, account.key);
    });
    afterEach(async () => {
      platform.cog.mode = 'ok';
      platform.cog.latencyMs = 0;
      await client.close();
      const { problems } = await platform.verifyAtRest();
      expect(problems).to.deep.equal([]);
    });
    const spent = async () => (await platform.credits(account.id)).spent;

    it('states cost, duration, side effects and limits, and that it spends', async () => {
      const tools = await client.tools();
      expect(tools.map(({ name }) => name)).to.deep.equal([
        'visualize',
        'get_render',
        'cancel_render',
        'list_renders',
        'get_credits',
      ]);
      const { description, annotations } = tools[0];
      for (const part of ['1 prepaid credit', '0 for a failed', '40 to 160 seconds', 'Side effects', '8 MiB'])
        expect(description).to.contain(part);
      for (const part of ['JPEG, PNG, WebP or AVIF', 'Paths of local files cannot be read', 'POST /files'])
        expect(description).to.contain(part);
      expect(annotations).to.include({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
      const example = JSON.parse(/^Example: (.*)$/m.exec(description)![1]!);
      expect(parseVisualizeRequest(example, new Map()).products).to.have.length(1);
      const reading = tools.filter(({ annotations: { readOnlyHint } }) => readOnlyHint);
      expect(reading.map(({ name }) => name)).to.deep.equal(['get_render', 'list_renders', 'get_credits']);
    });

    it('makes one render and one charge of equal parallel calls, and of a later one', async () => {
      platform.cog.latencyMs = 200;
      const given = await visualizeBody();
      const calls = await Promise.all([1, 2, 3].map(() => client.call('visualize', given)));
      calls.push(await client.call('visualize', given));
      expect(new Set(calls.map(({ structured }) => structured.renderId)).size).to.equal(1);
      expect(calls.filter(({ structured }) => structured.repeated).length).to.equal(3);
      expect(calls.at(-1)!.content.map(({ type }) => type)).to.deep.equal(['image', 'text']);
      expect(await spent()).to.equal(1);
    });

    it('does not count the same arguments as another render in the rate limit', async () => {
      const busy = await platform.account({ credits: 3, limits: { perMinute: 1 } });
      const caller = await connectMcp(platform.url, busy.key);
      const body = await visualizeBody();
      const calls = [await caller.call('visualize', body), await caller.call('visualize', body)];
      expect(calls.map(({ isError }) => isError)).to.deep.equal([false, false]);
      expect(calls[0]!.structured.renderId).to.match(/^rnd_/);
      expect(calls[1]!.structured.renderId).to.equal(calls[0]!.structured.renderId);
      const other = await caller.call('visualize', { ...body, idempotency_key: 'other' });
      expect([other.isError, other.text.code]).to.deep.equal([true, 'RATE_LIMITED']);
      await caller.close();
    });

    it('makes another render of the same arguments with a new idempotency_key, and returns that one to a retry', async () => {
      const given = await visualizeBody();
      const first = await client.call('visualize', given);
      const second = await client.call('visualize', { ...given, idempotency_key: 'again' });
      const third = await client.call('visualize', { ...given, idempotency_key: 'again' });
      expect(second.structured.renderId).not.to.equal(first.structured.renderId);
      expect(third.structured.renderId).to.equal(second.structured.renderId);
      expect(await spent()).to.equal(2);
    });

    it('makes another render of the same arguments after MCP_REPEAT_MINUTES', async () => {
      const given = await visualizeBody();
      const { structured } = await client.call('visualize', given);
      const { renders } = platform.database;
      const kept = (await renders.findById(structured.renderId).lean())!;
      const minutes = (kept.idempotency!.until.getTime() - kept.createdAt.getTime()) / 60_000;
      expect(minutes).to.be.closeTo(10, 0.1);
      await renders.updateOne({ _id: kept._id }, { 'idempotency.until': new Date() });
      const later = await client.call('visualize', given);
      expect(later.structured.renderId).not.to.equal(structured.renderId);
      expect(later.structured).not.to.have.property('repeated');
      expect(await spent()).to.equal(2);
    });

    it('charges nothing when the render fails, with the code of the specification, and renders at the next call', async () => {
      const given = await visualizeBody();
      platform.cog.mode = 'failed';
      const failed = await client.call('visualize', given);
      expect([failed.isError, failed.text.code]).to.deep.equal([true, 'MODEL_ERROR']);
      expect(await spent()).to.equal(0);
      platform.cog.mode = 'ok';
      const next = await client.call('visualize', given);
      expect(next.structured).to.include({ state: 'succeeded' });
      expect(await spent()).to.equal(1);
    });

    it('reports an empty balance with remaining_credits and developers_url', async () => {
      const poor = await platform.account({ credits: 0 });
      const own = await connectMcp(platform.url, poor.key, 'v1');
      const { isError, text } = await own.call('visualize', await visualizeBody());
      expect(isError).to.equal(true);
      expect(text).to.include({
        code: 'INSUFFICIENT_CREDITS',
        remaining_credits: 0,
        developers_url: platform.config.DEVELOPERS_URL,
      });
      await own.close();
    });

    it('names the argument that cannot be used, and what to do', async () => {
      const images = Array(5).fill('https://images.example/a.jpg');
      const { isError, text } = await client.call('visualize', {
        sceneImage: 'https://images.example/scene.jpg',
        products: [{ images }],
      });
      expect(isError).to.equal(true);
      expect(text.code).to.equal('INVALID_INPUT');
      expect(text.message).to.contain('products[0].images').and.to.contain('4');
      const { text: long } = await client.call('visualize', {
        ...(await visualizeBody()),
        idempotency_key: 'x'.repeat(256),
      });
      expect(long.message).to.contain('idempotency_key');
      expect(await spent()).to.equal(0);
    });

    it('says of a test key that its renders are free', async () => {
      const own = await connectMcp(platform.url, account.testKey);
      expect((await own.tools())[0].description).to.contain('renders are free');
      await own.close();
    });
  });
});
