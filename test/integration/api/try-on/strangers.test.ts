import { expect } from 'chai';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, Shopper, type TestStore } from '../../../support/try-on.ts';

describe('what a shopper of the try-on reaches', () => {
  let platform: TestPlatform;
  let store: TestStore;
  let owner: Shopper;
  let photoId: string;
  let renderId: string;

  before(async () => {
    platform = await startPlatform();
    store = await openStore(platform);
    owner = await enter(platform, store);
    photoId = (await owner.upload()).id;
    renderId = (await owner.render({ photo: { kind: 'upload', id: photoId }, items: [store.sofa] })).id;
  });
  after(() => platform.close());

  const strangers: [string, () => Promise<Shopper>][] = [
    ['another visitor', () => enter(platform, store)],
    ['a visitor of another store', async () => enter(platform, await openStore(platform))],
    [
      'a visitor that knows the id of another',
      async () => {
        const stranger = new Shopper(platform, store);
        const { visitor } = (await platform.database.photos.findById(photoId).lean())!;
        await stranger.openSession({ visitorId: visitor });
        return stranger;
      },
    ],
  ];
  for (const [who, come] of strangers) {
    it(`is nothing of it for ${who}: 404 as for what does not exist`, async () => {
      const stranger = await come();
      const [photo, render] = [`/photos/${photoId}`, `/renders/${renderId}`];
      for (const [method, path] of [
        ['DELETE', photo],
        ['GET', render],
        ['DELETE', render],
        ['GET', `${render}/events`],
      ] as const) {
        const { status, body } = await stranger.call(method, path);
        const missing = await stranger.call(method, path.replace(/(photo|rnd)_\w+/, '$1_none'));
        expect([status, body], `${method} ${path}`).to.deep.equal([404, missing.body]);
      }
      const look = { photo: { kind: 'upload' as const, id: photoId }, items: [store.sofa] };
      expect((await stranger.post(look)).body.reason).to.equal('photo_gone');
      const { lastPhoto, openRender } = await stranger.openSession();
      expect([lastPhoto, openRender]).to.deep.equal([null, null]);
    });
  }

  it('is no picture without its signature, or with that of another picture', async () => {
    const { photo, result } = (await owner.call('GET', `/renders/${renderId}`)).body;
    expect((await owner.picture(photo.url)).status).to.equal(200);
    const [photoPath, photoQuery] = photo.url.split('?');
    const [resultPath, resultQuery] = result.url.split('?');
    for (const url of [photoPath, resultPath, `${photoPath}?${resultQuery}`, `${resultPath}?${photoQuery}`]) {
      expect((await owner.picture(url)).status, url).to.equal(404);
    }
  });

  it('is nothing without a token, or with one of another store', async () => {
    const other = await enter(platform, await openStore(platform));
    const stranger = new Shopper(platform, store);
    for (const token of ['', 'v1.x.y.z', other.token]) {
      stranger.token = token;
      const { status, body } = await stranger.call('GET', `/renders/${renderId}`);
      expect([status, body.code]).to.deep.equal([401, 'UNAUTHORIZED']);
    }
  });

  it('is not the model photo of another store', async () => {
    const { modelPhoto } = await openStore(platform);
    const look = { photo: { kind: 'model' as const, id: modelPhoto }, items: [store.sofa] };
    expect((await owner.post(look)).body.reason).to.equal('photo_gone');
    expect((await owner.picture(`/api/try-on/${store.slug}/models/${modelPhoto}/image`)).status).to.equal(
      404,
    );
  });

  it('is closed to pages of other sites and for unknown stores, with the same response', async () => {
    const body = { visitorId: null, anonymousId: null, token: null };
    const evil = await owner.call('POST', '/session', { body, headers: { origin: 'https://evil.example' } });
    const unknown = await new Shopper(platform, { slug: 'no-such-store' }).call('POST', '/session', { body });
    expect([evil.status, evil.body.code]).to.deep.equal([403, 'STORE_CONTEXT']);
    expect(unknown.body).to.deep.equal(evil.body);
    expect(evil.headers.get('access-control-allow-origin')).to.equal(null);
    const own = { origin: `https://${store.slug}.example` };
    expect((await owner.call('POST', '/session', { body, headers: own })).status).to.equal(200);
  });

  it('keeps the visitor with a valid token, and begins a new one with any other', async () => {
    const id = '7f3c1c9e-1f53-4c1e-9a54-0d1c7a3f2b11';
    const kept = await owner.openSession({ visitorId: id });
    expect([kept.visitorId, kept.lastPhoto?.id]).to.deep.equal([id, photoId]);
    const fresh = await new Shopper(platform, store).openSession({ visitorId: id, token: `${owner.token}x` });
    expect([fresh.visitorId, fresh.lastPhoto]).to.deep.equal([id, null]);
    const strange = await new Shopper(platform, store).openSession({ visitorId: '<script>' });
    expect(strange.visitorId).to.match(/^vis_/);
  });
});
