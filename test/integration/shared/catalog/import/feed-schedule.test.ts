import { expect } from 'chai';
import { changeFeed, orderDueFeeds, orderFeed } from '../../../../../shared/catalog/import/feed-schedule.ts';
import { type Database, openDatabase } from '../../../../../shared/database/database.ts';
import { silentLogger } from '../../../../../shared/log.ts';
import { createOutbound, type Outbound } from '../../../../../shared/outbound/outbound.ts';
import type { StoreDoc } from '../../../../../shared/stores/store-model.ts';
import { createStore } from '../../../../../shared/stores/stores.ts';
import { hourMs } from '../../../../../shared/time.ts';
import { freshDatabase } from '../../../../support/backends.ts';

const from = 'https://shop.example/products.json';

describe('a scheduled import', () => {
  let database: Database;
  let outbound: Outbound;
  let store: StoreDoc;

  before(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 3000 });
    await database.ensureIndexes();
    outbound = createOutbound({ allow: [] });
  });
  beforeEach(async () => {
    await Promise.all([database.stores.deleteMany({}), database.catalogImports.deleteMany({})]);
    store = await createStore(database.stores, { account: 'acc_1', slug: 'acme', hosts: ['acme.example'] });
    await orderFeed({ ...database, outbound }, store, { from, currency: 'EUR', every: 'hour' });
    await database.catalogImports.deleteMany({});
  });
  after(() => Promise.all([database.close(), outbound.close()]));

  const order = (now: number) => orderDueFeeds({ ...database, outbound }, now);
  const listImports = () => database.catalogImports.find({ store: store._id }).lean();
  const readFeed = async () => (await database.stores.findById(store._id).lean<StoreDoc>())?.feed;
  const endAll = () => database.catalogImports.updateMany({}, { $unset: { open: 1 } });
  const later = Date.now() + 2 * hourMs;

  it('is ordered once it is due, and once for all workers', async () => {
    await order(Date.now());
    expect(await listImports()).to.deep.equal([]);
    await Promise.all([order(later), order(later), order(later)]);
    const [only, ...others] = await listImports();
    expect(others).to.deep.equal([]);
    expect(only).to.deep.include({ source: { from }, currency: 'EUR', state: 'waiting', open: true });
    expect(await readFeed()).to.deep.include({ lastImport: only!._id, nextAt: new Date(later + hourMs) });
  });

  it('is not ordered again by a worker that was lost before it had noted the order', async () => {
    const { nextAt } = (await readFeed())!;
    await order(later);
    await endAll();
    await database.stores.updateOne({ _id: store._id }, { $set: { 'feed.nextAt': nextAt } });
    await order(later);
    expect(await listImports()).to.have.lengthOf(1);
    expect((await readFeed())?.nextAt).to.deep.equal(new Date(later + hourMs));
  });

  it('waits for an import that is open, and makes up for no more than one', async () => {
    await order(later);
    await order(later + 5 * hourMs);
    expect(await listImports()).to.have.lengthOf(1);
    await endAll();
    await order(later + 5 * hourMs);
    await endAll();
    await order(later + 5 * hourMs);
    expect(await listImports()).to.have.lengthOf(2);
  });

  it('is paused, resumed and removed', async () => {
    await changeFeed(database.stores, store, 'pause');
    await order(later);
    expect(await listImports()).to.deep.equal([]);
    await changeFeed(database.stores, store, 'resume');
    await order(Date.now());
    await endAll();
    await changeFeed(database.stores, store, 'resume');
    await order(Date.now());
    expect(await listImports()).to.have.lengthOf(2);
    await changeFeed(database.stores, store, 'remove');
    expect(await readFeed()).to.equal(undefined);
    const refused = await changeFeed(database.stores, store, 'pause').catch(
      ({ code }: { code: string }) => code,
    );
    expect(refused).to.equal('NOT_FOUND');
  });

  it('is paused with the reason when its address is no longer allowed', async () => {
    await database.stores.updateOne({ _id: store._id }, { $set: { 'feed.from': 'https://10.0.0.1/' } });
    await order(later);
    expect(await listImports()).to.deep.equal([]);
    const { nextAt, problem } = (await readFeed())!;
    expect(nextAt).to.equal(undefined);
    expect(problem).to.include('no public address');
  });
});
