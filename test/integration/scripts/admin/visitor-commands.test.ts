import { expect } from 'chai';
import { runAdmin } from '../../../support/admin.ts';
import { getEnvironment } from '../../../support/get-environment.ts';
import { eventually, hold, startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { openStore, Shopper, type TestStore } from '../../../support/try-on.ts';

describe('npm run admin -- visitor erase', () => {
  let platform: TestPlatform;
  let store: TestStore;

  before(async () => {
    platform = await startPlatform({ env: { TRY_ON_PER_ADDRESS: '1000000' } });
  });
  beforeEach(async () => {
    store = await openStore(platform);
  });
  after(() => platform.close());

  async function erase(anonymousId: string): Promise<unknown> {
    const env = getEnvironment(platform.config);
    const args = ['visitor', 'erase', '--store', store.slug, '--anonymous-id', anonymousId, '--json'];
    const { stdout } = await runAdmin(args, env);
    return JSON.parse(stdout);
  }

  const getBlobs = (prefix: string) => platform.blobs.list(prefix, { limit: 100 });
  const getRender = (id: string) => platform.database.renders.findById(id).lean();
  async function enterAs(ids: { visitorId: string; anonymousId?: string }): Promise<Shopper> {
    const shopper = new Shopper(platform, store);
    await shopper.openSession(ids);
    return shopper;
  }
  const look = async (shopper: Shopper) => ({
    photo: { kind: 'upload' as const, id: (await shopper.upload()).id },
    items: [store.sofa],
  });

  const nothing = { events: 0, orders: 0, photos: 0, renders: 0, looks: 0, otherIds: [] };
  const getLinks = () => platform.database.visitorLinks.countDocuments({ store: store.id });

  for (const [what, id, otherId] of [
    ['the id that the storefront passed', 'customer-1', 'browser-1'],
    ['the visitor id of the browser', 'browser-1', 'customer-1'],
  ] as const) {
    it(`deletes photos and images of try-ons by ${what}, and nothing of others`, async () => {
      const shopper = await enterAs({ visitorId: 'browser-1', anonymousId: 'customer-1' });
      const other = await enterAs({ visitorId: 'browser-2' });
      const { id: renderId } = await shopper.render(await look(shopper));
      const others = await other.render(await look(other));
      const { body: shared } = await shopper.call('POST', `/renders/${renderId}/share`);
      const { body: othersLook } = await other.call('POST', `/renders/${others.id}/share`);

      expect(await erase(id)).to.deep.equal({
        ...{ ...nothing, photos: 1, renders: 1, looks: 1 },
        otherIds: [otherId],
      });
      // That of the other visitor.
      expect(await getLinks()).to.equal(1);
      expect(await getBlobs(`renders/${renderId}/`)).to.deep.equal([]);
      const render = (await getRender(renderId))!;
      expect(render).to.include({ state: 'succeeded', account: store.account });
      expect(render.imageDeletedAt).to.be.instanceOf(Date);
      expect(render.tryOn).to.not.have.any.keys('visitor', 'photo');
      expect((await shopper.call('GET', `/renders/${renderId}`)).status).to.equal(404);

      expect((await other.call('GET', `/looks/${shared.shortId}`)).status).to.equal(410);
      expect(await getBlobs(`looks/${store.id}/${shared.shortId}/`)).to.deep.equal([]);
      expect((await other.call('GET', `/looks/${othersLook.shortId}`)).status).to.equal(200);

      const kept = await platform.database.photos.find({ store: store.id }).lean();
      expect(kept.map(({ _id }) => _id)).to.deep.equal([others.photo!.id]);
      expect((await getBlobs(`photos/${store.id}/`)).map(({ key }) => key)).to.deep.equal([
        kept[0]!.image.blob,
      ]);
      expect((await other.picture(others.result!.url)).status).to.equal(200);
      expect(await erase(id)).to.deep.equal(nothing);
    });
  }

  it('finds nothing of a session without photos and try-ons, of which nothing is kept', async () => {
    const shopper = await enterAs({ visitorId: 'browser-1', anonymousId: 'customer-1' });
    await shopper.openSession({ visitorId: 'browser-1', anonymousId: 'customer-2' });
    expect(await getLinks()).to.equal(0);
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    await shopper.render({ photo, items: [store.sofa] });
    expect(await erase('customer-2')).to.include({ renders: 1 });
    expect(await getLinks()).to.equal(0);
  });

  it('keeps twenty ids of one visitor, those that were sent last', async () => {
    const shopper = await enterAs({ visitorId: 'browser-1' });
    await shopper.upload();
    for (let at = 1; at <= 25; at += 1)
      await shopper.openSession({ visitorId: 'browser-1', anonymousId: `customer-${at}` });
    expect(await getLinks()).to.equal(20);
    expect(await erase('customer-25')).to.include({ photos: 1 });
  });

  it('finds the photos of before the storefront passed its id', async () => {
    const shopper = await enterAs({ visitorId: 'browser-1' });
    await shopper.upload();
    await shopper.openSession({ visitorId: 'browser-1', anonymousId: 'customer-1' });
    expect(await erase('customer-1')).to.include({ photos: 1 });
  });

  it('cancels the open try-on, which is not charged', async () => {
    const release = hold(platform.cog);
    const shopper = await enterAs({ visitorId: 'browser-1' });
    const { body } = await shopper.post(await look(shopper));
    await eventually(async () => (await getRender(body.id))!.state === 'running');
    expect(await erase('browser-1')).to.include({ photos: 1, renders: 1 });
    release();
    expect((await getRender(body.id))!.state).to.equal('cancelled');
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
    expect(await platform.credits(store.account)).to.include({ available: 100, held: 0, spent: 0 });
  });
});
