import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import { createKey } from '../../../../shared/keys/keys.ts';
import { silentLogger } from '../../../../shared/log.ts';
import type { TryOnView } from '../../../../shared/try-on/contract.ts';
import { expireOverdue } from '../../../../workers/sweeper/unstick-renders.ts';
import { call, eventually, hold, startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, Shopper, type TestStore } from '../../../support/try-on.ts';

describe('the try-on of a shopper', () => {
  let platform: TestPlatform;
  let store: TestStore;
  const account = () => platform.credits(store.account);
  /** The hold of an ended render is settled a moment after its state. */
  const settled = async () => {
    await eventually(async () => (await account()).held === 0);
    return account();
  };
  const look = async (shopper: Shopper) => ({
    photo: { kind: 'upload' as const, id: (await shopper.upload()).id },
    items: [store.sofa, store.lamp],
  });

  before(async () => {
    platform = await startPlatform({ env: { TRY_ON_PER_ADDRESS: '1000000' } });
  });
  beforeEach(async () => {
    store = await openStore(platform);
  });
  after(() => platform.close());

  it('goes from a photo to a picture with merchant fidelity, for one credit of the store’s account', async () => {
    const shopper = await enter(platform, store);
    const request = await look(shopper);
    const view = await shopper.render(request);
    expect(view).to.deep.include({ state: 'succeeded', position: null, failure: null, items: request.items });
    expect(view.photo).to.include({ kind: 'upload', id: request.photo.id, width: 480, height: 320 });
    expect(await settled()).to.include({ available: 99, held: 0, spent: 1 });
    const render = await platform.database.renders.findById(view.id).lean();
    expect(render?.products.map(({ fidelity, storeSlug }) => [fidelity, storeSlug])).to.deep.equal([
      ['merchant', store.slug],
      ['merchant', store.slug],
    ]);
    expect(render).to.include({ mode: 'live', account: store.account });

    const png = await shopper.picture(view.result!.url);
    expect([png.status, png.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
    expect(png.headers.get('cache-control')).to.match(/^private/);
    const { width, height } = await sharp(Buffer.from(await png.arrayBuffer())).metadata();
    expect([width, height]).to.deep.equal([view.result!.width, view.result!.height]);
    const jpeg = await shopper.picture(`${view.result!.url}&format=jpeg`);
    expect(jpeg.headers.get('content-type')).to.equal('image/jpeg');
    expect((await shopper.picture(view.photo!.url)).status).to.equal(200);
  });

  it('renders from a model photo, whose picture needs no signature', async () => {
    const shopper = new Shopper(platform, store);
    const { models } = await shopper.openSession();
    const path = `/api/try-on/${store.slug}/models/${store.modelPhoto}`;
    expect(models.find(({ id }) => id === store.modelPhoto)).to.deep.include({
      ...{ name: 'A room with a window', width: 400, height: 300 },
      ...{ url: `${path}/image`, thumbnail: `${path}/thumbnail` },
    });
    expect((await shopper.picture(models[0]!.url)).headers.get('cache-control')).to.match(/^public/);
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    expect((await shopper.render({ photo, items: [store.sofa] })).state).to.equal('succeeded');
  });

  it('streams its states, from the queue to the result', async () => {
    const release = hold(platform.cog);
    const shopper = await enter(platform, store);
    const { body: begun } = await shopper.post(await look(shopper));
    const streaming = shopper.call('GET', `/renders/${begun.id}/events`);
    await eventually(
      async () => (await shopper.call('GET', `/renders/${begun.id}`)).body.state === 'running',
    );
    release();
    const text = (await streaming).body as string;
    const events = text.split('\n\n').filter((part) => part.startsWith('event:'));
    const views = events.map((event) => JSON.parse(event.split('data: ')[1]!) as TryOnView);
    expect(events.every((event) => event.startsWith('event: state\n'))).to.equal(true);
    expect(views.at(-1)).to.deep.include({ id: begun.id, state: 'succeeded' });
    expect(views.length).to.be.greaterThan(1);
    expect(new Set(views.map((view) => JSON.stringify(view))).size).to.equal(views.length);
  });

  it('continues after a reload with the same render, and is paid once', async () => {
    const release = hold(platform.cog);
    const shopper = await enter(platform, store);
    const request = await look(shopper);
    const key = randomUUID();
    const { body: first } = await shopper.post(request, key);
    const again = await shopper.post(request, key);
    expect([again.status, again.body.id]).to.deep.equal([202, first.id]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');

    const reloaded = new Shopper(platform, store);
    const session = await reloaded.openSession({ token: shopper.token });
    expect(session.openRender?.id).to.equal(first.id);
    expect(session.lastPhoto?.id).to.equal(request.photo.id);
    release();
    const view = await reloaded.ended(first.id);
    expect((await reloaded.openSession()).openRender?.id).to.equal(first.id);
    await shopper.picture(view.result!.url);
    await eventually(async () => (await reloaded.openSession()).openRender === null);
    expect((await settled()).spent).to.equal(1);
  });

  it('is paid once for a double tap, also for the last credit and the last of a cap', async () => {
    store = await openStore(platform, { credits: 1, settings: { caps: { perVisitor: 1 } } });
    const shopper = await enter(platform, store);
    const request = await look(shopper);
    const key = randomUUID();
    const taps = await Promise.all(Array.from({ length: 5 }, () => shopper.post(request, key)));
    expect(taps.map(({ status }) => status)).to.deep.equal([202, 202, 202, 202, 202]);
    const ids = new Set(taps.map(({ body }) => body.id));
    expect(ids.size).to.equal(1);
    expect((await shopper.ended([...ids][0])).state).to.equal('succeeded');
    expect(await settled()).to.include({ available: 0, held: 0, spent: 1 });
  });

  it('refuses a used key for another look, and a look without a key', async () => {
    const shopper = await enter(platform, store);
    const request = await look(shopper);
    const key = randomUUID();
    await shopper.post(request, key);
    expect((await shopper.post({ ...request, items: [store.lamp] }, key)).status).to.equal(422);
    const keyless = await shopper.call('POST', '/renders', { body: request });
    expect([keyless.status, keyless.headers.get('x-error-field')]).to.deep.equal([400, 'Idempotency-Key']);
  });

  it('cancels the render before when a new look is started, which is not charged', async () => {
    const release = hold(platform.cog);
    const shopper = await enter(platform, store);
    const request = await look(shopper);
    const { body: first } = await shopper.post(request);
    const { body: second } = await shopper.post({ ...request, items: [store.lamp] });
    release();
    expect((await shopper.ended(first.id)).failure).to.deep.equal({ reason: 'cancelled', retryable: true });
    expect((await shopper.ended(second.id)).state).to.equal('succeeded');
    expect((await settled()).spent).to.equal(1);
  });

  it('charges nothing when no worker finishes it in time, and says so', async () => {
    const slow = await startPlatform({ env: { RENDER_DEADLINE_SECONDS: '1' }, workers: 0 });
    try {
      const shop = await openStore(slow, { settings: { caps: { perVisitor: 1 } } });
      const shopper = await enter(slow, shop);
      const photo = { kind: 'model' as const, id: shop.modelPhoto };
      const { body: begun } = await shopper.post({ photo, items: [shop.sofa] });
      expect(begun).to.include({ state: 'queued', position: 1 });
      await eventually(async () => {
        await expireOverdue({ ...slow, clock: Date, log: silentLogger(), queues: undefined as never });
        return (await shopper.call('GET', `/renders/${begun.id}`)).body.state === 'expired';
      });
      const { body } = await shopper.call('GET', `/renders/${begun.id}`);
      expect(body.failure).to.deep.equal({ reason: 'timeout', retryable: true });
      expect(await slow.credits(shop.account)).to.include({ available: 100, spent: 0 });
      expect((await shopper.post({ photo, items: [shop.sofa] })).status).to.equal(202);
    } finally {
      await slow.close();
    }
  });

  it('charges nothing when it is cancelled', async () => {
    const release = hold(platform.cog);
    const shopper = await enter(platform, store);
    const { body: begun } = await shopper.post(await look(shopper));
    const { status, body } = await shopper.call('DELETE', `/renders/${begun.id}`);
    expect([status, body.state]).to.deep.equal([200, 'cancelled']);
    release();
    expect(await settled()).to.include({ available: 100, spent: 0 });
  });

  it('is shown to the API keys of the account as a record with its charge, without the picture', async () => {
    const { key } = await createKey(platform.database.keys, {
      account: store.account,
      mode: 'live',
      name: 'k',
    });
    const shopper = await enter(platform, store);
    const { id } = await shopper.render(await look(shopper));
    await settled();
    const { renders } = (await call(platform, 'GET', '/visualize', key)).body;
    expect(renders).to.have.length(1);
    expect(renders[0]).to.deep.include({ id, source: 'try-on', usage: { credits: 1 } });
    expect(renders[0].urls).not.to.have.property('image');
    const { status, body } = await call(platform, 'GET', `/visualize/${id}`, key);
    expect([status, body.state, body.source]).to.deep.equal([200, 'succeeded', 'try-on']);
    expect(body).not.to.have.property('image');
    for (const [path, accept] of [
      [`/visualize/${id}/image`, 'image/png'],
      [`/visualize/${id}`, 'image/png'],
      [`/visualize/${id}?image=data`, 'application/json'],
    ] as const) {
      const { headers, body: sent } = await call(platform, 'GET', path, key, { accept });
      expect(headers.get('content-type'), path).to.match(/json/);
      expect(sent, path).not.to.have.property('image');
    }
    const stranger = await platform.account();
    expect((await call(platform, 'GET', `/visualize/${id}`, stranger.key)).status).to.equal(404);
  });

  it('keeps every invariant', async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
