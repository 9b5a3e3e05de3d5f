import { expect } from 'chai';
import { type DemoShop, startDemoShop } from '../../scripts/demo-shop/server.ts';
import { seriousFindings } from '../support/browser/accessibility.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../support/browser/screenshots.ts';
import {
  framed,
  lastMessage,
  type ShopAndService,
  startShopAndService,
} from '../support/browser/shop-and-service.ts';
import { eventually } from '../support/platform.ts';

const pages = {
  home: '/',
  department: '/collections/furniture',
  product: '/products/pullover-hoodie',
  cart: '/cart',
};

describeInBrowser('The demo shop', (open) => {
  let sites: ShopAndService;
  let shop: DemoShop;
  let url: string;
  before(async () => {
    sites = await startShopAndService();
    const { service } = sites;
    shop = await startDemoShop({
      host: '127.0.0.1',
      port: 0,
      service,
      subdomain: 'demo',
      name: 'Demo store',
    });
    url = shop.url.replace('localhost', 'www.shop.test');
  });
  after(() => Promise.all([shop.close(), sites.close()]));

  it('opens the try-on with the variant that is chosen, and with its own id of the visitor', async () => {
    const page = await (await open()).newPage();
    await page.goto(`${url}/products/graphic-t-shirt`);
    await page.getByLabel('White').check();
    await page.getByLabel('M', { exact: true }).check();
    await page.getByRole('link', { name: 'Try it on' }).click();
    const init = await lastMessage(await framed(page), 'init');
    expect(init).to.include({ productId: '1001', variantId: '100110' });
    expect(init!.anonymousId).to.match(/^shop-\w+$/);
    expect(init!.pageUrl).to.equal(`${url}/products/graphic-t-shirt?variant=100110`);
  });

  it('keeps a cart, whose lines change and go', async () => {
    const page = await (await open()).newPage();
    await page.goto(`${url}/products/bird-cushion`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: /^Cart/ }).click();
    const total = page.locator('[data-total] strong');
    const shown = async () => Number((await total.textContent())!.replace(/[^\d.]/g, ''));
    await total.filter({ hasText: /[1-9]/ }).waitFor();
    const single = await shown();
    await page.getByLabel('Quantity').fill('3');
    await page.getByLabel('Quantity').blur();
    await eventually(async () => (await shown()) === single * 3);
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('Your cart is empty.').waitFor();
  });

  for (const width of [320, 390] as const) {
    it(`offers the try-on without scrolling at ${width} pixels`, async () => {
      const viewport = screens[width];
      const page = await (await open({ viewport, isMobile: true })).newPage();
      for (const path of [pages.home, pages.product]) {
        await page.goto(url + path);
        const box = (await page.getByRole('link', { name: 'Try it on' }).boundingBox())!;
        expect(box.y + box.height, path).to.be.at.most(viewport.height);
      }
    });
  }

  for (const viewport of Object.values(screens)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`fits ${viewport.width} pixels in ${colorScheme} colors, without findings of axe-core`, async () => {
        const isMobile = viewport.width <= 640;
        const page = await (await open({ viewport, colorScheme, isMobile })).newPage();
        for (const [name, path] of Object.entries(pages)) {
          await page.goto(url + path);
          const tooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
          expect(await page.evaluate(tooWide), path).to.equal(false);
          expect(await seriousFindings(page), path).to.deep.equal([]);
          await keepScreenshot(page, `demo-shop/${name}-${viewport.width}-${colorScheme}`);
          if (name === 'product') await page.getByRole('button', { name: 'Add to cart' }).click();
        }
      });
    }
  }
});
