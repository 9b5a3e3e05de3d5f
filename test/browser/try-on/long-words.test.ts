import { expect } from 'chai';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aFlow, aProductView, someProducts } from '../../support/try-on/views.ts';

const word = 'Schlafzimmerkommodenaufsatzbrett';
const room = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };

/** By how many pixels the page or the sheet above it is wider than what is seen of it. */
const hidden = `Math.max(...[document.documentElement, ...document.querySelectorAll('dialog[open], .sheet-content')]
  .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`;

/** Texts that stick out of their tile, row or sheet, or out of the window. */
const loose = `[...document.querySelectorAll('dialog[open]')].slice(-1).concat(document.querySelector('main'))
  .flatMap((place) => [...place.querySelectorAll('li, h1, h2, fieldset, .button:not(.browse-bar *)')])
  .filter((box) => {
    const { left, right } = box.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(box);
    const seen = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const shows = getComputedStyle(box).overflowX === 'visible';
    return shows && seen.some((text) => text.left < left - 1 || text.right > right + 1 || text.right > innerWidth + 1);
  })
  .map(({ textContent }) => textContent)`;

describeInBrowser('A store whose titles are one long word', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
    service.language = 'de';
    service.products = someProducts().map((product, index) => ({ ...product, title: `${word}${index}` }));
    for (const card of service.products) {
      const values = [word, `${word}2`].map((value) => ({ value, swatch: null }));
      // One can be bought: adding asks for nothing.
      const variants = aProductView()
        .variants.slice(0, 2)
        .map((one) => ({ ...one, options: [one.available ? word : `${word}2`] }));
      service.details.set(card.productId, {
        ...aProductView(),
        ...card,
        options: [{ name: word, values }],
        variants,
        images: card.image ? [card.image] : [],
      });
    }
    service.flows.set('corner', aFlow({ name: word }));
  });
  afterEach(() => service.close());

  for (const width of [320, 390] as const) {
    it(`shows every list, sheet and tray in its place at ${width} px`, async () => {
      const context = await open({ viewport: screens[width], reducedMotion: 'reduce', locale: 'de' });
      const shopper = await Shopper.visit(context, url);
      const { tab } = shopper;
      const isInPlace = async (name: string) => {
        await keepScreenshot(tab, `try-on/long-words/${name}-${width}`);
        expect(await tab.evaluate(loose), name).to.deep.equal([]);
        expect(await tab.evaluate(hidden), name).to.equal(0);
      };
      await shopper.button('Dieses Foto verwenden').click();
      for (const index of [0, 1]) await shopper.button(`${word}${index} hinzufügen`).click();
      await isInPlace('items');
      await shopper.button(/^Look bearbeiten/).click();
      await isInPlace('look');
      await shopper.button('Fertig').click();
      await tab.locator('.tile-open').first().click();
      await tab.locator('dialog .choice').waitFor();
      await isInPlace('product');
      await tab.keyboard.press('Escape');
      await shopper.button(/2 Artikel anprobieren/).click();
      await tab.getByRole('progressbar').waitFor();
      await isInPlace('wait');
      const items = ['1001', '1002'].map((productId) => ({ productId, variantId: null }));
      service.change({ state: 'succeeded', position: null, result: room, items });
      await tab.getByRole('slider').waitFor();
      await isInPlace('result');
      await tab.locator('.result-action .button').first().click();
      await tab.locator('.checkout-line').first().waitFor();
      await isInPlace('checkout');
      const flow = await Shopper.visit(
        await open({ viewport: screens[width], locale: 'de' }),
        `${url}/?flow=corner`,
      );
      await flow.button('Dieses Foto verwenden').click();
      await flow.page.locator('.tile').first().waitFor();
      await keepScreenshot(flow.tab, `try-on/long-words/flow-${width}`);
      expect(await flow.tab.evaluate(loose)).to.deep.equal([]);
    });
  }
});
