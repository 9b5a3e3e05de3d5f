import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { importDemoCatalog } from '../../scripts/demo-catalog.ts';
import { type DemoShop, startDemoShop } from '../../scripts/demo-shop/server.ts';
import { createStore, updateStore } from '../../shared/stores/stores.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../support/browser/screenshots.ts';
import type { StorageMode } from '../support/browser/storage-modes.ts';
import { startPlatform, type TestAccount, type TestPlatform } from '../support/platform.ts';
import { Shopper } from '../support/try-on/shopper.ts';

const name = 'Demo store';

describeInBrowser('From the demo shop to the picture', (open) => {
  let platform: TestPlatform;
  let account: TestAccount;
  let shop: DemoShop;
  let url: string;
  before(async () => {
    platform = await startPlatform({ env: { EMBED_HOST: 'embed.service.test' } });
    account = await platform.account();
    const { database, config } = platform;
    const slug = 'demo';
    const store = await createStore(database.stores, {
      account: account.id,
      slug,
      name,
      hosts: ['www.shop.test'],
    });
    const { MONGODB_URI, DATA_DIR: dataDir } = config;
    await importDemoCatalog(database, { store: store._id, dataDir, env: { MONGODB_URI } });
    const service = platform.url.replace('127.0.0.1', 'embed.service.test');
    shop = await startDemoShop({ host: '127.0.0.1', port: 0, service, subdomain: slug, name });
    url = shop.url.replace('localhost', 'www.shop.test');
    await updateStore(database.stores, slug, {
      checkout: { platform: 'shopify', url, embedMode: 'cart' },
    });
  });
  after(async () => {
    await shop.close();
    await platform.close();
  });

  async function enter(page: Page): Promise<Shopper> {
    await page.getByRole('main').getByRole('link', { name: 'Try it on' }).click();
    const element = await page.locator('service-embed iframe').elementHandle();
    const frame = (await element!.contentFrame())!;
    await frame.getByRole('heading', { level: 1 }).first().waitFor();
    return new Shopper(frame);
  }
  const hidden = (page: Page) => page.locator('service-embed dialog').waitFor({ state: 'hidden' });

  for (const storage of ['blocked', 'partitioned', 'allowed'] as const satisfies StorageMode[]) {
    it(`leads from a product to its picture, for one credit, and into the cart, with storage ${storage}`, async () => {
      const before = (await platform.credits(account.id)).available;
      const page = await (await open({ storage, viewport: screens[1440] })).newPage();
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.goto(`${url}/products/leather-sofa`);
      const shopper = await enter(page);
      await keepScreenshot(page, `story/photo-${storage}`);
      const completed = page.evaluate(
        () =>
          new Promise((done) => document.addEventListener('service:try-on-completed', done, { once: true })),
      );
      // The photo of one item leads straight to its picture.
      await shopper.chooseFile('examples/room-console.jpg');
      await completed;
      await shopper.heading('Here is your look').waitFor();
      await keepScreenshot(page, `story/result-${storage}`);
      expect((await platform.credits(account.id)).available).to.equal(before - 1);
      await shopper.button('Add to cart').click();
      await page.waitForURL(`${url}/cart`);
      await page.getByRole('link', { name: 'Three-seat leather sofa' }).waitFor();
      expect(errors).to.deep.equal([]);
    });
  }

  it('keeps the look when the dialog closes, and adds the product of the next page', async () => {
    const page = await (await open()).newPage();
    await page.goto(`${url}/products/leather-sofa`);
    const shopper = await enter(page);
    await shopper.chooseFile('examples/room-console.jpg');
    await shopper.heading('Here is your look').waitFor();
    await shopper.button('Close').click();
    await hidden(page);
    // As a shop that changes its pages by script.
    await page.evaluate(() => {
      history.pushState(null, '', '/products/pendant-lamp');
      const launcher = document.querySelector<HTMLElement>('main [data-try-on]')!;
      delete launcher.dataset.serviceProductId;
      delete launcher.dataset.serviceVariantId;
    });
    await enter(page);
    await shopper.text('Not in this picture yet').waitFor();
    await shopper.button('Create new picture').waitFor();
  });
});
