import { expect } from 'chai';
import type { Frame, Page } from 'playwright-core';
import { createKey } from '../../../shared/keys/keys.ts';
import { saveOrderWebhook } from '../../../shared/orders/order-webhooks.ts';
import { loadSecretBox } from '../../../shared/secrets/load-secret-box.ts';
import { findStoreBySlug, updateStore } from '../../../shared/stores/stores.ts';
import { normalised } from '../../support/browser/analytics-rows.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import { sign } from '../../support/orders-app.ts';
import { eventually, startPlatform, type TestPlatform } from '../../support/platform.ts';
import { ShopifyStorefront } from '../../support/shopify-storefront.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../support/track-endpoint.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { openStore, roomPhoto, type TestStore } from '../../support/try-on.ts';

const secret = 'hush-hush';
const anonymousId = 'shopper-7';

describeInBrowser('From a script tag in a Shopify storefront to revenue', (open) => {
  let platform: TestPlatform;
  let shop: ShopifyStorefront;
  let analytics: TrackEndpoint;
  let store: TestStore;
  let key: string;
  before(async () => {
    [shop, analytics] = [new ShopifyStorefront(), await startTrackEndpoint()];
    await shop.listen();
    shop.variants.set('9001', { productId: '7001', price: '100.00' });
    shop.variants.set('9101', { productId: '7002', price: '25.50' });
    shop.variants.set('9201', { productId: '7099', price: '4.00' });
    platform = await startPlatform({ env: { EMBED_HOST: 'embed.service.test' }, allow: [analytics.allow] });
    const { database, config } = platform;
    store = await openStore(platform);
    ({ key } = await createKey(database.keys, { account: store.account, mode: 'live', name: 'live' }));
    await updateStore(database.stores, store.slug, {
      hosts: ['www.shop.test'],
      checkout: { platform: 'shopify', url: shop.url, embedMode: 'cart' },
    });
    // Shopify's products have one variant at least; the shopper chooses none.
    await database.products.updateOne(
      { store: store.id, productId: '7002' },
      { $set: { variants: [{ variantId: '9101' }] } },
    );
    await database.stores.updateOne(
      { _id: store.id },
      { $set: { 'integration.state': 'Connected', 'integration.endpoint': analytics.url } },
    );
    const doc = (await findStoreBySlug(database.stores, store.slug))!;
    await saveOrderWebhook(database.stores, await loadSecretBox(config), doc, {
      platform: 'shopify',
      secret,
    });
    const service = platform.url.replace('127.0.0.1', 'embed.service.test');
    shop.page = {
      head: `<script async src="${service}/service-embed.js" data-service-subdomain="${store.slug}"
        data-service-anonymous-id="${anonymousId}"></script>`,
      body: '<button data-service-launcher>Try it on</button>',
    };
  });
  after(async () => {
    await platform.close();
    await shop.close();
    analytics.close();
  });

  async function tryOn(page: Page): Promise<Shopper> {
    // A page without a product: the shopper chooses both items.
    await page.goto(shop.url);
    await page.getByText('Try it on').click();
    const element = await page.locator('service-embed iframe').elementHandle();
    const shopper = new Shopper((await element!.contentFrame()) as Frame);
    const buffer = await roomPhoto(900, 600);
    await shopper.chooseFile({ name: 'room.jpg', mimeType: 'image/jpeg', buffer });
    await shopper.heading('Choose items').waitFor();
    await shopper.addItem('Sofa');
    await shopper.addItem('Lamp');
    await shopper.button('Try on 2 items').click();
    await shopper.heading('Here is your look').waitFor();
    return shopper;
  }

  /** As Shopify reports an order. */
  async function report(order: object): Promise<void> {
    const body = JSON.stringify(order);
    const headers = {
      'Content-Type': 'application/json',
      'X-Shopify-Topic': 'orders/create',
      'X-Shopify-Hmac-Sha256': sign(body, secret),
    };
    const url = `${platform.url}/webhooks/orders/${store.slug}/shopify`;
    expect((await fetch(url, { method: 'POST', headers, body })).status).to.equal(200);
  }

  async function kpis(): Promise<Record<string, unknown>> {
    const authorization = { Authorization: `Bearer ${key}` };
    const response = await fetch(`${platform.url}/api/stores/${store.slug}/kpis`, { headers: authorization });
    return ((await response.json()) as { total: Record<string, unknown> }).total;
  }

  it('leads through the shop’s own cart, and the order counts for the visit', async () => {
    const context = await open({ viewport: screens[390], isMobile: true, userAgent: 'Mozilla/5.0' });
    // Programs are in no KPI, and browsers say that one drives them.
    await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: false }));
    const page = await context.newPage();
    const shopper = await tryOn(page);
    await shopper.button('Buy this look').click();
    const sheet = shopper.page.getByRole('dialog');
    await sheet.getByLabel('Quantity of Sofa').selectOption('2');
    await keepScreenshot(page, 'checkout/embedded-390');
    await sheet.getByRole('button', { name: 'Add 3 items to cart' }).click();
    await page.waitForURL(`${shop.url}/cart`);

    const properties = { _anonymous_id: anonymousId };
    expect(shop.cart.items).to.deep.equal([
      { id: '9001', quantity: 2, properties },
      { id: '9101', quantity: 1, properties },
    ]);
    expect(shop.cart.attributes).to.deep.equal({ anonymous_id: anonymousId });
    await eventually(() => analytics.calls.some(({ body }) => body.includes('Checkout Clicked')));
    const clicked = analytics.calls.filter(({ body }) => body.includes('Checkout Clicked'));
    expect(clicked.map(({ body }) => normalised(body))).to.deep.equal([
      `{"anonymousId":"${anonymousId}","event":"Service Checkout Clicked","properties":{"productIds":["7001","7002"],"variantIds":["9001","9101"],"selectedItemCount":2,"hasStorefrontToken":false,"fromSharedLook":false,"sessionId":"SESSION","storeSlug":"${store.slug}"},"timestamp":"TIME"}`,
    ]);

    // The shopper also buys something that was not in the look.
    shop.cart.items.push({ id: '9201', quantity: 1, properties: {} });
    await report(shop.order(1));
    // Orders lose both names of the visitor now and then; the cart's token is still theirs.
    shop.cart.attributes = {};
    for (const line of shop.cart.items) line.properties = {};
    await report(shop.order(2));
    await eventually(async () => {
      const { conversion, orders } = await kpis();
      return conversion === 1 && orders === 2;
    });
    expect(await kpis()).to.deep.include({
      sessions: 1,
      orders: 2,
      unattributedOrders: 0,
      revenue: { EUR: { revenue: 2 * 229_50, strictRevenue: 2 * 225_50 } },
    });
  });

  it('closes and tells the page where the shop shows its cart itself', async () => {
    await updateStore(platform.database.stores, store.slug, {
      checkout: { platform: 'shopify', url: shop.url, embedMode: 'cart-event' },
    });
    await eventually(async () => {
      const page = await fetch(`${platform.url}/embed/${store.slug}?embed=1`);
      return (await page.text()).includes('cart-event');
    });
    const page = await (await open()).newPage();
    const shopper = await tryOn(page);
    const added = page.evaluate(
      () =>
        new Promise((tell) => {
          document.addEventListener('service:added-to-cart', (event) => tell((event as CustomEvent).detail));
        }),
    );
    await shopper.button('Buy this look').click();
    await shopper.page.getByRole('dialog').getByRole('button', { name: 'Add 2 items to cart' }).click();
    expect(await added).to.deep.equal({
      items: [
        { productId: '7001', variantId: '9001', quantity: 1 },
        { productId: '7002', variantId: '9101', quantity: 1 },
      ],
    });
    await page.locator('service-embed dialog').waitFor({ state: 'hidden' });
    expect(page.url()).to.equal(`${shop.url}/`);
  });

  it('leads to the permalink when the shop’s cart refuses the items', async () => {
    shop.variants.get('9101')!.available = false;
    const page = await (await open()).newPage();
    const shopper = await tryOn(page);
    await shopper.button('Buy this look').click();
    await shopper.page.getByRole('dialog').getByRole('button', { name: 'Add 2 items to cart' }).click();
    await page.waitForURL(`${shop.url}/checkouts/1`);
    expect(shop.requests.slice(-2)).to.deep.equal(['POST /cart/add.js', 'GET /cart/9001:1,9101:1']);
    expect(shop.cart).to.deep.include({
      items: [
        { id: '9001', quantity: 1, properties: { _anonymous_id: anonymousId } },
        { id: '9101', quantity: 1, properties: {} },
      ],
      attributes: { anonymous_id: anonymousId },
    });
  });
});
