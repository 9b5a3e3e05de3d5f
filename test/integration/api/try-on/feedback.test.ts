import { expect } from 'chai';
import { recountDay } from '../../../../shared/kpis/count-day.ts';
import { readKpis } from '../../../../shared/kpis/read-kpis.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, type Shopper, type TestStore } from '../../../support/try-on.ts';

describe('feedback on an image', () => {
  let platform: TestPlatform;
  let store: TestStore;
  let shopper: Shopper;
  let id: string;

  before(async () => {
    platform = await startPlatform({ env: { TRY_ON_PER_ADDRESS: '1000000' } });
    store = await openStore(platform);
    shopper = await enter(platform, store);
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    ({ id } = await shopper.render({ photo, items: [store.sofa, store.lamp] }));
  });
  after(() => platform.close());

  const give = (reasons: string[], from = shopper) =>
    from.call('PUT', `/renders/${id}/feedback`, { body: { reasons } });

  it('counts once for each product, whatever the shopper says later, and costs nothing', async () => {
    const before = await platform.credits(store.account);
    expect((await give(['wrong_place'])).status).to.equal(204);
    expect((await give(['wrong_size', 'item_differs'])).status).to.equal(204);
    const kept = await platform.database.feedback.find({ store: store.id }).lean();
    expect(kept.map(({ _id, reasons }) => [_id, reasons])).to.deep.equal([
      [id, ['wrong_size', 'item_differs']],
    ]);
    const day = kept[0]!.day;
    await recountDay(platform.database, store.id, day);
    const { top } = await readKpis(platform.database.kpiDays, store.id, { from: day, to: day });
    expect(top.products.map(({ productId, notRight }) => [productId, notRight])).to.deep.equal([
      ['7001', 1],
      ['7002', 1],
    ]);
    expect(await platform.credits(store.account)).to.deep.equal(before);
  });

  it('is no event: nothing of it is stored to be forwarded', async () => {
    await give(['photo_changed']);
    const events = await platform.database.events.find({ store: store.id }).lean();
    expect(events.map(({ event }) => event)).to.deep.equal([]);
  });

  it('marks its day to be counted again', async () => {
    await platform.database.kpiDays.deleteMany({ store: store.id });
    await give(['wrong_place']);
    const days = await platform.database.kpiDays.find({ store: store.id }).lean();
    expect(days.map(({ dirtyAt }) => dirtyAt instanceof Date)).to.deep.equal([true]);
  });

  it('is refused without a reason, with an unknown one, and for another visitor’s image', async () => {
    expect((await give([])).body.message).to.contain('reasons');
    expect((await give(['ugly'])).status).to.equal(400);
    expect((await give(['wrong_place'], await enter(platform, store))).status).to.equal(404);
  });

  it('is refused for a render without an image', async () => {
    await platform.database.renders.updateOne({ _id: id }, { $set: { state: 'failed' } });
    expect((await give(['wrong_place'])).status).to.equal(404);
    await platform.database.renders.updateOne({ _id: id }, { $set: { state: 'succeeded' } });
  });
});
