import { expect } from 'chai';
import { grantCredits } from '../../../../shared/credits/credits.ts';
import { newId } from '../../../../shared/ids.ts';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import { updateStore } from '../../../../shared/stores/stores.ts';
import { type Shop, startShop } from '../../../support/catalog/shop.ts';
import { sign } from '../../../support/orders-app.ts';
import { signUp, type Visitor } from '../../../support/people.ts';
import { eventually, startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../support/track-endpoint.ts';
import { enter, roomPhoto } from '../../../support/try-on.ts';

const base = '/dashboard/nova';
const host = 'www.nova.example';
const secret = 'shpss_12345678';

describe('a merchant’s first hour', () => {
  let platform: TestPlatform;
  let shop: Shop;
  let endpoint: TrackEndpoint;
  let mia: Visitor;

  before(async () => {
    [shop, endpoint] = await Promise.all([startShop(), startTrackEndpoint()]);
    platform = await startPlatform({ allow: [shop.hostPort, endpoint.allow] });
  });
  after(async () => {
    await platform.close();
    await shop.close();
    endpoint.close();
  });

  const read = async () => (await platform.database.stores.findOne({ slug: 'nova' }).lean<StoreDoc>())!;
  const get = async (path = '') => (await mia.get(base + path)).text;
  async function submit(path: string, fields: Record<string, string>): Promise<void> {
    const { status, text } = await mia.submit(path, fields, '/dashboard');
    expect(status, text).to.equal(303);
  }
  const readSteps = async () => /(\d) of 8 steps done/.exec(await get('/setup'))?.[1];
  const post = (path: string, body: object, headers: Record<string, string>) =>
    fetch(platform.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  it('begins with an account and a store whose host waits for its proof', async () => {
    mia = await signUp(platform, 'mia@example.com', 'Mia');
    await submit('/dashboard', { name: 'Nova Living', slug: 'nova' });
    expect(await readSteps()).to.equal('0');
    await submit(`${base}/setup/hosts`, { host });
    expect(await get('/setup'))
      .to.include('Waits for a proof')
      .and.include('data-service-subdomain');
    // The proof itself is a page of the public network: setup/routes.test.ts. Here the operator adds the host.
    await updateStore(platform.database.stores, 'nova', { hosts: [host] });
    await fetch(`${platform.url}/service-embed.js`, { headers: { Referer: `https://${host}/` } });
    await eventually(async () => (await read()).tagSeen?.host === host);
    expect(await readSteps()).to.equal('2');
  });

  it('brings in the products of the shop and a photo', async () => {
    const page = (number: number) => `/products.json?limit=250&page=${number}`;
    const sofa = {
      ...{ id: 7001, handle: 'sofa', title: 'Linen sofa', variants: [{ id: 9001, price: '99.50' }] },
      images: [{ src: `${shop.origin}/img/1.jpg` }],
    };
    shop.serve[page(1)] = JSON.stringify({ products: [sofa] });
    shop.serve[page(2)] = '{"products":[]}';
    const from = `${shop.origin}/products.json`;
    await submit(`${base}/catalog/imports`, { from, currency: 'EUR', every: 'day' });
    await eventually(async () => (await get('/catalog')).includes('Can be tried on'));
    const file = new Uint8Array(await roomPhoto());
    const fields = { name: 'A bright room', kind: 'room' };
    const added = await mia.upload(`${base}/photos`, { file, name: 'room.jpg', fields });
    expect(added.status, added.text).to.equal(303);
    expect(await readSteps()).to.equal('4');
  });

  it('connects analytics and the orders of the shop', async () => {
    await submit(`${base}/integrations`, { endpoint: endpoint.url, writeKey: 'wk_live_1' });
    await submit(`${base}/integrations/test`, {});
    await submit(`${base}/integrations/order-webhook`, { platform: 'shopify', secret });
    expect(await get('/integrations'))
      .to.include('Connected')
      .and.include('Service Test Event');
    expect(await readSteps()).to.equal('5');
  });

  it('ends with a try-on and the order that it led to, on the overview and in the ledger', async () => {
    const { account, _id } = await read();
    await grantCredits(platform.database, { account, grantId: newId('grant'), amount: 5, at: new Date() });
    const shopper = await enter(platform, { slug: 'nova' });
    const [model] = await platform.database.modelPhotos.find({ store: _id }).lean();
    const items = [{ productId: '7001', variantId: '9001' }];
    const view = await shopper.render({ photo: { kind: 'model', id: model!._id }, items });
    expect(view.state).to.equal('succeeded');
    await eventually(async () => (await platform.credits(account)).spent === 1);
    // A browser, not a program: bots are in no KPI.
    const browser = { Origin: `https://${host}`, 'User-Agent': 'Mozilla/5.0' };
    const properties = { productIds: ['7001'], selectedItemCount: 1 };
    for (const event of ['Session Started', 'Try On Completed']) {
      const body = { store: 'nova', event, anonymousId: 'v', sessionId: 's', properties };
      expect((await post('/api/events', body, browser)).status).to.equal(202);
    }
    const order = {
      ...{ id: 1, created_at: new Date().toISOString(), currency: 'EUR', total_price: '99.50' },
      note_attributes: [{ name: 'anonymous_id', value: 'v' }],
    };
    const signed = {
      'X-Shopify-Topic': 'orders/create',
      'X-Shopify-Hmac-Sha256': sign(JSON.stringify(order), secret),
    };
    expect((await post('/webhooks/orders/nova/shopify', order, signed)).status).to.equal(200);
    await eventually(async () => (await get()).includes('1 look led to €99.50'), 30_000);
    expect(await get()).to.include('Linen sofa');
    // The checkout is the one step that is set beside the dashboard.
    await eventually(async () => (await readSteps()) === '7');
    await eventually(() => Promise.resolve(endpoint.calls.length === 3));
    expect(endpoint.calls.map(({ body }) => JSON.parse(body).event)).to.have.members([
      ...['Service Test Event', 'Service Session Started', 'Service Try On Completed'],
    ]);
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
