import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import {
  framed,
  frameLoaded,
  type ShopAndService,
  startShopAndService,
} from '../../support/browser/shop-and-service.ts';

const body = '<button data-service-launcher data-service-product-id="1001">Try it on</button>';
const tag = 'data-service-subdomain="demo" data-service-flow="sofa" data-service-anonymous-id="shopper 7"';
const linkName = 'Open it in a new tab';

describeInBrowser('The loader and the service', (open) => {
  let sites: ShopAndService;
  beforeEach(async () => {
    sites = await startShopAndService();
  });
  afterEach(() => sites.close());

  const link = (page: Page) => page.getByRole('link', { name: linkName });

  it('exchange nothing before a shopper shows interest', async () => {
    const context = await open();
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    const page = await sites.visit(context, { body });
    await page.mouse.move(600, 600);
    await page.mouse.wheel(0, 300);
    await page.waitForLoadState('networkidle');
    expect(asked).to.deep.equal([`${sites.shop}/`, `${sites.service}/service-embed.js`]);
    expect(await page.locator('link[rel=preconnect]').count()).to.equal(0);
  });

  for (const [sign, show] of [
    ['points at', (page: Page) => page.getByText('Try it on').hover()],
    ['focuses', (page: Page) => page.keyboard.press('Tab')],
  ] as const) {
    it(`connect, without a request, when a shopper ${sign} a launcher`, async () => {
      const page = await sites.visit(await open(), { body });
      await show(page);
      await page.mouse.move(0, 0);
      await page.getByText('Try it on').hover();
      expect(await page.locator('link[rel=preconnect]').getAttribute('href')).to.equal(sites.service);
      expect(sites.requests).to.deep.equal(['/service-embed.js']);
    });
  }

  for (const [frameMode, attribute, consent] of [
    ['silent', '', {}],
    ['unframeable', ' data-service-consent="required"', { consent: 'denied' }],
  ] as const) {
    it(`offer the hosted page eight seconds after the load of a frame that is ${frameMode}`, async () => {
      sites.frameMode = frameMode;
      const shop = await sites.visit(await open(), { body, head: sites.tag(tag + attribute), clock: true });
      await shop.clock.pauseAt(Date.now() + 3_600_000);
      await shop.getByText('Try it on').click();
      await frameLoaded(shop);
      await shop.clock.fastForward(7_900);
      expect(await link(shop).count()).to.equal(0);
      await shop.clock.fastForward(200);
      const address = new URL((await link(shop).getAttribute('href'))!);
      expect(address.origin + address.pathname).to.equal(`${sites.service}/embed/demo`);
      expect(Object.fromEntries(address.searchParams)).to.deep.equal({
        lang: 'en',
        anonymous_id: 'shopper 7',
        flow: 'sofa',
        product_id: '1001',
        ...consent,
      });
    });
  }

  it('leave a notice of the service in the dialog, with the button that closes it', async () => {
    sites.frameMode = 'notice';
    const page = await sites.visit(await open(), { body, clock: true });
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.getByText('Try it on').click();
    await frameLoaded(page);
    await page.clock.fastForward(30_000);
    expect(await link(page).count()).to.equal(0);
    expect(await page.locator('service-embed [role=status]').textContent()).to.equal('');
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('service-embed dialog').isVisible()).to.equal(false);
  });

  it('wait for a frame that loads slowly, for twenty seconds', async () => {
    sites.frameMode = 'slow';
    const page = await sites.visit(await open(), { body, clock: true });
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.getByText('Try it on').click();
    await page.clock.fastForward(19_900);
    expect(await link(page).count()).to.equal(0);
    await page.clock.fastForward(200);
    expect(await link(page).count()).to.equal(1);
  });

  it('offer it on a designed page without findings of axe-core', async () => {
    sites.frameMode = 'silent';
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await open({ colorScheme, viewport: screens[390], isMobile: true });
      const page = await sites.visit(context, { body, clock: true });
      await page.getByText('Try it on').click();
      await frameLoaded(page);
      await page.clock.fastForward(8_100);
      await link(page).waitFor();
      expect(await seriousFindings(page)).to.deep.equal([]);
      await keepScreenshot(page, `loader/late-390-${colorScheme}`);
    }
  });

  it('show the try-on after all when it comes late', async () => {
    sites.frameMode = 'silent';
    const page = await sites.visit(await open(), { body, clock: true });
    await page.getByText('Try it on').click();
    await frameLoaded(page);
    await page.clock.fastForward(8_100);
    await link(page).waitFor();
    const element = await page.locator('service-embed iframe').elementHandle();
    const frame = (await element!.contentFrame())!;
    await frame.evaluate(() => say({ type: 'ready' }));
    await link(page).waitFor({ state: 'hidden' });
    await framed(page);
  });

  it('try again with a new frame after a late one was closed', async () => {
    sites.frameMode = 'silent';
    const page = await sites.visit(await open(), { body });
    await page.getByText('Try it on').click();
    await page.getByRole('button', { name: 'Close' }).click();
    sites.frameMode = 'ready';
    await page.getByText('Try it on').click();
    await framed(page);
  });

  it('leave no error in the shop when the service is down', async () => {
    const page = await sites.visit(await open(), { body, clock: true });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        errors.push(message.text());
      }
    });
    await sites.stopService();
    await page.getByText('Try it on').hover();
    await page.getByText('Try it on').click();
    await frameLoaded(page);
    await page.clock.fastForward(8_100);
    await link(page).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('service-embed dialog').waitFor({ state: 'hidden' });
    expect(errors).to.deep.equal([]);
  });

  it('leave a link a link when the loader itself cannot be loaded', async () => {
    await sites.stopService();
    const page = await (await open()).newPage();
    sites.serve({ body: '<a data-service-launcher href="/elsewhere">Try it on</a>', path: '/' });
    await page.goto(sites.shop);
    await page.getByText('Try it on').click();
    await page.waitForURL('**/elsewhere');
  });

  const impostors: [string, (page: Page) => Promise<unknown>][] = [
    ['the page itself', (page) => page.evaluate(() => postMessage({ service: 1, type: 'close' }, '*'))],
    [
      'another frame of the service',
      async (page) => {
        await page.evaluate(
          (address) => {
            const frame = document.createElement('iframe');
            frame.src = address;
            frame.id = 'other';
            document.body.append(frame);
          },
          `${sites.service}/embed/other?origin=${encodeURIComponent(sites.shop)}`,
        );
        const frame = await (await page.locator('#other').elementHandle())!.contentFrame();
        await frame!.waitForFunction(() => 'say' in window);
        await frame!.evaluate(() => say({ type: 'close' }));
      },
    ],
    [
      'a stranger whom the frame was led to',
      async (page) => {
        const frame = await framed(page);
        const stranger = sites.shop.replace('shop.test', 'stranger.test');
        await frame.goto(`${stranger}/stranger`);
        await frame.evaluate(() => parent.postMessage({ service: 1, type: 'close' }, '*'));
      },
    ],
  ];
  for (const [who, send] of impostors) {
    it(`take no message from ${who}`, async () => {
      sites.serve({ path: '/stranger', body: '', head: '<title>Stranger</title>' });
      const page = await sites.visit(await open(), { body });
      await page.getByText('Try it on').click();
      await framed(page);
      await send(page);
      // Messages arrive in their order: once the page has its own, an earlier one has been judged.
      await page.evaluate(
        () =>
          new Promise((arrived) => {
            addEventListener('message', ({ data }) => data === 'over' && arrived(undefined));
            postMessage('over', '*');
          }),
      );
      expect(await page.locator('service-embed dialog').isVisible()).to.equal(true);
    });
  }

  it('send nothing to another site that the frame was navigated to', async () => {
    sites.serve({
      path: '/stranger',
      head: '<script>window.received = []; addEventListener("message", ({ data }) => received.push(data));</script>',
      body: '',
    });
    const page = await sites.visit(await open(), { body });
    await page.getByText('Try it on').click();
    const frame = await framed(page);
    await frame.goto(`${sites.shop.replace('shop.test', 'stranger.test')}/stranger`);
    await page.evaluate(() => window.ServiceEmbed.identify('secret'));
    await page.keyboard.press('Escape');
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    expect(await frame.evaluate(() => received)).to.deep.equal([]);
  });

  it('tell the frame in time which shop it may speak to, and with which rights', async () => {
    const page = await sites.visit(await open(), { body });
    await page.getByText('Try it on').click();
    await framed(page);
    const frame = page.locator('service-embed iframe');
    // Chromium knows the right to share only where the system has a share sheet.
    expect(await frame.getAttribute('allow')).to.match(/^camera;clipboard-write(;web-share)?$/);
    expect(sites.requests[1]).to.include(`origin=${encodeURIComponent(sites.shop)}`);
  });
});
