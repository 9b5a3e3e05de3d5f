import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { orderKey } from '../../shared/keys/manage-keys.ts';
import { seriousFindings } from '../support/browser/accessibility.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { keepScreenshot } from '../support/browser/screenshots.ts';
import { keepAsset, keepProduct, makeStore } from '../support/catalog/catalog-store.ts';
import { signUp } from '../support/people.ts';
import {
  call,
  eventually,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../support/platform.ts';
import { type StripeServer, startStripeServer } from '../support/stripe-server.ts';

const screens = {
  360: { width: 360, height: 740 },
  768: { width: 768, height: 1024 },
  1440: { width: 1440, height: 900 },
} as const;

describeInBrowser('The pages of /developers', (open) => {
  let platform: TestPlatform;
  let stripe: StripeServer;
  let cookies: Parameters<BrowserContext['addCookies']>[0];
  let requestId: string;
  before(async () => {
    stripe = await startStripeServer('sk_test_123');
    const keys = { STRIPE_SECRET_KEY: 'sk_test_123', STRIPE_WEBHOOK_SECRET: 'whsec_456' };
    platform = await startPlatform({ env: { ...keys, STRIPE_URL: stripe.url } });
    const ada = await signUp(platform, 'ada@example.com', 'Ada’s furniture');
    cookies = [...ada.cookies].map(([name, value]) => ({ name, value, url: platform.url }));
    requestId = await fillAccount();
  });
  after(async () => {
    await platform.close();
    stripe.close();
  });

  /** Gives the account a key, a render and two refused calls; returns the id of one of these. */
  async function fillAccount(): Promise<string> {
    const { database } = platform;
    const account = (await database.accounts.findOne({ name: 'Ada’s furniture' }).lean())!._id;
    const now = Date.now();
    const days = Array.from({ length: 20 }, (_, day) => ({
      ...{ _id: `hold_${day}`, account, kind: 'capture', amount: (day * 7) % 23 || 4, keyId: 'key_shop' },
      ...{ renderId: `rnd_${day}`, at: new Date(now - day * 86_400_000) },
    }));
    await database.ledger.collection.insertMany(days as never[]);
    const { key } = await orderKey(database.keys, account, { name: 'Shop backend', mode: 'live' });
    await orderKey(database.keys, account, {
      ...{ name: 'Continuous integration of the catalog team', mode: 'test', scopes: ['read'] },
      ...{ addresses: ['203.0.113.0/24', '2001:db8::/32'], creditsPerDay: 50 },
    });
    await call(platform, 'GET', '/credits', key);
    await visualize(platform, key, { ...(await visualizeBody()), aspect: 'square' });
    const refused = await visualize(platform, key, { products: [] });
    await eventually(async () => (await database.requests.countDocuments({ account })) === 3);
    return refused.headers.get('x-request-id')!;
  }

  /** Keeps what the playground shows at both ends of the screens, in both themes. */
  async function keepPlayground(page: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1440]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await keepScreenshot(page, `developers/${name}-${width}-${colorScheme}`, true);
      }
  }

  async function visit(
    options: Parameters<typeof open>[0] = {},
  ): Promise<{ page: Page; complaints: string[] }> {
    const context = await open(options);
    await context.addCookies(cookies);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    return { page, complaints };
  }

  const paths = () => [
    '/developers',
    '/developers/playground',
    '/developers/keys',
    '/developers/requests',
    `/developers/requests/${requestId}`,
    '/developers/webhooks',
    '/developers/credits',
    '/developers/limits',
  ];

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`fit the screen and are free of serious findings of axe, ${colorScheme}`, async function () {
      this.timeout(120_000);
      const { page, complaints } = await visit({ colorScheme });
      for (const path of paths()) {
        await page.goto(platform.url + path);
        for (const [width, viewport] of Object.entries(screens)) {
          if (colorScheme === 'dark' && width !== '1440') continue;
          await page.setViewportSize(viewport);
          const overflow = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect(overflow, `${path} at ${width}`).to.be.at.most(0);
          const name = path === `/developers/requests/${requestId}` ? 'request' : path.split('/').at(-1);
          await keepScreenshot(page, `developers/${name}-${width}-${colorScheme}`, true);
        }
        expect(await seriousFindings(page), path).to.deep.equal([]);
      }
      expect(complaints).to.deep.equal([]);
    });
  }

  for (const javaScriptEnabled of [true, false])
    it(`lead to the payment on another host${javaScriptEnabled ? '' : ' without JavaScript'}`, async () => {
      const { page } = await visit({ javaScriptEnabled });
      await page.route('https://checkout.stripe.example/**', (route) => route.fulfill({ body: 'Pay here' }));
      await page.goto(`${platform.url}/developers/credits`);
      await page.getByRole('button', { name: 'Pay by card' }).click();
      await page.waitForURL('https://checkout.stripe.example/**');
    });

  it('need no more than 60 kB for the first load', async () => {
    const { page } = await visit();
    await page.goto(`${platform.url}/developers`);
    const bytes = await page.evaluate(
      `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ name }) => !/\\.woff2$/.test(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    expect(bytes).to.be.within(1, 60_000);
  });

  it('hardly move while they load on a phone', async function () {
    this.timeout(60_000);
    const { page } = await visit({ viewport: { width: 390, height: 844 } });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of paths()) {
      await page.goto(platform.url + path);
      if (path === '/developers/playground') await page.getByRole('button', { name: 'Render' }).waitFor();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
      // The text moves by a fraction of a pixel when its font arrives late.
      expect(
        shifts.reduce((sum, shift) => sum + shift, 0),
        path,
      ).to.be.below(0.01);
    }
  });

  it('make a key by keyboard alone, and show it once', async () => {
    const { page, complaints } = await visit();
    await page.goto(`${platform.url}/developers/keys`);
    await page.getByLabel('Name').focus();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await page.waitForURL(/done=key/);
    expect(await page.getByRole('group', { name: 'Key', exact: true }).textContent()).to.match(
      /^service_test_/,
    );
    await keepScreenshot(page, 'developers/key-shown-1440-light', true);
    await page.reload();
    expect(await page.getByText('shown only this once').count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });

  it('work without JavaScript', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto(`${platform.url}/developers/keys`);
    await page.getByLabel('Name').fill('Without scripts');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.waitForURL(/done=key/);
    await page
      .getByRole('row', { name: /Without scripts/ })
      .getByText('Change')
      .click();
    await page
      .getByRole('row', { name: /Without scripts/ })
      .getByRole('button', { name: 'Revoke key' })
      .click();
    await page.waitForURL(/done=revoked/);
    expect(await page.getByRole('row', { name: /Without scripts/ }).textContent()).to.include('Revoked');
    await page.goto(`${platform.url}/developers/requests`);
    await page.getByLabel('Outcome').selectOption('failed');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL(/outcome=failed/);
    expect(await page.getByRole('row', { name: /POST \/visualize/ }).count()).to.equal(2);
    await page.goBack();
    expect(await page.getByRole('row', { name: /GET \/credits/ }).count()).to.equal(1);
  });

  it('render from the playground by the API, show what it cost, and run the request again', async function () {
    this.timeout(60_000);
    const { page, complaints } = await visit();
    await page.goto(`${platform.url}/developers/playground`);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByText('Choose a scene').waitFor();
    await page.getByRole('button', { name: 'Use the sample' }).click();
    await page.getByText('file_… of room.jpg').first().waitFor();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    const response = page.getByAltText('The scene with the products in it');
    await response.waitFor({ timeout: 50_000 });
    expect(await response.evaluate((image: HTMLImageElement) => image.naturalWidth)).to.equal(800);
    await page.getByAltText('The scene', { exact: true }).waitFor();
    await page.getByText('0 credits, 0 left').waitFor();
    await page.getByRole('radio', { name: 'MCP' }).check({ force: true });
    await page.getByText('tools/call').waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await keepScreenshot(page, 'developers/playground-done-1440-light', true);
    expect(await seriousFindings(page)).to.deep.equal([]);
    await page.setViewportSize(screens[360]);
    await keepScreenshot(page, 'developers/playground-done-360-light', true);
    await page.reload();
    await page.getByRole('button', { name: 'Run again' }).first().click();
    expect(await page.getByLabel('Scene: or its URL').inputValue()).to.match(/^file_/);
    expect(await page.getByLabel('Product 1: title').inputValue()).to.equal('White pendant lamp');
    const keys = await platform.database.keys.find({ name: 'Playground' }).lean();
    expect(keys.map(({ mode, scopes }) => [mode, scopes])).to.deep.equal([['test', ['render', 'read']]]);
    expect(complaints).to.deep.equal([]);
  });

  it('render a product by the URL of its page, and say at the field that no catalog has it', async function () {
    this.timeout(60_000);
    const { page, complaints } = await visit();
    const store = await makeStore(platform, 'acme', ['acme.example']);
    const image = await keepAsset(platform, store, 'lamp', 400);
    const asset = { image, source: 'https://cdn.example/lamp.jpg', variantIds: [] };
    const lamp = { productId: '7001', handle: 'lamp', title: 'Pendant lamp', category: 'pendant lamp' };
    await keepProduct(platform, store, { ...lamp, assets: [asset] });
    const productPage = page.getByLabel('Product 1: or the URL of its page');
    const send = page.getByRole('button', { name: 'Render', exact: true });
    await page.goto(`${platform.url}/developers/playground`);
    await page.getByLabel('Scene: file').setInputFiles('docs/samples/room.jpg');
    await send.click();
    await page.getByText('Product 1 needs an image, or the URL of its page.').waitFor();
    await productPage.fill('https://acme.example/products/lost');
    await send.click();
    await page.locator('.field-error', { hasText: 'the catalog of acme has no product' }).waitFor();
    expect(await productPage.getAttribute('aria-invalid')).to.equal('true');
    await keepPlayground(page, 'playground-page-refused');
    await productPage.fill('https://acme.example/products/lamp');
    expect(await page.locator('.field-error').count()).to.equal(0);
    await send.click();
    await page.getByAltText('The scene with the products in it').waitFor({ timeout: 50_000 });
    for (const name of ['curl', 'TypeScript', 'Python', 'MCP']) {
      await page.getByRole('radio', { name }).check({ force: true });
      await page.locator('pre:visible', { hasText: 'https://acme.example/products/lamp' }).waitFor();
    }
    await keepPlayground(page, 'playground-page');
    await page.reload();
    await page.getByRole('button', { name: 'Run again' }).first().click();
    expect(await productPage.inputValue()).to.equal('https://acme.example/products/lamp');
    const newest = await platform.database.renders.findOne().sort({ createdAt: -1 }).lean();
    expect(newest!.products[0]).to.include({
      fidelity: 'merchant',
      storeSlug: 'acme',
      title: 'Pendant lamp',
    });
    expect(complaints.filter((line) => !line.includes('400'))).to.deep.equal([]);
  });

  it('cancel a render of the playground, and explain one that is refused', async function () {
    this.timeout(60_000);
    const { page } = await visit({ colorScheme: 'dark' });
    await page.goto(`${platform.url}/developers/playground`);
    await page.getByRole('button', { name: 'Use the sample' }).click();
    await page.getByText('file_… of room.jpg').first().waitFor();
    await page.getByText('Live: 1 credit').click();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByText('INSUFFICIENT_CREDITS').waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await keepScreenshot(page, 'developers/playground-refused-1440-dark', true);
    await page.getByText('Test: built-in').click();
    const waiting = page.waitForRequest(/\/visualize$/);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await waiting;
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled. Credits charged: 0.').waitFor();
  });
});
