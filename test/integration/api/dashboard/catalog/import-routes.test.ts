import { expect } from 'chai';
import type { StoreDoc } from '../../../../../shared/stores/store-model.ts';
import { addStore, type Merchant, signUpMember } from '../../../../support/merchants.ts';
import { eventually, startPlatform, type TestPlatform } from '../../../../support/platform.ts';

const path = '/dashboard/acme/catalog';
const hostile = '<img src=x onerror=alert(1)>';

describe('the imports of a catalog', () => {
  let platform: TestPlatform;
  let mia: Merchant;
  let store: StoreDoc;

  before(async () => {
    platform = await startPlatform({ workers: 1 });
    mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'] });
    store = await addStore(platform, { account: mia.account, slug: 'acme' });
  });
  after(() => platform.close());

  const submit = (fields: Record<string, string>) => mia.visitor.submit(`${path}/imports`, fields, path);
  const upload = (file: string, name = 'feed.csv', token?: string) =>
    mia.visitor.upload(`${path}/import-file`, {
      page: path,
      file,
      name,
      ...(token !== undefined && { token }),
    });
  const ended = () =>
    eventually(async () => (await platform.database.catalogImports.countDocuments({ open: true })) === 0);

  it('import a file, and report each rejected row with its reason', async () => {
    const response = await upload(
      `product_id,handle,title,price,currency\n1,sofa,Sofa,12.50,EUR\n2,lamp,Lamp,${hostile},EUR\n`,
    );
    const page = response.location!;
    expect([response.status, page]).to.deep.equal([303, page]);
    await ended();
    const { text } = await mia.visitor.get(page);
    expect(text)
      .to.include('>Imported<')
      .and.include('feed.csv')

      .and.include('price');
    expect(text).to.match(/Rejected.*?<p class="stat-value">1</s);
    expect(text).not.to.include('<img src=x').and.not.include('data-refresh-seconds');
    const list = async () => (await mia.visitor.get(path)).text;
    // Shoppers see an import some seconds later.
    await eventually(async () => (await list()).includes('1 product'));
    expect(await list())
      .to.include('€12.50')
      .and.include(page);
    const entry = await platform.database.audit.findOne({ action: 'catalog.import' }).lean();
    expect(entry?.after).to.include({ from: 'feed.csv' });
  });

  it('say why a source cannot be imported', async () => {
    const response = await upload('no;catalog\n1;2\n', `${hostile}.csv`);
    await ended();
    const { text } = await mia.visitor.get(response.location!);
    expect(text).to.include('>Failed<').and.not.include('<img src=x');
  });

  it('say beside the field what is wrong with an address', async () => {
    for (const [fields, message] of [
      [
        { from: 'https://10.0.0.1/feed.json' },
        'Address of the feed names a host that has no public address.',
      ],
      [{ from: 'nonsense' }, 'Address of the feed is not a complete URL'],
      [{ from: 'https://shop.example/', currency: 'e' }, 'Currency'],
    ] as const) {
      const refused = await submit(fields);
      expect(refused.status).to.equal(422);
      expect(/class="field-error" id="[^"]+">.*?<\/svg>([^<]*)</.exec(refused.text)?.[1]).to.include(message);
    }
  });

  it('are scheduled by their form, and the schedule is paused, resumed and removed', async () => {
    const readFeed = async () => (await platform.database.stores.findById(store._id).lean<StoreDoc>())?.feed;
    const change = (action: string) => mia.visitor.submit(`${path}/feed`, { do: action }, path);
    const from = 'https://shop.invalid/products.json';
    const ordered = await submit({ from, every: 'day', currency: 'eur' });
    expect(ordered.status, ordered.text).to.equal(303);
    expect(await readFeed()).to.include({ from, every: 'day', currency: 'EUR' });
    await ended();
    const { text } = await mia.visitor.get(path);
    expect(text).to.include('Scheduled import').and.include('>Failed<');
    expect((await change('pause')).location).to.equal(`${path}?done=feed-pause#feed`);
    expect((await mia.visitor.get(path)).text)
      .to.include('>Paused<')
      .and.include('value="resume"');
    await change('resume');
    expect((await readFeed())?.nextAt).to.be.an.instanceOf(Date);
    await change('remove');
    expect(await readFeed()).to.equal(undefined);
    expect((await change('pause')).status).to.equal(404);
    expect((await change('sell')).status).to.equal(400);
    expect(await platform.database.audit.distinct('action', { action: /feed/ })).to.have.lengthOf(3);
    await ended();
  });

  it('are one at a time: a form that is sent twice orders one', async () => {
    const { _id, ...rest } = (await platform.database.catalogImports.findOne({}).lean())!;
    const far = new Date(Date.now() + 3_600_000);
    const held = { ...rest, _id: 'imp_held', open: true, state: 'running' as const, leaseUntil: far };
    await platform.database.catalogImports.create(held);
    const refused = await submit({ from: 'https://shop.example/products.json' });
    expect(refused.status).to.equal(422);
    expect(refused.text).to.include('Another import of this store is running');
    const { text } = await mia.visitor.get(`${path}/imports/imp_held`);
    expect(text).to.include('data-refresh-seconds="3"').and.include('>Running<');
    await platform.database.catalogImports.deleteOne({ _id: 'imp_held' });
  });

  it('refuse a file without the token of the session, and one that is too large or none', async () => {
    expect((await upload('a', 'feed.csv', 'wrong')).status).to.equal(403);
    expect((await upload('a', 'feed.csv', '')).status).to.equal(403);
    const none = await mia.visitor.submit(`${path}/import-file`, {}, path);
    expect(none.status).to.equal(400);
  });

  it('of another store are not found', async () => {
    const rival = await platform.account();
    const other = await addStore(platform, { account: rival.id, slug: 'rival' });
    const { _id, ...rest } = (await platform.database.catalogImports.findOne({ store: store._id }).lean())!;
    await platform.database.catalogImports.create({ ...rest, _id: 'imp_rival', store: other._id });
    expect((await mia.visitor.get(`${path}/imports/imp_rival`)).status).to.equal(404);
    expect((await mia.visitor.get('/dashboard/rival/catalog/imports/imp_rival')).status).to.equal(404);
  });
});
