import { expect } from 'chai';
import type { StoreDoc } from '../../../../../shared/stores/store-model.ts';
import { dayMs } from '../../../../../shared/time.ts';
import { lookPrefix } from '../../../../../shared/try-on/shared-look-model.ts';
import { newShortId } from '../../../../../shared/try-on/short-id.ts';
import { daysAgo, keepFigures } from '../../../../support/kpis.ts';
import { addStore, type Merchant, signUpMember } from '../../../../support/merchants.ts';
import { startPlatform, type TestPlatform } from '../../../../support/platform.ts';

const path = '/dashboard/acme/looks';

describe('the shared looks of a store', () => {
  let platform: TestPlatform;
  let mia: Merchant;
  let store: StoreDoc;
  let open: string;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'] });
    store = await addStore(platform, { account: mia.account, slug: 'acme' });
    open = await keepLook(store);
    for (const ago of [1, 5])
      await keepFigures(platform, store._id, daysAgo(ago), {
        counters: { sharedLookOpens: 3 },
        top: { products: [], looks: [{ shortId: open, opens: 600 }] },
      });
  });
  after(() => platform.close());

  async function keepLook(owner: StoreDoc): Promise<string> {
    const _id = newShortId();
    const blob = `${lookPrefix({ _id, store: owner._id })}picture.jpg`;
    await platform.blobs.put(blob, Buffer.from('image'), 'image/jpeg');
    const picture = { blob, mime: 'image/jpeg' as const, width: 8, height: 8, bytes: 5 };
    const until = new Date(Date.now() + dayMs);
    await platform.database.sharedLooks.create({
      ...{ _id, store: owner._id, visitor: 'v', render: `rnd_${_id}`, picture, preview: picture },
      ...{
        items: [{ productId: 'sofa', variantId: null }],
        createdAt: new Date(Date.now() - 5 * dayMs),
        until,
        keepUntil: until,
      },
    });
    return _id;
  }
  const end = (look: string) => mia.visitor.submit(`${path}/end`, { look }, '/dashboard');

  it('are listed with their opens', async () => {
    const { text } = await mia.visitor.get(path);
    expect(text).to.include(`?share=${open}`).and.include('>Open<');
    expect(text).to.include('<td class="number">1,200</td>').and.include('End look');
  });

  it('are ended by the merchant, images and all, also twice', async () => {
    const prefix = lookPrefix({ _id: open, store: store._id });
    for (let times = 2; times > 0; times--) expect((await end(open)).location).to.equal(`${path}?done=look`);
    expect(await platform.blobs.list(prefix, { limit: 10 })).to.deep.equal([]);
    const { text } = await mia.visitor.get(path);
    expect(text).to.include('>Ended<').and.not.include('End look');
    const [entry] = await platform.database.audit.find({ action: 'look.end' }).lean();
    expect(entry).to.deep.include({ account: mia.account, before: { look: open } });
  });

  it('of another store are not found', async () => {
    const rival = await platform.account();
    const look = await keepLook(await addStore(platform, { account: rival.id, slug: 'rival' }));
    for (const id of [look, newShortId(), 'nonsense', '']) expect((await end(id)).status, id).to.equal(404);
    expect(
      await platform.database.sharedLooks.countDocuments({ _id: look, until: { $exists: true } }),
    ).to.equal(1);
  });
});
