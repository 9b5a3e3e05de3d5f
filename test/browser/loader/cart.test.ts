import { expect } from 'chai';
import type { Frame, Page } from 'playwright-core';
import type { CartResultMessage } from '../../../shared/try-on/frame-messages.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import {
  framed,
  inFrame,
  type ShopAndService,
  startShopAndService,
} from '../../support/browser/shop-and-service.ts';
import { ShopifyStorefront } from '../../support/shopify-storefront.ts';

const visitor = 'shopper 7';
const properties = { _anonymous_id: visitor };

describeInBrowser('The loader and the cart of a Shopify storefront', (open) => {
  let sites: ShopAndService;
  let shop: ShopifyStorefront;
  beforeEach(async () => {
    sites = await startShopAndService();
    shop = new ShopifyStorefront();
    await shop.listen();
    shop.page = { head: sites.tag(), body: '<button data-service-launcher>Try it on</button>' };
    shop.variants.set('9001', { productId: '7001', price: '10.00' });
    shop.variants.set('9002', { productId: '7002', price: '5.00' });
  });
  afterEach(async () => {
    await sites.close();
    await shop.close();
  });

  async function visit(): Promise<{ page: Page; frame: Frame }> {
    const page = await (await open()).newPage();
    await page.goto(`${shop.url}${shop.root}products/sofa`);
    await page.getByText('Try it on').click();
    return { page, frame: await framed(page) };
  }

  async function add(frame: Frame, ...items: { id: string; quantity: number }[]): Promise<CartResultMessage> {
    await frame.evaluate((message) => say(message), {
      type: 'cart',
      step: 'add',
      id: 'request-1',
      items,
      anonymousId: visitor,
    });
    await inFrame(frame, () => received.some(({ type }) => type === 'cart-result'));
    return frame.evaluate(() => received.findLast(({ type }) => type === 'cart-result')) as never;
  }

  for (const root of ['/', '/fr/']) {
    it(`put items with the visitor’s id into the cart at ${root}, and lead to it`, async () => {
      shop.root = root;
      const { page, frame } = await visit();
      const result = await add(frame, { id: '9001', quantity: 2 }, { id: '9002', quantity: 1 });
      expect(result).to.deep.equal({
        ...{ service: 1, type: 'cart-result', id: 'request-1', result: 'ok' },
        cartToken: shop.cart.token,
      });
      expect(shop.cart.items).to.deep.equal([
        { id: '9001', quantity: 2, properties },
        { id: '9002', quantity: 1, properties },
      ]);
      expect(shop.cart.attributes).to.deep.equal({ anonymous_id: visitor });
      expect(shop.requests).to.deep.equal([`POST ${root}cart/add.js`, `POST ${root}cart/update.js`]);
      await frame.evaluate(() => say({ type: 'cart', step: 'show' }));
      await page.waitForURL(`${shop.url}${root}cart`);
    });
  }

  it('fetch the code for the cart with the first message alone', async () => {
    const { frame } = await visit();
    expect(sites.requests.filter((path) => path.includes('cart'))).to.deep.equal([]);
    await add(frame, { id: '9001', quantity: 1 });
    expect(sites.requests.filter((path) => path.includes('cart'))).to.have.length(1);
  });

  it('put items into the cart of a page whose markup is named currentScript', async () => {
    shop.page.body += '<img name="currentScript" src="/cart.png">';
    const { frame } = await visit();
    expect(await add(frame, { id: '9001', quantity: 1 })).to.include({ result: 'ok' });
  });

  it('report that the shop refuses an item, and that nothing is in the cart', async () => {
    shop.variants.set('9002', { productId: '7002', price: '5.00', available: false });
    const { frame } = await visit();
    const result = await add(frame, { id: '9001', quantity: 1 }, { id: '9002', quantity: 1 });
    expect(result.result).to.equal('failed');
    expect(shop.cart.items).to.deep.equal([]);
  });

  it('report success when only the attribute is refused: the lines have the visitor’s id', async () => {
    shop.mode = 'update-fails';
    const { frame } = await visit();
    const result = await add(frame, { id: '9001', quantity: 1 });
    expect(result).to.deep.equal({ service: 1, type: 'cart-result', id: 'request-1', result: 'ok' });
    expect(shop.cart.items).to.deep.equal([{ id: '9001', quantity: 1, properties }]);
  });

  it('report a shop that does not respond', async () => {
    shop.mode = 'lost';
    const { frame } = await visit();
    expect((await add(frame, { id: '9001', quantity: 1 })).result).to.equal('failed');
  });

  it('send nothing to another site that the shop’s page names as its root', async () => {
    const { page, frame } = await visit();
    await page.evaluate((root) => {
      (window as unknown as { Shopify: object }).Shopify = { routes: { root } };
    }, `${sites.shop}/`);
    expect((await add(frame, { id: '9001', quantity: 1 })).result).to.equal('failed');
    expect(shop.requests).to.deep.equal([]);
  });

  it('run no other code for the cart than the loader was built with', async () => {
    sites.cartScript = 'document.title = "Changed";';
    const { page, frame } = await visit();
    expect((await add(frame, { id: '9001', quantity: 1 })).result).to.equal('failed');
    expect(await page.title()).to.equal('Shop');
  });
});
