import { expect } from 'chai';
import sharp from 'sharp';
import { createKey } from '../../../../shared/keys/keys.ts';
import { removeLogo, saveLogo } from '../../../../shared/stores/store-logo.ts';
import { storeView } from '../../../../shared/stores/store-settings.ts';
import { findStoreBySlug } from '../../../../shared/stores/stores.ts';
import { removeModelPhoto } from '../../../../shared/try-on/model-photos.ts';
import { call, eventually, startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, type Shopper, type TestStore } from '../../../support/try-on.ts';

describe('the pictures of the try-on', () => {
  let platform: TestPlatform;
  let store: TestStore;
  let shopper: Shopper;

  before(async () => {
    platform = await startPlatform();
  });
  beforeEach(async () => {
    store = await openStore(platform);
    shopper = await enter(platform, store);
  });
  after(() => platform.close());

  const places = () => ({ stores: platform.database.stores, blobs: platform.blobs });
  const saved = async () => (await findStoreBySlug(platform.database.stores, store.slug))!;
  const drawn = (background: string) =>
    sharp({ create: { width: 600, height: 200, channels: 4, background } })
      .png()
      .toBuffer();
  /** The API has a store in memory for two seconds. */
  const becomes = (status: number, url: string) =>
    eventually(async () => (await shopper.picture(url)).status === status);

  it('have the logo under a name of its content, so that it is cached for ever and replaced at once', async () => {
    await saveLogo(places(), await saved(), { source: await drawn('#12345680') });
    const first = storeView(await saved()).logo!;
    await becomes(200, first);
    const sent = await shopper.picture(first);
    expect(sent.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    const { width, height, format } = await sharp(Buffer.from(await sent.arrayBuffer())).metadata();
    expect([width, height, format]).to.deep.equal([360, 120, 'webp']);

    await saveLogo(places(), await saved(), { source: await drawn('#ff0000') });
    const second = storeView(await saved()).logo!;
    await becomes(200, second);
    expect((await shopper.picture(first)).status).to.equal(404);
    expect(await platform.blobs.list(`stores/${store.id}/logo/`, { limit: 10 })).to.have.length(1);
    await removeLogo(places(), await saved());
    expect(storeView(await saved()).logo).to.equal(null);
    await becomes(404, second);
  });

  it('are gone with the result that the account deletes', async () => {
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    const { id, result } = await shopper.render({ photo, items: [store.sofa] });
    const { key } = await createKey(platform.database.keys, {
      account: store.account,
      mode: 'live',
      name: 'k',
    });
    expect((await call(platform, 'DELETE', `/visualize/${id}`, key)).status).to.equal(200);
    expect((await shopper.picture(result!.url)).status).to.equal(410);
    const { body } = await shopper.call('GET', `/renders/${id}`);
    expect([body.state, body.result]).to.deep.equal(['succeeded', null]);
  });

  it('have a small WebP of each model photo, cropped as its tile, until the photo is removed', async () => {
    const [model] = (await shopper.openSession()).models;
    expect(model?.kind).to.equal('room');
    for (const _ of ['made', 'kept']) {
      const sent = await shopper.picture(model!.thumbnail);
      expect(sent.headers.get('cache-control')).to.equal('public, max-age=86400');
      const { width, height, format } = await sharp(Buffer.from(await sent.arrayBuffer())).metadata();
      expect([width, height, format]).to.deep.equal([240, 320, 'webp']);
    }
    await removeModelPhoto(
      { ...places(), modelPhotos: platform.database.modelPhotos },
      await saved(),
      store.modelPhoto,
    );
    expect((await shopper.picture(model!.thumbnail)).status).to.equal(404);
    expect(await platform.blobs.list(`stores/${store.id}/models/`, { limit: 10 })).to.deep.equal([]);
  });

  it('have no other formats than PNG and JPEG', async () => {
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    const { result } = await shopper.render({ photo, items: [store.sofa] });
    const refused = await shopper.picture(`${result!.url}&format=webp`);
    expect([refused.status, refused.headers.get('x-error-field')]).to.deep.equal([400, 'format']);
    const png = await shopper.picture(`${result!.url}&format=png`);
    expect([png.status, png.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
  });

  it('of a removed model photo are gone, and its renders continue', async () => {
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    const { id } = await shopper.render({ photo, items: [store.sofa] });
    await platform.database.modelPhotos.deleteOne({ _id: store.modelPhoto });
    const { body } = await shopper.call('GET', `/renders/${id}`);
    expect((await shopper.picture(body.photo.url)).status).to.equal(404);
    expect((await shopper.picture(body.result.url)).status).to.equal(200);
    expect((await shopper.openSession()).models).to.deep.equal([]);
  });
});
