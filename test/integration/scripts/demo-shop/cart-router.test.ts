import { expect } from 'chai';
import { type DemoShop, startDemoShop } from '../../../../scripts/demo-shop/server.ts';

/** Of examples/catalog: a T-shirt, a sofa, and a watch that is sold out. */
const [shirt, sofa, watch] = ['100101', '100201', '102401'];

describe('the cart of the demo shop', () => {
  let shop: DemoShop;
  let cookie: string;
  before(async () => {
    const service = 'http://embed.test:3000';
    shop = await startDemoShop({ host: '127.0.0.1', port: 0, service, subdomain: 'demo', name: 'Demo' });
  });
  beforeEach(async () => {
    const response = await fetch(`${shop.url}/cart.js`);
    cookie = response.headers.get('set-cookie')!.split(';')[0]!;
  });
  after(() => shop.close());

  interface Cart {
    attributes: Record<string, string>;
    items: { id: string; quantity: number; properties: object }[];
  }
  async function post(path: string, body: object): Promise<{ status: number; body: Cart }> {
    const headers = { 'Content-Type': 'application/json', Cookie: cookie };
    const response = await fetch(shop.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Cart };
  }
  const cart = async (headers: Record<string, string> = { Cookie: cookie }) =>
    (await (await fetch(`${shop.url}/cart.js`, { headers })).json()) as Cart;
  const lines = async () => (await cart()).items.map(({ id, quantity }) => [id, quantity]);

  it('takes items with their properties, and attributes, as Shopify’s Ajax cart', async () => {
    const properties = { _anonymous_id: 'v' };
    const items = [{ id: shirt, quantity: 2, properties }, { id: Number(sofa) }];
    expect((await post('/cart/add.js', { items })).status).to.equal(200);
    const updated = await post('/cart/update.js', { attributes: { anonymous_id: 'v' } });
    expect(updated.body).to.deep.equal(await cart());
    expect(updated.body).to.deep.include({ attributes: { anonymous_id: 'v' } });
    expect(updated.body.items[0]).to.deep.include({ id: shirt, quantity: 2, properties });
    expect(await lines()).to.deep.equal([
      [shirt, 2],
      [sofa, 1],
    ]);
  });

  it('refuses what is sold out or unknown, and takes nothing of the request', async () => {
    for (const id of [watch, '1']) {
      const { status } = await post('/cart/add.js', { items: [{ id: shirt }, { id }] });
      expect(status).to.equal(422);
    }
    expect(await lines()).to.deep.equal([]);
  });

  it('changes quantities, and takes out what has none', async () => {
    await post('/cart/add.js', { items: [{ id: shirt }, { id: sofa }] });
    await post('/cart/update.js', { updates: { [shirt!]: 3, [sofa!]: 0 } });
    expect(await lines()).to.deep.equal([[shirt, 3]]);
  });

  it('is replaced by a permalink, with the visitor’s id', async () => {
    await post('/cart/add.js', { items: [{ id: shirt }] });
    const permalink = `${shop.url}/cart/${sofa}:2,${watch}:1?attributes[anonymous_id]=v`;
    const response = await fetch(permalink, { headers: { Cookie: cookie }, redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).to.deep.equal([302, '/cart']);
    expect(await lines()).to.deep.equal([[sofa, 2]]);
    expect((await cart()).attributes).to.deep.equal({ anonymous_id: 'v' });
  });

  it('is one for each browser', async () => {
    await post('/cart/add.js', { items: [{ id: shirt }] });
    expect((await cart({})).items).to.deep.equal([]);
  });
});
