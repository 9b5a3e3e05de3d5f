import { expect } from 'chai';
import sharp from 'sharp';
import request from 'supertest';
import { createKey } from '../../../../shared/keys/keys.ts';
import { dayMs } from '../../../../shared/time.ts';
import { endLooks } from '../../../../workers/sweeper/end-looks.ts';
import { call, startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, type Shopper, type TestStore } from '../../../support/try-on.ts';

describe('a look that a shopper shares', () => {
  let platform: TestPlatform;
  let store: TestStore;
  let owner: Shopper;
  let recipient: Shopper;
  let renderId: string;

  before(async () => {
    platform = await startPlatform({
      env: {
        TRY_ON_PER_ADDRESS: '1000000',
        SERVICE_DOMAIN: 'tryon.example',
        STAGING_HOSTS: 'staging.example',
      },
    });
  });
  beforeEach(() => open());
  after(() => platform.close());

  async function open(settings: Parameters<typeof openStore>[1] = {}): Promise<void> {
    store = await openStore(platform, settings);
    owner = await enter(platform, store);
    recipient = await enter(platform, store);
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    renderId = (await owner.render({ photo, items: [store.sofa, store.lamp] })).id;
  }

  const share = (shopper: Shopper = owner) => shopper.call('POST', `/renders/${renderId}/share`);
  const shared = async (): Promise<string> => (await share()).body.shortId;
  const getBlobs = (shortId: string) => platform.blobs.list(`looks/${store.id}/${shortId}/`, { limit: 10 });

  it('has a link with picture and items for anyone, and no photo of the shopper', async () => {
    const { status, body } = await share();
    expect([status, body.url]).to.deep.equal([
      200,
      `http://${store.slug}.tryon.example:${port()}/?share=${body.shortId}`,
    ]);
    expect(Date.parse(body.expiresAt)).to.be.closeTo(Date.now() + 90 * dayMs, dayMs);
    const look = await recipient.call('GET', `/looks/${body.shortId}`);
    expect(look.body).to.deep.include({ shortId: body.shortId, items: [store.sofa, store.lamp], own: false });
    expect(look.body).to.have.all.keys('shortId', 'picture', 'items', 'expiresAt', 'own');
    const picture = await recipient.picture(look.body.picture.url);
    expect([picture.status, picture.headers.get('x-robots-tag')]).to.deep.equal([200, 'noindex']);
    const { width, height } = look.body.picture;
    expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).to.include({
      format: 'jpeg',
      width,
      height,
    });
    expect((await owner.call('GET', `/looks/${body.shortId}`)).body.own).to.equal(true);
  });

  it('is shared once for each result, also by two taps at once', async () => {
    const [one, other] = await Promise.all([share(), share()]);
    expect([one.status, other.status]).to.deep.equal([200, 200]);
    expect(other.body).to.deep.equal(one.body);
    expect(await platform.database.sharedLooks.countDocuments({ store: store.id })).to.equal(1);
  });

  it('keeps its picture when the result is deleted', async () => {
    const shortId = await shared();
    await platform.blobs.deletePrefix(`renders/${renderId}/`);
    const { body } = await recipient.call('GET', `/looks/${shortId}`);
    expect((await recipient.picture(body.picture.url)).status).to.equal(200);
  });

  it('ends when the merchant deletes the render', async () => {
    const shortId = await shared();
    const made = { account: store.account, mode: 'live', name: 'merchant' } as const;
    const { key } = await createKey(platform.database.keys, made);
    const deleted = await call(platform, 'DELETE', `/visualize/${renderId}`, key);
    expect(deleted.status).to.equal(200);
    expect((await recipient.call('GET', `/looks/${shortId}`)).status).to.equal(410);
    expect(await getBlobs(shortId)).to.deep.equal([]);
  });

  it('cannot be shared without the result, by another visitor, or before there is one', async () => {
    expect((await share(recipient)).status).to.equal(404);
    await platform.blobs.deletePrefix(`renders/${renderId}/`);
    expect((await share()).status).to.equal(410);
    expect(await platform.database.sharedLooks.countDocuments({ store: store.id })).to.equal(0);
    await platform.database.renders.updateOne({ _id: renderId }, { $set: { state: 'failed' } });
    expect((await share()).status).to.equal(404);
  });

  it('has a link to the store’s own page where the store chose one', async () => {
    await open({ settings: { sharePage: 'https://shop.example/looks?from=try-on' } });
    const { url, shortId } = (await share()).body;
    expect(url).to.equal(`https://shop.example/looks?from=try-on&share=${shortId}`);
  });

  it('has no link where the store shares pictures only, except on staging hosts', async () => {
    await open({ settings: { sharingEnabled: false } });
    expect((await share()).status).to.equal(403);
    await request(platform.url)
      .post(`/api/try-on/${store.slug}/renders/${renderId}/share`)
      .set({ Host: 'staging.example', Authorization: `Bearer ${owner.token}` })
      .expect(200);
    const sharingOn = async (host: string) => {
      const { text } = await request(platform.url)
        .get(`/embed/${store.slug}?embed=1`)
        .set('Host', host)
        .expect(200);
      return text.includes('"sharingEnabled":true');
    };
    expect(await sharingOn('staging.example')).to.equal(true);
    expect(await sharingOn('localhost')).to.equal(false);
  });

  it('ends when its visitor takes it back: the link is 410, and nothing of it is left', async () => {
    const shortId = await shared();
    const { body } = await recipient.call('GET', `/looks/${shortId}`);
    expect((await recipient.call('DELETE', `/looks/${shortId}`)).status).to.equal(404);
    expect((await recipient.call('GET', `/looks/${shortId}`)).status).to.equal(200);
    expect((await owner.call('DELETE', `/looks/${shortId}`)).status).to.equal(204);
    expect((await owner.call('DELETE', `/looks/${shortId}`)).status).to.equal(204);
    expect((await recipient.call('GET', `/looks/${shortId}`)).status).to.equal(410);
    expect((await recipient.picture(body.picture.url)).status).to.equal(410);
    expect(await getBlobs(shortId)).to.deep.equal([]);
    const left = await platform.database.sharedLooks.findById(shortId).lean();
    expect(left).to.have.all.keys('_id', 'store', 'createdAt', 'revokedAt', 'keepUntil');
    expect(await shared()).to.not.equal(shortId);
  });

  it('ends when its days are over, and the sweeper deletes its pictures', async () => {
    const shortId = await shared();
    expect(await getBlobs(shortId)).to.have.length(2);
    const over = { $set: { until: new Date(Date.now() - 1) } };
    await platform.database.sharedLooks.updateOne({ _id: shortId }, over);
    expect((await recipient.call('GET', `/looks/${shortId}`)).status).to.equal(410);
    // A worker of the platform may have swept it first.
    await endLooks(platform);
    expect(await getBlobs(shortId)).to.deep.equal([]);
    expect((await recipient.call('GET', `/looks/${shortId}`)).status).to.equal(410);
  });

  it('does not exist for another store, nor under another id', async () => {
    const shortId = await shared();
    const elsewhere = await enter(platform, await openStore(platform));
    for (const [shopper, id] of [
      [elsewhere, shortId],
      [recipient, `${shortId.slice(1)}0`],
      [recipient, 'no-id'],
    ] as const) {
      const { status, body } = await shopper.call('GET', `/looks/${id}`);
      expect([status, body.code]).to.deep.equal([404, 'NOT_FOUND']);
    }
    expect((await recipient.call('GET', `/looks/${shortId.toUpperCase()}`)).status).to.equal(200);
  });

  const port = () => new URL(platform.url).port;
});
