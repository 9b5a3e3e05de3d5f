import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { dayMs } from '../../../../shared/time.ts';
import type { RenderRequest, TryOnView } from '../../../../shared/try-on/contract.ts';
import { eventually, hold, startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, type Shopper, type TestStore } from '../../../support/try-on.ts';

describe('a second attempt at an image that is not right', () => {
  let platform: TestPlatform;

  before(async () => {
    platform = await startPlatform({ env: { TRY_ON_PER_ADDRESS: '1000000' } });
  });
  afterEach(() => {
    delete platform.cog.held;
    platform.cog.mode = 'ok';
  });
  after(() => platform.close());

  interface Scene {
    store: TestStore;
    shopper: Shopper;
    look: RenderRequest;
    first: TryOnView;
    again: (change?: Partial<RenderRequest>) => ReturnType<Shopper['post']>;
    say: (from?: Shopper) => ReturnType<Shopper['call']>;
  }

  /** A shopper with the only image that the store allows in a day. */
  async function scene(settings: object = { freeSecondAttempt: true }): Promise<Scene> {
    const store = await openStore(platform, { settings: { caps: { perVisitor: 1 }, ...settings } });
    const shopper = await enter(platform, store);
    const look: RenderRequest = {
      photo: { kind: 'model', id: store.modelPhoto },
      items: [store.sofa, store.lamp],
    };
    const first = await shopper.render(look);
    return {
      ...{ store, shopper, look, first },
      again: (change = {}) => shopper.post({ ...look, secondOf: first.id, ...change }),
      say: (from = shopper) =>
        from.call('PUT', `/renders/${first.id}/feedback`, { body: { reasons: ['wrong_place'] } }),
    };
  }

  it('does not count for its visitor, and costs the account a credit like every other', async () => {
    const { store, shopper, look, first, again, say } = await scene();
    expect(first.again).to.deep.equal({ left: 0, isFree: true });
    expect((await shopper.post(look)).body.reason).to.equal('visitor_limit');
    await say();
    const second = await shopper.ended((await again()).body.id);
    expect([second.state, second.again]).to.deep.equal(['succeeded', { left: 0, isFree: false }]);
    await eventually(async () => (await platform.credits(store.account)).spent === 2);
    const { body } = await shopper.call('GET', `/renders/${first.id}`);
    expect(body.again).to.deep.equal({ left: 0, isFree: false });
  });

  it('leaves the visitor as many try-ons as before', async () => {
    const { shopper, look, again, say } = await scene({ freeSecondAttempt: true, caps: { perVisitor: 2 } });
    await say();
    const second = await shopper.ended((await again()).body.id);
    expect(second.again?.left).to.equal(1);
    expect((await shopper.render(look)).again).to.deep.equal({ left: 0, isFree: true });
  });

  it('is one for each image, and none for a second attempt, whatever is said of it', async () => {
    const { shopper, first, again, say } = await scene();
    await say();
    const second = await shopper.ended((await again()).body.id);
    expect((await again()).status).to.equal(409);
    await shopper.call('PUT', `/renders/${second.id}/feedback`, { body: { reasons: ['wrong_size'] } });
    expect((await again({ secondOf: second.id })).status).to.equal(409);
    expect(first.id).not.to.equal(second.id);
  });

  it('is one of many that are asked for at once', async () => {
    const { store, shopper, again, say } = await scene();
    await say();
    const statuses = (await Promise.all(Array.from({ length: 4 }, () => again()))).map(
      ({ status }) => status,
    );
    const { renders } = platform.database;
    await eventually(
      async () => (await renders.countDocuments({ keyId: `store:${store.slug}`, endedAt: null })) === 0,
    );
    const ended = await renders
      .find({ 'tryOn.visitor': { $exists: true }, keyId: `store:${store.slug}` })
      .lean();
    expect(ended.filter(({ state }) => state === 'succeeded')).to.have.length(2);
    expect(statuses.filter((status) => status !== 202 && status !== 409)).to.deep.equal([]);
    expect((await shopper.openSession()).paused).to.equal('visitor_limit');
  });

  it('is still there after it failed, and after it was cancelled', async () => {
    const { shopper, again, say } = await scene();
    await say();
    platform.cog.mode = 'failed';
    const failed = await shopper.ended((await again()).body.id);
    expect(failed.state).to.equal('failed');
    platform.cog.mode = 'ok';
    const release = hold(platform.cog);
    const { body } = await again();
    await shopper.call('DELETE', `/renders/${body.id}`);
    release();
    const second = await shopper.ended((await again()).body.id);
    expect(second.state).to.equal('succeeded');
  });

  it('is the same render for a retry with its key', async () => {
    const { shopper, look, first, say } = await scene();
    await say();
    const key = randomUUID();
    const request = { ...look, secondOf: first.id };
    const sent = [await shopper.post(request, key), await shopper.post(request, key)];
    expect(new Set(sent.map(({ body }) => body.id)).size).to.equal(1);
    expect((await shopper.post(look, key)).status).to.equal(422);
    await shopper.ended(sent[0]!.body.id);
  });

  it('needs a word of what is not right, the visitor’s own image, and its photo and items', async () => {
    const { store, shopper, look, first, again, say } = await scene();
    expect((await again()).status).to.equal(409);
    await say();
    expect((await again({ secondOf: 'rnd_0' })).status).to.equal(404);
    const other = await enter(platform, store);
    expect((await other.post({ ...look, secondOf: first.id })).status).to.equal(404);
    const { id } = await shopper.upload();
    const changes = [
      { items: [store.sofa] },
      { items: [store.lamp, store.sofa] },
      { photo: { kind: 'upload', id } },
    ];
    for (const change of changes as Partial<RenderRequest>[]) {
      const { status, body } = await again(change);
      expect([status, body.message]).to.deep.equal([
        400,
        'secondOf must name a try-on of the same photo and items.',
      ]);
    }
  });

  it('is refused where the store does not allow it, and a day after the image', async () => {
    const refusing = await scene({});
    expect(refusing.first.again).to.deep.equal({ left: 0, isFree: false });
    await refusing.say();
    expect((await refusing.again()).status).to.equal(409);

    const { first, again, say } = await scene();
    await say();
    const endedAt = new Date(Date.now() - dayMs - 1);
    await platform.database.renders.updateOne({ _id: first.id }, { $set: { endedAt } });
    expect((await again()).status).to.equal(409);
  });

  it('is within the cap of the store all the same', async () => {
    const { again, say } = await scene({ freeSecondAttempt: true, caps: { perVisitor: 1, perStore: 1 } });
    await say();
    expect((await again()).body.reason).to.equal('store_limit');
  });
});
