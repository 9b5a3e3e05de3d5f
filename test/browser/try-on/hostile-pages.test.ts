import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { type ShopAndService, startShopAndService } from '../../support/browser/shop-and-service.ts';
import { startPlatform, type TestPlatform } from '../../support/platform.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { openStore } from '../../support/try-on.ts';

describeInBrowser('A hostile page', (open) => {
  let platform: TestPlatform;
  let sites: ShopAndService;
  let stranger: string;
  before(async () => {
    platform = await startPlatform();
    sites = await startShopAndService();
    stranger = sites.shop.replace('shop.test', 'stranger.test');
    const head = '<script>received = []; onmessage = ({ data }) => received.push(data);</script>';
    sites.serve({ path: '/', head, body: '' });
  });
  after(() => Promise.all([platform.close(), sites.close()]));

  /** A page of a stranger, which keeps every message that it receives. */
  async function visitStranger(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(stranger);
    return page;
  }

  const claims: [string, (slug: string) => string][] = [
    ['itself', () => stranger],
    ['the shop', (slug) => `https://${slug}.example`],
  ];
  for (const [who, claimed] of claims) {
    it(`frames the try-on as ${who}, and receives neither a page nor a message`, async () => {
      const { slug } = await openStore(platform);
      const page = await visitStranger(await open());
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      const address = `${platform.url}/embed/${slug}?embed=1&origin=${encodeURIComponent(claimed(slug))}`;
      await page.evaluate((src) => {
        document.body.append(Object.assign(document.createElement('iframe'), { src }));
      }, address);
      await refused;
      await page.frames()[1]!.waitForURL(/^chrome-error:/);
      expect(await page.evaluate('received')).to.deep.equal([]);
    });
  }

  it('opens the hosted page, and its messages change nothing there', async () => {
    const { slug } = await openStore(platform);
    const context = await open();
    const sessions: unknown[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/session')) sessions.push(request.postDataJSON());
    });
    const page = await visitStranger(context);
    const tab = context.waitForEvent('page');
    const hosted = platform.url.replace('127.0.0.1', `${slug}.localhost`);
    await page.evaluate((address) => {
      Object.assign(window, { opened: window.open(`${address}/?origin=${encodeURIComponent(origin)}`) });
    }, hosted);
    const shopper = new Shopper(await tab);
    const model = shopper.button(/A room with a window/);
    await model.waitFor();
    await page.evaluate(`
      const nothing = { flow: null, closet: null, share: null, variantId: null, pageUrl: origin };
      opened.postMessage({ service: 1, type: 'identify', anonymousId: 'evil' }, '*');
      opened.postMessage({ service: 1, type: 'init', anonymousId: 'evil', productId: '7001', ...nothing }, '*');`);
    await model.click();
    await shopper.addItem('Lamp');
    await shopper.button('Edit look, 1 item').waitFor();
    await shopper.tab.reload();
    await shopper.button('Edit look, 1 item').waitFor();
    expect(sessions).to.have.length(2);
    expect(JSON.stringify(sessions)).not.to.include('evil');
    expect(await page.evaluate('received')).to.deep.equal([]);
  });
});
