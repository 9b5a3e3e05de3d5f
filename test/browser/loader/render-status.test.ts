import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import {
  framed,
  inFrame,
  lastMessage,
  type ShopAndService,
  startShopAndService,
} from '../../support/browser/shop-and-service.ts';

const body = '<h1>Sofa</h1><button data-service-launcher>Try it on</button>';
const head = (tag: string) => `<meta name="viewport" content="width=device-width">${tag}`;
const running = { type: 'render', running: true, text: 'Your picture is being made.', action: 'View' };
const ready = { type: 'render', running: false, text: 'Your picture is ready.', action: 'View', since: 0 };

describeInBrowser('The status of a render on the shop’s page', (open) => {
  let sites: ShopAndService;
  before(async () => {
    sites = await startShopAndService();
  });
  after(() => sites.close());

  const status = (page: Page) => page.locator('service-embed-status');
  const dialog = (page: Page) => page.locator('service-embed dialog');

  const scripts = () => sites.requests.filter((path) => path.startsWith('/service-embed-status.js?'));

  async function startAndClose(page: Page): Promise<void> {
    await page.getByText('Try it on').click();
    const frame = await framed(page);
    await frame.evaluate((message) => say({ ...message, since: Date.now() - 23_000 }), running);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
  }

  it('follows the shopper from page to page until the picture was seen', async () => {
    const product = '/products/sofa';
    const page = await sites.visit(await open({ viewport: screens[390] }), { body, path: product });
    sites.serve({ body, path: '/other' });
    await startAndClose(page);
    await status(page).getByText('Your picture is being made.').waitFor();
    expect(await status(page).locator('time').textContent()).to.match(/^0:2\d$/);

    expect(await seriousFindings(page)).to.deep.equal([]);

    await keepScreenshot(page, 'loader/status-running-390');

    // The clock of the service may be ahead.
    await (await framed(page)).evaluate(
      (message) => say({ ...message, since: Date.now() + 60_000 }),
      running,
    );
    await status(page).getByText('0:00').waitFor();

    await page.goto(`${sites.shop}/other`);
    await status(page).getByText('Your picture is being made.').waitFor();
    expect(await dialog(page).isVisible()).to.equal(false);
    const frame = await framed(page);
    expect(await lastMessage(frame, 'visibility')).to.include({ open: false });
    expect(await lastMessage(frame, 'init')).to.include({ productId: 'sofa', status: true });
    await frame.evaluate((message) => say(message), ready);
    await status(page).getByText('Your picture is ready.').waitFor();
    expect(await status(page).locator('time').textContent()).to.equal('');

    await page.reload();
    await status(page).waitFor();
    expect(await seriousFindings(page)).to.deep.equal([]);
    await status(page).getByRole('button', { name: 'View' }).click();
    await dialog(page).waitFor();
    expect(await status(page).count()).to.equal(0);
    const asked = scripts().length;
    await page.reload();
    await page.getByText('Try it on').waitFor();
    expect(await status(page).count()).to.equal(0);
    expect(scripts()).to.have.lengthOf(asked);
  });

  it('is fetched with the first render, once, and by the nonce of the loader', async () => {
    const tag = sites.tag('data-service-subdomain="demo" nonce="of-the-shop"');
    const policy = `script-src 'nonce-of-the-shop'; frame-src ${sites.service}`;
    const before = scripts().length;
    const page = await sites.visit(await open(), { body, head: head(tag), policy });
    await page.getByText('Try it on').click();
    const frame = await framed(page);
    await frame.evaluate((message) => say(message), { ...ready, text: '' });
    await inFrame(frame, () => received.length > 0);
    expect(scripts()).to.have.lengthOf(before);
    for (const since of [1, 2])
      await frame.evaluate((message) => say(message), { ...running, since: Date.now() - since });
    await page.keyboard.press('Escape');
    await status(page).getByText('Your picture is being made.').waitFor();
    expect(scripts()).to.have.lengthOf(before + 1);
  });

  it('says nothing of a picture that was not waited for, in an open dialog, or once it was dismissed', async () => {
    const page = await sites.visit(await open(), { body });
    await page.getByText('Try it on').click();
    const frame = await framed(page);
    await frame.evaluate((message) => say(message), ready);
    await frame.evaluate((message) => say({ ...message, since: Date.now() }), running);
    await inFrame(frame, () => received.length > 0);
    expect(await status(page).count()).to.equal(0);
    await page.keyboard.press('Escape');
    await status(page).getByRole('button', { name: 'Close' }).click();
    expect(await status(page).count()).to.equal(0);
    await page.reload();
    expect(await status(page).count()).to.equal(0);
  });

  it('stands above the bar that a shop keeps at the lower edge', async () => {
    const bar =
      '<div id="bar" style="position:fixed;inset:auto 0 0;height:72px"><button>Add to cart</button></div>';
    const tall = '<div style="height:200vh"></div>';
    const page = await sites.visit(await open({ viewport: screens[390] }), {
      body: body + tall + bar,
      head: head(sites.tag()),
    });
    await startAndClose(page);
    await status(page).waitFor();
    const bottom = await status(page).evaluate(
      (element) => innerHeight - element.getBoundingClientRect().bottom,
    );
    expect(bottom).to.equal(72 + 16);
    await page.getByText('Add to cart').click();
  });

  it('is not there where the shop has turned it off', async () => {
    const tag = sites.tag('data-service-subdomain="demo" data-service-status="off"');
    const page = await sites.visit(await open(), { body, head: head(tag) });
    await startAndClose(page);
    expect(await lastMessage(await framed(page), 'init')).to.include({ status: false });
    expect(await status(page).count()).to.equal(0);
  });
});
