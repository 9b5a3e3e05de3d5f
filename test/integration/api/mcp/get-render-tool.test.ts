import { expect } from 'chai';
import sharp from 'sharp';
import { connectMcp, type McpClient } from '../../../support/mcp-clients.ts';
import {
  call,
  hold,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualizeBody,
} from '../../../support/platform.ts';

describe('the MCP tools that read', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let client: McpClient;
  let go = () => {};
  before(async () => {
    platform = await startPlatform({ env: { WAIT_SECONDS: '1', STREAMS_PER_KEY: '1' } });
  });
  after(() => platform.close());
  beforeEach(async () => {
    account = await platform.account({ credits: 5 });
    client = await connectMcp(platform.url, account.key);
  });
  afterEach(async () => {
    go();
    platform.cog.mode = 'ok';
    await client.close();
  });

  const render = async () => (await client.call('visualize', await visualizeBody())).structured;

  it('receives the render of a call that outlasted WAIT_SECONDS', async () => {
    go = hold(platform.cog);
    const pending = await render();
    expect(pending.state).to.be.oneOf(['queued', 'running']);
    expect(pending.next).to.contain('get_render').and.to.contain(pending.renderId);
    const now = await client.call('get_render', { render_id: pending.renderId });
    expect(now.structured.state).to.be.oneOf(['queued', 'running']);
    const waiting = client.call('get_render', { render_id: pending.renderId, wait_seconds: 60 });
    go();
    const { structured, content } = await waiting;
    expect(structured).to.deep.include({ state: 'succeeded', usage: { credits: 1, balance: 4 } });
    expect(content.map(({ type }) => type)).to.deep.equal(['image', 'text']);
    expect(await platform.credits(account.id)).to.include({ available: 4, spent: 1 });
  });

  it('waits with as many calls at once as a key may have streams', async () => {
    go = hold(platform.cog);
    const { renderId } = await render();
    const given = { render_id: renderId, wait_seconds: 60 };
    const calls = [1, 2].map(() => client.call('get_render', given));
    expect((await Promise.race(calls)).text.code).to.equal('RATE_LIMITED');
    go();
    const states = (await Promise.all(calls)).map(({ structured }) => structured?.state);
    expect(states).to.include('succeeded');
  });

  it('receives why a render has failed as data', async () => {
    platform.cog.mode = 'failed';
    await render();
    const failed = await platform.database.renders.findOne({ account: account.id }).lean();
    const { isError, structured } = await client.call('get_render', { render_id: failed!._id });
    expect(isError).to.equal(false);
    expect(structured).to.include({ state: 'failed' });
    expect(structured.error.code).to.equal('MODEL_ERROR');
  });

  it('does not find the render of another account, nor with a test key a live one', async () => {
    const { renderId } = await render();
    const other = await platform.account();
    for (const key of [other.key, account.testKey]) {
      const own = await connectMcp(platform.url, key);
      const { isError, text } = await own.call('get_render', { render_id: renderId });
      expect([isError, text.code]).to.deep.equal([true, 'NOT_FOUND']);
      await own.close();
    }
  });

  it('shows no image of a shopper', async () => {
    const { renderId } = await render();
    await platform.database.renders.updateOne({ _id: renderId }, { tryOn: { store: 'store', items: [] } });
    const { structured, content } = await client.call('get_render', { render_id: renderId });
    expect(structured).to.include({ state: 'succeeded' }).and.not.to.have.property('image');
    expect(content.map(({ type }) => type)).to.deep.equal(['text']);
  });

  it('refuses to wait longer than a minute', async () => {
    const { text } = await client.call('get_render', { render_id: 'rnd_x', wait_seconds: 61 });
    expect(text.code).to.equal('INVALID_INPUT');
    expect(text.message).to.contain('wait_seconds');
  });

  it('reads the credits, and where to buy more', async () => {
    await render();
    const { unchargedStarts, ...structured } = (await client.call('get_credits')).structured;
    expect(unchargedStarts).to.include({ used: 0, limit: 24 });
    expect(structured).to.deep.equal({
      account: account.id,
      granted: 5,
      available: 4,
      held: 0,
      spent: 1,
      developers_url: platform.config.DEVELOPERS_URL,
    });
  });

  it('lists the newest renders, and cancels one that runs at no charge', async () => {
    const own = await platform.account({ credits: 1 });
    const release = hold(platform.cog);
    const agent = await connectMcp(platform.url, own.key);
    const started = (await agent.call('visualize', await visualizeBody())).structured;
    const { structured } = await agent.call('list_renders', {});
    expect(structured.renders.map(({ renderId }: { renderId: string }) => renderId)).to.deep.equal([
      started.renderId,
    ]);
    const cancelled = await agent.call('cancel_render', { render_id: started.renderId });
    release();
    expect(cancelled.structured).to.include({ renderId: started.renderId, state: 'cancelled' });
    const again = await agent.call('cancel_render', { render_id: started.renderId });
    expect(again.structured.state).to.equal('cancelled');
    expect((await agent.call('cancel_render', { render_id: 'rnd_other' })).isError).to.equal(true);
    await agent.close();
    await platform.verifyAtRest();
    expect(await platform.credits(own.id)).to.deep.include({ available: 1, held: 0 });
  });

  describe('the link to the image', () => {
    it('opens the full PNG without a key, by GET alone, and says when it expires', async () => {
      const { image } = await render();
      expect(image.url.startsWith(`${platform.config.BASE_URL}/visualize/`)).to.equal(true);
      const hours = (Date.parse(image.expiresAt) - Date.now()) / 3_600_000;
      expect(hours).to.be.within(6, 7.01);
      const url = platform.url + image.url.slice(platform.config.BASE_URL.length);
      const response = await fetch(url);
      expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
      const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect({ format, width, height }).to.deep.equal({
        format: 'png',
        width: image.width,
        height: image.height,
      });
      expect((await fetch(url, { method: 'POST' })).status).to.equal(405);
    });

    it('opens no other render, and nothing once it was changed', async () => {
      const [first, second] = [await render(), await render()];
      const path = (url: string) => url.slice(platform.config.BASE_URL.length);
      const changed = [
        path(first.image.url).replace(/sig=(.)/, (_, first) => (first === '_' ? 'sig=-' : 'sig=_')),
        path(first.image.url).replace(/until=(\d)/, (_, first) => (first === '9' ? 'until=8' : 'until=9')),
        path(first.image.url).replace(first.renderId, 'rnd_other'),
        `/visualize/${second.renderId}/image.png`,
      ];
      for (const url of changed) expect((await fetch(platform.url + url)).status, url).to.equal(404);
    });

    it('says that the image is gone once its owner has deleted it, as does get_render', async () => {
      const { renderId, image } = await render();
      await call(platform, 'DELETE', `/visualize/${renderId}`, account.key);
      const url = platform.url + image.url.slice(platform.config.BASE_URL.length);
      expect((await fetch(url)).status).to.equal(410);
      const { structured, content } = await client.call('get_render', { render_id: renderId });
      expect(structured).to.have.property('imageDeletedAt');
      expect(structured).not.to.have.property('image');
      expect(content.map(({ type }) => type)).to.deep.equal(['text']);
    });
  });
});
