import { expect } from 'chai';
import {
  dataUrl,
  eventually,
  hangUpWhen,
  hold,
  photo,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('Idempotency-Key', () => {
  let platform: TestPlatform;
  let go = () => {};
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());
  afterEach(() => {
    go();
    platform.cog.mode = 'ok';
    platform.cog.latencyMs = 0;
  });

  it('makes one render, one charge and equal responses of ten parallel calls', async () => {
    platform.cog.latencyMs = 150;
    const { id, key } = await platform.account({ credits: 5 });
    const body = await visualizeBody();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => visualize(platform, key, body, { 'idempotency-key': 'ten' })),
    );
    expect(responses.map((response) => response.status)).to.deep.equal(Array(10).fill(200));
    for (const response of responses) expect(response.body).to.deep.equal(responses[0]!.body);
    expect(new Set(responses.map((response) => response.headers.get('x-render-id'))).size).to.equal(1);
    expect(await platform.credits(id)).to.include({ available: 4, spent: 1 });
  });

  it('responds to an equal request with the same render, however its JSON is written', async () => {
    const { id, key } = await platform.account({ credits: 1 });
    const body = await visualizeBody();
    const first = await visualize(platform, key, body, { 'idempotency-key': 'again' });
    const spaced = JSON.stringify(body, null, 3);
    const second = await visualize(platform, key, spaced, { 'idempotency-key': 'again' });
    expect(second.status).to.equal(200);
    expect(second.body).to.deep.equal(first.body);
    expect(await platform.credits(id)).to.include({ available: 0, spent: 1 });
  });

  it('does not count retries as renders, up to ten times as many', async () => {
    const { id, key } = await platform.account({ credits: 5, limits: { perMinute: 1 } });
    const body = await visualizeBody();
    const retry = () => visualize(platform, key, body, { 'idempotency-key': 'counted-once' });
    for (let count = 0; count <= 10; count += 1) {
      const { status, headers } = await retry();
      expect([status, headers.get('ratelimit-remaining')]).to.deep.equal([200, '0']);
    }
    const refused = await retry();
    expect([refused.status, refused.body.message]).to.satisfy(
      ([status, message]: [number, string]) =>
        status === 429 && message.startsWith('Rate limit of 10 retries'),
    );
    const another = await visualize(platform, key, body, { 'idempotency-key': 'another' });
    expect(another.status).to.equal(429);
    expect(await platform.credits(id)).to.include({ spent: 1 });
  });

  it('takes a data URL as a title for text, also in an equal request', async () => {
    const { key } = await platform.account({ credits: 1 });
    const title = `data:image/png;base64,%%%${'A'.repeat(9_000)}`;
    const body = await visualizeBody({ products: [{ title, images: [dataUrl(await photo(64, 48))] }] });
    const first = await visualize(platform, key, body, { 'idempotency-key': 'data-title' });
    expect(first.status, first.body.message).to.equal(200);
    expect(platform.cog.predictions.at(-1)!.input.products[0]!.title).to.equal(title.slice(0, 500));
    const second = await visualize(platform, key, body, { 'idempotency-key': 'data-title' });
    expect(second.headers.get('x-render-id')).to.equal(first.headers.get('x-render-id'));
  });

  it('rejects the key for another body with 422', async () => {
    const { key } = await platform.account();
    await visualize(platform, key, await visualizeBody(), { 'idempotency-key': 'one-body' });
    const other = await visualizeBody({ sceneImage: dataUrl(await photo(100, 70, 99)) });
    const response = await visualize(platform, key, other, { 'idempotency-key': 'one-body' });
    expect([response.status, response.body.code]).to.deep.equal([422, 'IDEMPOTENCY_MISMATCH']);
  });

  it('rejects a key longer than 255 characters with 400', async () => {
    const { key } = await platform.account();
    const response = await visualize(platform, key, await visualizeBody(), {
      'idempotency-key': 'x'.repeat(256),
    });
    expect([response.status, response.body.code]).to.deep.equal([400, 'INVALID_INPUT']);
    expect(response.body.message).to.contain('Idempotency-Key');
  });

  it('starts a new render after a failure', async () => {
    const { id, key } = await platform.account({ credits: 2 });
    const body = await visualizeBody();
    platform.cog.mode = 'failed';
    expect((await visualize(platform, key, body, { 'idempotency-key': 'retry' })).status).to.equal(502);
    platform.cog.mode = 'ok';
    expect((await visualize(platform, key, body, { 'idempotency-key': 'retry' })).status).to.equal(200);
    expect(await platform.credits(id)).to.include({ available: 1, spent: 1 });
  });

  it('marks every response to an equal request, and no other', async () => {
    const { id, key } = await platform.account({ credits: 9 });
    const body = await visualizeBody();
    const marks = async (headers: Record<string, string>) => {
      const response = await visualize(platform, key, body, headers);
      return [response.status, response.headers.get('idempotent-replayed'), response.body.usage];
    };
    const usage = { credits: 1, balance: 8 };
    expect(await marks({ 'idempotency-key': 'marked' })).to.deep.equal([200, null, usage]);
    expect(await marks({ 'idempotency-key': 'marked' })).to.deep.equal([200, 'true', usage]);
    expect(await marks({})).to.deep.equal([200, null, { credits: 1, balance: 7 }]);
    expect(await marks({ 'idempotency-key': 'marked' })).to.deep.equal([
      200,
      'true',
      { credits: 1, balance: 7 },
    ]);
    expect(await platform.credits(id)).to.include({ spent: 2 });
  });

  it('keeps the keys of test and live mode apart', async () => {
    const { id, key, testKey } = await platform.account({ credits: 3 });
    const body = await visualizeBody();
    const headers = { 'idempotency-key': 'both modes' };
    const test = await visualize(platform, testKey, body, headers);
    const live = await visualize(platform, key, body, headers);
    expect([test.body.usage.credits, live.body.usage.credits]).to.deep.equal([0, 1]);
    expect(live.headers.get('x-render-id')).not.to.equal(test.headers.get('x-render-id'));
    const again = await visualize(platform, testKey, body, headers);
    expect(again.headers.get('x-render-id')).to.equal(test.headers.get('x-render-id'));
    expect(await platform.credits(id)).to.include({ spent: 1 });
  });

  it('finds a render of the previous release, whose key is saved without its mode', async () => {
    const { key, testKey } = await platform.account();
    const body = await visualizeBody();
    const headers = { 'idempotency-key': 'former' };
    const first = await visualize(platform, key, body, headers);
    const firstId = first.headers.get('x-render-id')!;
    await platform.database.renders.updateOne({ _id: firstId }, { $set: { 'idempotency.key': 'former' } });
    const repeat = await visualize(platform, key, body, headers);
    expect(repeat.headers.get('x-render-id')).to.equal(firstId);
    const test = await visualize(platform, testKey, body, headers);
    expect(test.headers.get('x-render-id')).not.to.equal(firstId);
  });

  it('keeps the keys of accounts apart', async () => {
    const body = await visualizeBody();
    const [one, two] = [await platform.account(), await platform.account()];
    const first = await visualize(platform, one.key, body, { 'idempotency-key': 'shared' });
    const second = await visualize(platform, two.key, body, { 'idempotency-key': 'shared' });
    expect(first.headers.get('x-render-id')).not.to.equal(second.headers.get('x-render-id'));
    expect(await platform.credits(two.id)).to.include({ spent: 1 });
  });

  it('frees a key after its 24 hours', async () => {
    const { id, key } = await platform.account();
    const body = await visualizeBody();
    const first = await visualize(platform, key, body, { 'idempotency-key': 'old' });
    await platform.database.renders.updateOne(
      { _id: first.headers.get('x-render-id')! },
      { $set: { 'idempotency.until': new Date(Date.now() - 1) } },
    );
    const second = await visualize(platform, key, body, { 'idempotency-key': 'old' });
    expect(second.headers.get('x-render-id')).not.to.equal(first.headers.get('x-render-id'));
    expect(await platform.credits(id)).to.include({ spent: 2 });
  });

  it('lets a caller that lost its connection fetch the render it paid for', async () => {
    go = hold(platform.cog);
    const account = await platform.account({ credits: 1 });
    const { id, key } = account;
    const body = await visualizeBody();
    await hangUpWhen(platform, account, 'running', { 'idempotency-key': 'lost' });
    go();
    await eventually(async () => (await platform.credits(id)).spent === 1);
    const response = await visualize(platform, key, body, { 'idempotency-key': 'lost' });
    expect(response.status).to.equal(200);
    expect(await platform.credits(id)).to.include({ available: 0, spent: 1 });
  });

  it('keeps every invariant', async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
