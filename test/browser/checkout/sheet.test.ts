import { expect } from 'chai';
import type { BrowserContextOptions } from 'playwright-core';
import type { Checkout } from '../../../shared/try-on/checkout.ts';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { type SentEvent, takeEvents } from '../../support/browser/reported-events.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import { eventually } from '../../support/platform.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aProductView, aSession, aStoreView, aTryOn } from '../../support/try-on/views.ts';

const shopify: Checkout = {
  platform: 'shopify',
  url: 'http://www.shop.test',
  embedMode: 'permalink',
  storefrontToken: 'abcdef12',
};
const overflow = `Math.max(0, ...[document.documentElement, ...document.querySelectorAll('.sheet-content')]
  .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`;

interface Given {
  checkout?: Checkout | null;
  /** Of the armchair. */
  available?: boolean;
  /** Short id of the shared look that the tab continues from. */
  openedLook?: string;
  context?: BrowserContextOptions;
}

describeInBrowser('The checkout of a look', (open) => {
  let service: FakeTryOnService;
  let url: string;
  let events: SentEvent[];
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
  });
  afterEach(() => service.close());

  /** The result of a T-shirt, of whose variants none was chosen, and an armchair without variants; the sheet is open. */
  async function openSheet({
    checkout = shopify,
    available = true,
    openedLook,
    context: options,
  }: Given = {}) {
    const [shirt, chair] = service.products;
    service.details.set('1001', aProductView({ image: shirt!.image }));
    service.details.set('1002', aProductView({ ...chair!, available, variants: [], options: [] }));
    const items = ['1001', '1002'].map((productId) => ({ productId, variantId: null }));
    const result = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };
    service.view = aTryOn({ state: 'succeeded', position: null, result, items });
    service.session = aSession({ openRender: service.view });
    service.bootstrap = { ...service.bootstrap, store: aStoreView({ checkout }) };
    const context = await open({ reducedMotion: 'reduce', viewport: screens[390], ...options });
    events = await takeEvents(context);
    await context.route('http://www.shop.test/**', (route) => route.fulfill({ body: 'Checkout' }));
    const draft = {
      photo: null,
      items,
      screen: 'result',
      render: 'render-1',
      openedLook: openedLook ?? null,
    };
    await context.addInitScript(
      (saved) => sessionStorage.setItem('service_try_on_draft:demo', saved),
      JSON.stringify(draft),
    );
    const { tab } = await Shopper.visit(context, `${url}/?anonymous_id=shopper-7`);
    await tab.locator('.result-action .button').first().click();
    const sheet = tab.getByRole('dialog');
    await sheet.locator('.checkout-line, .notice-box').first().waitFor();
    return { tab, sheet };
  }
  const clicked = () =>
    events.filter(({ event }) => event === 'Service Checkout Clicked').map(({ properties }) => properties);

  it('leads to the shop with variants, quantities and the visitor’s id, and is reported before', async () => {
    const { tab, sheet } = await openSheet();
    expect(await sheet.getByLabel('Size, Graphic T-shirt').inputValue()).to.equal('M');
    await sheet.getByLabel('Quantity of Shell armchair').selectOption('3');
    await sheet.getByText('€776.00', { exact: true }).waitFor();
    await sheet.getByRole('link', { name: 'Check out' }).click();
    await tab.waitForURL(
      /^http:\/\/www\.shop\.test\/cart\/12:1,1002:3\?attributes\[anonymous_id\]=shopper-7&/,
    );
    expect(new URL(tab.url()).searchParams.get('access_token')).to.equal('abcdef12');
    expect(clicked()).to.deep.equal([
      {
        ...{ productIds: ['1001', '1002'], variantIds: ['12'], selectedItemCount: 2 },
        ...{ hasStorefrontToken: true, fromSharedLook: false },
      },
    ]);
  });

  it('keeps quantities and sizes while it is closed', async () => {
    const { tab, sheet } = await openSheet();
    await sheet.getByLabel('Quantity of Shell armchair').selectOption('3');
    await sheet.getByRole('button', { name: 'Close' }).click();
    await tab.locator('.result-action .button').first().click();
    expect(await sheet.getByLabel('Quantity of Shell armchair').inputValue()).to.equal('3');
  });

  it('is reported once for an impatient shopper', async () => {
    const { tab, sheet } = await openSheet();
    await tab.context().route('http://www.shop.test/**', () => {}); // a shop that takes its time
    const leaving = tab.waitForRequest(/www\.shop\.test/);
    await sheet.getByRole('link', { name: 'Check out' }).dblclick();
    await leaving;
    await eventually(() => clicked().length > 0);
    expect(clicked()).to.have.length(1);
  });

  it('names what is sold out before the tap, leaves it out, and says which shared look it comes from', async () => {
    const { tab, sheet } = await openSheet({ available: false, openedLook: 'a1b2c3' });
    await sheet.getByText('Sold out', { exact: true }).waitFor();
    await sheet.getByText('1 item cannot be bought right now. It is left out.').waitFor();
    expect(await sheet.getByRole('combobox', { name: /^Quantity/ }).count()).to.equal(1);
    await sheet.getByRole('link', { name: 'Check out' }).click();
    await tab.waitForURL('http://www.shop.test/cart/12:1?**');
    expect(clicked()).to.deep.equal([
      {
        ...{ productIds: ['1001'], variantIds: ['12'], selectedItemCount: 1, hasStorefrontToken: true },
        ...{ fromSharedLook: true, sharedLookShortId: 'a1b2c3' },
      },
    ]);
  });

  it('has no way on when nothing can be bought, and tries again what did not load', async () => {
    service.refused.set('GET /products/1001', { status: 503, reason: 'unavailable' });
    const { sheet } = await openSheet();
    service.refused.clear();
    service.details.clear();
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await sheet.getByText('None of these items can be bought right now.').waitFor();
    expect(await sheet.getByText('No longer in the shop').count()).to.equal(2);
    expect(await sheet.getByRole('link', { name: 'Check out' }).count()).to.equal(0);
  });

  it('links to the pages of the products where the store has no checkout, and reports none', async () => {
    const { sheet } = await openSheet({ checkout: null });
    const link = sheet.getByRole('link', { name: 'View Graphic T-shirt in the shop' });
    expect(await link.getAttribute('href')).to.equal('https://shop.example/products/graphic-t-shirt');
    expect(await sheet.getByRole('combobox').count()).to.equal(0);
    expect(clicked()).to.deep.equal([]);
  });

  const states: [name: string, given: Given][] = [
    ['sheet', { available: false }],
    ['pages', { checkout: null }],
  ];
  for (const [name, given] of states) {
    it(`can be used by everyone: ${name}`, async () => {
      const { tab } = await openSheet(given);
      await tab.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme });
        expect(await seriousFindings(tab), `${name} ${colorScheme}`).to.deep.equal([]);
        for (const [width, size] of Object.entries(screens)) {
          await tab.setViewportSize(size);
          expect(await tab.evaluate(overflow), `${name} at ${width}`).to.equal(0);
          await keepScreenshot(tab, `checkout/${name}-${width}-${colorScheme}`);
        }
      }
    });
  }

  for (const language of ['en', 'de', 'fr', 'es']) {
    it(`fits a small phone with large text in ${language}`, async () => {
      service.language = language;
      const { tab, sheet } = await openSheet({ available: false, context: { viewport: screens[320] } });
      await tab.addStyleTag({ content: 'html { font-size: 200% }' });
      await sheet.locator('.button-primary').scrollIntoViewIfNeeded();
      expect(await tab.evaluate(overflow)).to.equal(0);
      await keepScreenshot(tab, `checkout/sheet-320-large-${language}`);
    });
  }
});
