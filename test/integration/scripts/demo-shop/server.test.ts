import { expect } from 'chai';
import { type DemoShop, startDemoShop } from '../../../../scripts/demo-shop/server.ts';

const service = 'http://embed.test:3000';

describe('the demo shop', () => {
  let shop: DemoShop;
  before(async () => {
    shop = await startDemoShop({ host: '127.0.0.1', port: 0, service, subdomain: 'demo', name: 'A & B' });
  });
  after(() => shop.close());

  const get = (path: string) => fetch(shop.url + path);
  const toText = async (path: string) => (await get(path)).text();

  it('has its products by department, each with a page, a price and an image that is there', async () => {
    const home = await toText('/');
    const departments = [...new Set(home.match(/\/collections\/\w+/g))];
    expect(departments).to.include.members(['/collections/clothing', '/collections/furniture']);
    for (const department of departments) {
      const [handle] = (await toText(department)).match(/\/products\/[\w-]+/) ?? [];
      const product = await toText(handle!);
      expect(product).to.match(/€\d/);
      const picture = await get(product.match(/\/pictures\/[\w.-]+/)![0]);
      expect(picture.headers.get('content-type')).to.equal('image/webp');
    }
  });

  it('has the script tag in every page, and a policy that allows the service and no inline code', async () => {
    for (const path of ['/', '/collections/home', '/products/orchid', '/cart']) {
      const response = await get(path);
      expect(response.status).to.equal(200);
      expect(await response.text()).to.include(
        `<script async src="${service}/service-embed.js" data-service-subdomain="demo"`,
      );
      const policy = response.headers.get('content-security-policy')!;
      expect(policy).to.include(`script-src 'self' ${service};`).and.include(`frame-src ${service};`);
      expect(policy).not.to.include('unsafe');
    }
  });

  it('shows the variant of the address, and the first that can be bought without one', async () => {
    const chosen = (page: string) => page.match(/data-service-variant-id="(\d+)"/)![1];
    expect(chosen(await toText('/products/graphic-t-shirt?variant=100106'))).to.equal('100106');
    expect(chosen(await toText('/products/graphic-t-shirt'))).to.equal('100101');
    expect(chosen(await toText('/products/graphic-t-shirt?variant=9'))).to.equal('100101');
  });

  it('sells nothing of what is sold out', async () => {
    expect(await toText('/products/mesh-watch')).to.match(/data-add disabled>Sold out/);
  });

  it('links each launcher to the page of the service, for browsers without scripts', async () => {
    expect(await toText('/products/orchid')).to.match(
      /data-try-on data-service-product-id="(\d+)" .* href="http:\/\/embed\.test:3000\/embed\/demo\?product_id=\1"/,
    );
  });

  for (const path of [
    '/products/nothing',
    '/collections/nothing',
    '/nothing',
    '/pictures/../products.json',
  ]) {
    it(`has no page ${path}`, async () => {
      const response = await get(path);
      expect(response.status).to.equal(404);
      expect(await response.text()).to.include('This page does not exist');
    });
  }

  it('escapes its name', async () => expect(await toText('/')).to.include('A &amp; B</a>'));
});
