import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import request from 'supertest';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import type { ListingView, ProductCard } from '../../../../shared/try-on/contract.ts';
import { type CatalogApp, openCatalogApp } from '../../../support/catalog/catalog-app.ts';

const example = new URL('../../../../examples/catalog/products.json', import.meta.url);
const fromStore = { Origin: 'https://acme.example' };

describe('GET /api/try-on/{slug}/products', () => {
  let catalog: CatalogApp;
  let store: StoreDoc;

  before(async () => {
    catalog = await openCatalogApp();
    store = await catalog.store('acme');
    const { products } = JSON.parse(await readFile(example, 'utf8')) as { products: object[] };
    await catalog.import(
      store,
      products.map((product) => ({ ...product, images: [] })),
    );
    await catalog.import(await catalog.store('other'), [{ productId: 'secret', handle: 'secret' }]);
  });
  after(() => catalog.close());

  const get = (path = '', slug = 'acme', headers: Record<string, string> = fromStore) =>
    request(catalog.app).get(`/api/try-on/${slug}/products${path}`).set(headers);
  const list = async (query: string): Promise<ListingView> => (await get(query).expect(200)).body;
  const titles = (products: ProductCard[]) => products.map(({ title }) => title);

  it('lists a store’s products in the merchant’s order, with facets of the whole catalog', async () => {
    const view = await list('?limit=2&category=Furniture');
    expect(titles(view.products)).to.deep.equal(['Three-seat leather sofa', 'Upholstered armchair']);
    expect(view.total).to.equal(7);
    expect(view.facets.price).to.deep.equal({ min: 1600, max: 124_500, currency: 'EUR' });
    expect(view.facets.categories).to.deep.include({ path: 'Clothing>Hoodies', name: 'Hoodies', count: 1 });
    expect(view.facets.colors[0]).to.include({ name: 'White' });
  });

  it('combines search, filters and order', async () => {
    const view = await list('?q=runing&available=1&color=black&maxPrice=9500&sort=price-low');
    expect(titles(view.products)).to.deep.equal(['Knit runner']);
  });

  it('continues after nextCursor until every product was listed once', async () => {
    const ids: string[] = [];
    let cursor: string | null = '';
    do {
      const view: ListingView = await list(`?sort=newest&limit=9&cursor=${cursor}`);
      ids.push(...view.products.map(({ productId }) => productId));
      cursor = view.nextCursor;
    } while (cursor);
    expect(new Set(ids).size).to.equal(ids.length).and.equal(33);
  });

  it('lists of named products those that pass the filters', async () => {
    const view = await list('?items=1003,1002,1008&category=Clothing');
    expect(view.products.map(({ productId }) => productId)).to.deep.equal(['1003']);
    const summer = await list('?items=1003,1008,suede-loafers&tag=Summer&sort=price-low');
    expect(summer.products.map(({ productId }) => productId))
      .to.include('1008')
      .and.not.include('1003');
  });

  it('lists the products of a closet that exist, in its order, variants as chosen', async () => {
    const view = await list('?items=1003:100306,gone,1001');
    expect(view.products.map(({ productId, variantId }) => [productId, variantId])).to.deep.equal([
      ['1003', '100306'],
      ['1001', '100101'],
    ]);
  });

  it('lists a product by the handle in the address of its page as well', async () => {
    const view = await list('?items=pullover-hoodie:100306,Graphic-T-Shirt');
    expect(view.products.map(({ productId, variantId }) => [productId, variantId])).to.deep.equal([
      ['1003', '100306'],
      ['1001', '100101'],
    ]);
  });

  it('shows an import within seconds, while requests continue', async () => {
    const fresh = await catalog.store('fresh');
    const origin = { Origin: 'https://fresh.example' };
    const total = async () => (await get('', 'fresh', origin).expect(200)).body.total;
    expect(await total()).to.equal(0);
    await catalog.import(fresh, [{ productId: '1', handle: 'sofa' }]);
    for (let tries = 0; (await total()) === 0 && tries < 100; tries += 1) await setTimeout(100);
    expect(await total()).to.equal(1);
  });

  it('shows one product with its variants', async () => {
    const { body, headers } = await get('/1001').expect(200);
    expect(body).to.include({ productId: '1001', url: 'https://acme.example/products/graphic-t-shirt' });
    expect(body.variants).to.have.length(12);
    expect(headers['cache-control']).to.equal('private, max-age=10');
  });

  it('is 404 for a product of another store', async () => {
    const { body } = await get('/secret').expect(404);
    expect(body).to.include({ code: 'NOT_FOUND', reason: 'product_gone' });
    expect((await list('?items=secret')).products).to.deep.equal([]);
    expect((await list('?q=secret')).products).to.deep.equal([]);
  });

  for (const [what, slug, headers] of [
    ['a page of another site', 'acme', { Origin: 'https://evil.example' }],
    ['a page of another store', 'acme', { Origin: 'https://other.example' }],
    ['a store that does not exist', 'nobody', fromStore],
    ['nowhere', 'acme', {}],
  ] as const) {
    it(`is refused for ${what}`, async () => {
      for (const path of ['', '/1001']) {
        expect((await get(path, slug, headers).expect(403)).body.code).to.equal('STORE_CONTEXT');
      }
    });
  }

  for (const headers of [{ Referer: 'https://embed.example/embed/acme' }, { Host: 'acme.tryon.example' }]) {
    it(`is served to our own page by ${Object.keys(headers)[0]}`, () => get('', 'acme', headers).expect(200));
  }

  for (const [query, field] of [
    ['sort=cheap', 'sort'],
    ['limit=0', 'limit'],
    ['limit=61', 'limit'],
    ['minPrice=1.5', 'minPrice'],
    ['available=yes', 'available'],
    [`q=${'a'.repeat(201)}`, 'q'],
    ['q=a&q=b', 'q'],
    ['cursor=zzz', 'cursor'],
    ['colour=red', 'colour'],
  ] as const) {
    it(`refuses ${query.slice(0, 20)}, naming the field`, async () => {
      const { body } = await get(`?${query}`).expect(400);
      expect(body.message).to.match(new RegExp(`^${field} `));
    });
  }

  it('takes empty parameters as absent', async () => {
    expect((await list('?q=&category=&color=&minPrice=&available=&sort=&limit=&items=')).total).to.equal(33);
  });

  it('is limited per address, before the store is read', async () => {
    const limited = await openCatalogApp({ perAddress: 2 });
    try {
      const ask = () => request(limited.app).get('/api/try-on/any/products').set(fromStore);
      await ask().expect(403);
      await ask().expect(403);
      const { body, headers } = await ask().expect(429);
      expect(body).to.include({ code: 'RATE_LIMITED', reason: 'rate_limited' });
      expect(Number(headers['retry-after'])).to.be.within(1, 60);
    } finally {
      await limited.close();
    }
  });
});
