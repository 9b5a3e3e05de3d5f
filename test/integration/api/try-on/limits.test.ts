import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createPhotoQuota, megabytesPerAddress } from '../../../../api/try-on/photo-quota.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { sha256Hex } from '../../../../shared/ids.ts';
import {
  type ApiResult,
  eventually,
  hold,
  startPlatform,
  type TestPlatform,
} from '../../../support/platform.ts';
import { enter, openStore, roomPhoto, type Shopper, type TestStore } from '../../../support/try-on.ts';

describe('the limits of the try-on', () => {
  let platform: TestPlatform;

  before(async () => {
    platform = await startPlatform({ env: { TRY_ON_PER_ADDRESS: '1000000' } });
  });
  afterEach(() => {
    delete platform.cog.held;
    platform.cog.mode = 'ok';
  });
  after(() => platform.close());

  const tryOn = (store: TestStore, shopper: Shopper, key?: string): Promise<ApiResult> =>
    shopper.post(
      { photo: { kind: 'model', id: store.modelPhoto }, items: [store.sofa] },
      key ?? randomUUID(),
    );
  const shoppers = (store: TestStore, count: number) =>
    Promise.all(Array.from({ length: count }, () => enter(platform, store)));
  const outcomes = (results: ApiResult[]) =>
    results.map(({ status, body }) => (status === 202 ? 'accepted' : body.reason)).sort();

  const toRefusal = (error: unknown) => (error instanceof ApiError ? error.code : error);
  /** Megabytes of photos that are counted for this machine. */
  const countOfAddress = async () => {
    const subject = sha256Hex('127.0.0.1').slice(0, 24);
    return Number(await platform.redis.get(`${platform.config.QUEUE_PREFIX}:try-on-photos:${subject}`));
  };

  it('accept exactly as many as the store’s cap of 20 that come at once', async () => {
    const store = await openStore(platform, { settings: { caps: { perStore: 7 } } });
    const all = await shoppers(store, 20);
    const results = await Promise.all(all.map((shopper) => tryOn(store, shopper)));
    expect(outcomes(results)).to.deep.equal([...Array(7).fill('accepted'), ...Array(13).fill('store_limit')]);
    const refused = results.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 86_400);
    await Promise.all(results.map(({ body }, at) => body.id && all[at]!.ended(body.id)));
    await eventually(async () => (await platform.credits(store.account)).held === 0);
    expect((await platform.credits(store.account)).spent).to.equal(7);
    expect((await all[0]!.openSession()).paused).to.equal('store_limit');
  });

  it('count per address too, and tell the visitor alone what concerns the visitor', async () => {
    const store = await openStore(platform, { settings: { caps: { perAddress: 2, perVisitor: 1 } } });
    const [first, second, third] = await shoppers(store, 3);
    await first!.ended((await tryOn(store, first!)).body.id);
    expect((await tryOn(store, first!)).body.reason).to.equal('visitor_limit');
    expect((await first!.openSession()).paused).to.equal('visitor_limit');
    expect((await second!.openSession()).paused).to.equal(null);
    expect(outcomes([await tryOn(store, second!), await tryOn(store, third!)])).to.deep.equal([
      'accepted',
      'visitor_limit',
    ]);
  });

  it('let a new look take the place of the one before, also the last of a cap and of the credits', async () => {
    const store = await openStore(platform, {
      credits: 1,
      settings: { caps: { perVisitor: 1, perStore: 1 } },
    });
    const [shopper] = await shoppers(store, 1);
    const release = hold(platform.cog);
    const looks = [];
    for (let count = 0; count < 4; count += 1) looks.push(await tryOn(store, shopper!));
    release();
    expect(outcomes(looks)).to.deep.equal(Array(4).fill('accepted'));
    expect((await shopper!.ended(looks[3]!.body.id)).state).to.equal('succeeded');
    await eventually(async () => (await platform.credits(store.account)).held === 0);
    expect((await platform.credits(store.account)).spent).to.equal(1);
  });

  it('count photos by their bytes before they are decoded, and those that are refused too', async () => {
    const store = await openStore(platform);
    const [shopper] = await shoppers(store, 1);
    const connection = platform.redis;
    const prefix = `${platform.config.QUEUE_PREFIX}:own`;
    const quota = createPhotoQuota({ connection, prefix });
    const counted = (bytes: number) => quota('192.0.2.1', bytes).then(() => 'accepted', toRefusal);
    expect(await counted((megabytesPerAddress - 1) * 1_000_000)).to.equal('accepted');
    expect(await counted(100_000)).to.equal('accepted');
    expect(await counted(1)).to.equal('RATE_LIMITED');

    const dark = await roomPhoto(400, 300, 12);
    const before = await countOfAddress();
    expect((await shopper!.call('POST', '/photos', { body: dark })).body.reason).to.equal('photo_too_dark');
    expect(await countOfAddress()).to.equal(before + 1);
  });

  it('keep an address from filling the storage with photos of ever new visitors', async () => {
    const connection = platform.redis;
    const quota = createPhotoQuota({ connection, prefix: platform.config.QUEUE_PREFIX });
    await quota('127.0.0.1', (megabytesPerAddress - (await countOfAddress())) * 1_000_000);
    const store = await openStore(platform);
    const [shopper] = await shoppers(store, 1);
    const { status, body } = await shopper!.call('POST', '/photos', { body: await roomPhoto() });
    expect([status, body.reason]).to.deep.equal([429, 'rate_limited']);
    expect(await platform.database.photos.countDocuments({ store: store.id })).to.equal(0);
  });

  it('give back what was cancelled, failed or refused', async () => {
    const store = await openStore(platform, { settings: { caps: { perVisitor: 1 } } });
    const [shopper] = await shoppers(store, 1);
    const release = hold(platform.cog);
    const { body: cancelled } = await tryOn(store, shopper!);
    await shopper!.call('DELETE', `/renders/${cancelled.id}`);
    release();
    platform.cog.mode = 'failed';
    const { body: failed } = await tryOn(store, shopper!);
    const view = await shopper!.ended(failed.id);
    expect(view.failure).to.deep.equal({ reason: 'generation_failed', retryable: true });
    platform.cog.mode = 'ok';
    let accepted: ApiResult | undefined;
    await eventually(async () => {
      accepted = await tryOn(store, shopper!);
      return accepted.status === 202;
    });
    expect((await shopper!.ended(accepted!.body.id)).state).to.equal('succeeded');
    expect((await tryOn(store, shopper!)).body.reason).to.equal('visitor_limit');
    await eventually(async () => (await platform.credits(store.account)).held === 0);
    expect((await platform.credits(store.account)).spent).to.equal(1);
  });

  it('say without credits that the store has paused, and nothing of its account', async () => {
    const store = await openStore(platform, { credits: 0 });
    const [shopper] = await shoppers(store, 1);
    expect((await shopper!.openSession()).paused).to.equal('insufficient_credits');
    const { status, body, headers } = await tryOn(store, shopper!);
    expect([status, body.reason]).to.deep.equal([402, 'insufficient_credits']);
    expect(Object.keys(body).sort()).to.deep.equal(['code', 'error', 'message', 'reason']);
    expect([body.message, ...headers.values()].join(' ')).not.to.match(/top up|developers|account/i);
  });

  it('name the item that cannot be tried on', async () => {
    const store = await openStore(platform);
    const [shopper] = await shoppers(store, 1);
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    const gone = { productId: '404', variantId: null };
    for (const [items, reason, field] of [
      [[store.sofa, gone], 'product_gone', 'items[1]'],
      [[store.unseen], 'no_product_images', 'items[0]'],
      [[], undefined, 'items'],
      [Array(7).fill(store.sofa), undefined, 'items'],
    ] as const) {
      const { status, body, headers } = await shopper!.post({ photo, items: [...items] });
      expect([status, body.reason, headers.get('x-error-field')]).to.deep.equal([400, reason, field]);
    }
    expect(await platform.database.renders.countDocuments({ account: store.account })).to.equal(0);
  });

  it('allow an address a number of points a minute, for all requests together', async () => {
    const strict = await startPlatform({ env: { TRY_ON_PER_ADDRESS: '30' }, workers: 0 });
    try {
      const shopper = await enter(strict, await openStore(strict));
      await shopper.upload();
      expect((await shopper.call('GET', '/flows/unknown')).status).to.equal(429);
      const { status, body, headers } = await shopper.call('POST', '/photos', { body: Buffer.from('x') });
      expect([status, body.reason]).to.deep.equal([429, 'rate_limited']);
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
    } finally {
      await strict.close();
    }
  });

  it('keep every invariant', async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
