import { expect } from 'chai';
import type { FrameLocator, Page } from 'playwright-core';
import { freePort } from '../../scripts/processes/port.ts';
import { grantCredits } from '../../shared/credits/credits.ts';
import { newId } from '../../shared/ids.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { updateStore } from '../../shared/stores/stores.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../support/browser/screenshots.ts';
import { type Shop, startShop } from '../support/catalog/shop.ts';
import { sign } from '../support/orders-app.ts';
import { testPassword } from '../support/people.ts';
import { eventually, startPlatform, type TestPlatform } from '../support/platform.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../support/track-endpoint.ts';
import { roomPhoto } from '../support/try-on.ts';

const email = 'mia@nova.example';
const host = 'www.shop.test';
const secret = 'shpss_12345678';
/** Programs are in no KPI, and both of these say that a program drives the browser. */
const person =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const withoutDriver = `Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });`;

describeInBrowser('A merchant’s first hour', (open) => {
  let platform: TestPlatform;
  let shop: Shop;
  let endpoint: TrackEndpoint;
  let service: string;
  /** The shop, as shoppers reach it. */
  let front: string;

  // Before each try: a second one cannot sign up with the same address.
  beforeEach(async () => {
    [shop, endpoint] = await Promise.all([startShop(), startTrackEndpoint()]);
    front = shop.origin.replace('127.0.0.1', host);
    const port = await freePort();
    service = `http://embed.service.test:${port}`;
    const env = { PORT: String(port), BASE_URL: service };
    platform = await startPlatform({ env, allow: [shop.hostPort, endpoint.allow] });
  });
  afterEach(async () => {
    await platform.close();
    await shop.close();
    endpoint.close();
  });

  const readStore = async () => (await platform.database.stores.findOne({ slug: 'nova' }).lean<StoreDoc>())!;

  it('leads from the sign-up to a look on the shop’s page, and to the order that it led to', async () => {
    const context = await open({ viewport: screens[1440], userAgent: person });
    await context.addInitScript(withoutDriver);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const visit = (path: string) => page.goto(service + path);
    const submit = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
    const done = (text: string) => page.getByRole('status').getByText(text).waitFor();
    const toStore = (room = '') => visit(`/dashboard/nova${room}`);
    /** Opens the set-up until it says so. */
    const setUp = (heading: string) =>
      eventually(async () => {
        await toStore('/setup');
        return page.getByRole('heading', { name: heading }).isVisible();
      });
    const tick = (step: string, note: string) =>
      page.getByRole('row', { name: step }).filter({ hasText: 'Done' }).filter({ hasText: note }).waitFor();

    // She signs up; the link of the mail confirms her address.
    await visit('/sign-up');
    await fill('Name', 'Mia');
    await fill('E-mail address', email);
    await fill('Password', testPassword);
    await submit('Sign up');
    await page.waitForURL('**/sign-up/sent');
    await visit('/sign-in/mails');
    await page
      .getByRole('article')
      .filter({ hasText: `To ${email}` })
      .getByRole('link')
      .click();
    await fill('Password', testPassword);
    await submit('Confirm and sign in');
    await page.waitForURL('**/developers**');

    // She adds her store, whose steps are all open, and names the host of her shop.
    await visit('/dashboard');
    await fill('Name', 'Nova Living');
    await fill('Subdomain', 'nova');
    await submit('Add store');
    await page.getByRole('heading', { name: '0 of 8 steps done' }).waitFor();
    await fill('Host', host);
    await submit('Add host');
    await page.getByText('Waits for a proof').waitFor();
    await keepScreenshot(page, 'dashboard/first-hour-setup', true);
    // The proof itself is a page of the public network: setup/routes.test.ts. Here the operator adds the host.
    await updateStore(platform.database.stores, 'nova', { hosts: [host] });

    // She copies the tag and the button into a page of the shop; a visit of it ticks the step.
    const snippet = page.locator('pre').filter({ hasText: 'data-service-launcher' }).first();
    shop.serve['/'] = `<!doctype html><title>Nova</title><h1>Sofas</h1>${await snippet.textContent()}`;
    const shopPage = await context.newPage();
    shopPage.setDefaultTimeout(30_000);
    await shopPage.goto(front);
    await setUp('2 of 8 steps done');
    await tick('Script tag', `Seen on ${host}`);

    // A file brings the first product, the feed of the shop the other ones, from now on every day.
    await toStore('/catalog');
    const header = 'product_id,handle,title,price,currency,images,variant_id';
    const row = `7001,sofa,Linen sofa,99.50,EUR,${shop.origin}/img/1.jpg,9001`;
    const file = { name: 'nova.csv', mimeType: 'text/csv', buffer: Buffer.from(`${header}\n${row}\n`) };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await submit('Import file');
    await page.getByText('Imported', { exact: true }).first().waitFor();
    const lamp = {
      ...{ id: 7002, handle: 'lamp', title: 'Lamp', variants: [{ id: 9002, price: '20.00' }] },
      images: [{ src: `${shop.origin}/img/2.jpg` }],
    };
    const feed = (number: number) => `/products.json?limit=250&page=${number}`;
    shop.serve[feed(1)] = JSON.stringify({ products: [lamp] });
    shop.serve[feed(2)] = '{"products":[]}';
    await toStore('/catalog');
    await fill('Address of the feed', `${shop.origin}/products.json`);
    await fill('Currency', 'EUR');
    await page.getByLabel('Import', { exact: true }).selectOption('day');
    await submit('Import from address');
    // Shoppers see an import some seconds later.
    await eventually(async () => {
      await toStore('/catalog');
      return (await page.getByRole('row').filter({ hasText: 'Can be tried on' }).count()) === 2;
    });
    await page.getByRole('heading', { name: 'Scheduled import' }).waitFor();

    // A photo for shoppers who upload none, the checkout, analytics and the orders of the shop.
    await toStore('/photos');
    await fill('Description', 'A bright room');
    const room = { name: 'room.jpg', mimeType: 'image/jpeg', buffer: await roomPhoto() };
    await page.getByLabel('Photo', { exact: true }).setInputFiles(room);
    await submit('Add photo');
    await done('The photo is offered to shoppers.');
    await setUp('4 of 8 steps done');
    await page.getByRole('link', { name: /^Connect your checkout/ }).click();
    await page.getByLabel('Platform').selectOption('shopify');
    await fill('Address', front);
    await submit('Save checkout');
    await done('The settings are saved.');
    await toStore('/integrations');
    await fill('Endpoint URL', endpoint.url);
    await fill('Write key', 'wk_live_1');
    await submit('Save and connect');
    await page.locator('.badge', { hasText: /^Connected$/ }).waitFor();
    await submit('Send a test event');
    await page.getByRole('row', { name: /Service Test Event.*Delivered/ }).waitFor();
    await fill('Secret', secret);
    await submit('Save secret');
    await done('The secret of the order webhooks is saved.');
    await setUp('6 of 8 steps done');
    await tick('Checkout', 'Looks lead to your checkout.');
    await tick('Analytics', 'Connected');

    // A shopper opens the try-on over the shop's page, sees her look and goes to the checkout.
    const { account } = await readStore();
    await grantCredits(platform.database, { account, grantId: newId('grant'), amount: 5, at: new Date() });
    await toStore('/integrations');
    await shopPage.goto(front);
    const visitor = await checkOutLook(shopPage);
    // The open page shows each event as it is forwarded.
    await page.getByRole('row', { name: /Service Checkout Clicked.*Delivered/ }).waitFor();
    await eventually(async () => (await platform.credits(account)).spent === 1);
    await setUp('7 of 8 steps done');

    // The shop reports her order; the overview attributes it, and everything is set up.
    await sendOrder(visitor);
    await eventually(async () => {
      await toStore();
      return page.getByText('1 look led to €99.50').isVisible();
    });
    // Try-ons, those that were not right, to checkout, orders.
    await page.getByRole('row', { name: /Linen sofa.* 1 0% 1 1$/ }).waitFor();
    await keepScreenshot(page, 'dashboard/first-hour-overview', true);
    await toStore('/integrations');
    await page.getByRole('row', { name: /€99\.50 To a look/ }).waitFor();
    await setUp('Everything is set up');

    // The analytics platform has received what she tried and what the shopper did: nothing of the dashboard.
    const expected = ['Service Test Event', ...shopperEvents.map((event) => `Service ${event}`)];
    await eventually(() => readForwarded().length === expected.length);
    expect(readForwarded()).to.have.members(expected);
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });

  const shopperEvents = [
    ...[
      'Session Started',
      'Model Photo Selected',
      'Added Item to Look',
      'Try On Started',
      'Try On Completed',
    ],
    'Checkout Clicked',
  ];

  /** Reads the names of the received events, but that of a session of ten seconds, which a slow machine has. */
  const readForwarded = () =>
    endpoint.calls
      .map(({ body }) => (JSON.parse(body) as { event: string }).event)
      .filter((event) => event !== 'Service Session Engaged');

  /** Tries the sofa on in a photo of the store; returns the id of the visitor, as the shop receives it. */
  async function checkOutLook(shopPage: Page): Promise<string> {
    await shopPage.getByRole('button', { name: 'Try it on' }).click();
    const tryOn: FrameLocator = shopPage.frameLocator('service-embed iframe');
    const press = (name: string) => tryOn.getByRole('button', { name }).click();
    await press('Use the photo “A bright room”');
    await press('Add Linen sofa');
    await press('Try it on');
    await tryOn.getByRole('heading', { name: 'Here is your look' }).waitFor();
    await keepScreenshot(shopPage, 'dashboard/first-hour-look');
    await tryOn.getByRole('link', { name: /^Check out/ }).click();
    const readCart = () => shop.asked.find((path) => path.startsWith('/cart/9001:1?'));
    await eventually(() => readCart() !== undefined);
    return new URL(readCart()!, front).searchParams.get('attributes[anonymous_id]')!;
  }

  async function sendOrder(visitor: string): Promise<void> {
    const body = JSON.stringify({
      ...{ id: 1, created_at: new Date().toISOString(), currency: 'EUR', total_price: '99.50' },
      note_attributes: [{ name: 'anonymous_id', value: visitor }],
      line_items: [{ product_id: 7001, variant_id: 9001, quantity: 1, price: '99.50' }],
    });
    const headers = {
      'Content-Type': 'application/json',
      'X-Shopify-Topic': 'orders/create',
      'X-Shopify-Hmac-Sha256': sign(body, secret),
    };
    const url = `${platform.url}/webhooks/orders/nova/shopify`;
    expect((await fetch(url, { method: 'POST', body, headers })).status).to.equal(200);
  }
});
