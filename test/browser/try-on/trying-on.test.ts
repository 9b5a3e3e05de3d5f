import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aFlow, aSession } from '../../support/try-on/views.ts';

const closet = Buffer.from(JSON.stringify([{ productId: '1001' }, { productId: '1003' }])).toString(
  'base64url',
);

describeInBrowser('What is tried on', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
    service.flows.set('corner', aFlow());
    const [shirt, ...others] = service.products;
    service.products = [{ ...shirt!, variantId: '13', variantTitle: 'Blue / S' }, ...others];
  });
  afterEach(() => service.close());

  const visit = async (query: string) =>
    Shopper.visit(await open({ viewport: screens[390], reducedMotion: 'reduce' }), `${url}/${query}`);
  const line = ({ page }: Shopper) => page.getByRole('region', { name: 'Trying on' });
  const shifts = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<number>((tell) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              sum += (entry as PerformanceEntry & { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => tell(sum), 300);
        }),
    );

  it('is the item of the shop’s page, from the photo to the wait', async () => {
    const shopper = await visit('?product_id=1001&variant_id=13');
    await line(shopper).getByText('Graphic T-shirt, Blue · S').waitFor();
    await line(shopper).getByText('€29.00').waitFor();
    expect(await seriousFindings(shopper.tab)).to.deep.equal([]);
    for (const [width, size] of Object.entries(screens)) {
      await shopper.tab.setViewportSize(size);
      await keepScreenshot(shopper.tab, `try-on/photo-trying-on-${width}`);
    }
    await shopper.button('Use this photo').click();
    await shopper.heading('Creating your picture').waitFor();
    await line(shopper).getByText('Graphic T-shirt, Blue · S').waitFor();
    await keepScreenshot(shopper.tab, 'try-on/waiting-trying-on-1440');
  });

  it('decides which photos are first, and what the shopper is asked for', async () => {
    const [first, second, ...others] = service.products;
    service.products = [{ ...first!, scene: 'person' }, { ...second!, scene: 'room' }, ...others];
    for (const [product, model, lead] of [
      ['1001', 'A person in a space suit', /shoulders/],
      ['1002', 'A bedside table', /your room/],
    ] as const) {
      const shopper = await visit(`?product_id=${product}`);
      await line(shopper).waitFor();
      await shopper.text(lead).waitFor();
      const models = shopper.page.getByRole('button', { name: /Use the photo/ });
      expect(await models.first().getAttribute('aria-label')).to.contain(model);
      await keepScreenshot(shopper.tab, `try-on/photo-${product}-390`);
    }
  });

  it('has its place before it is known', async () => {
    service.session = aSession({ lastPhoto: null });
    const shopper = await visit('?product_id=1001');
    await line(shopper).getByText('Graphic T-shirt').waitFor();
    expect(await shifts(shopper.tab)).to.be.lessThan(0.01);
  });

  it('are the items of a closet', async () => {
    const shopper = await visit(`?closet=${closet}`);
    await line(shopper).getByText('2 items').waitFor();
    expect(await line(shopper).locator('img').count()).to.equal(2);
  });

  it('is the flow that the shop offers', async () => {
    const shopper = await visit('?flow=corner');
    await line(shopper).getByText('Furnish a corner · 3 steps').waitFor();
    await keepScreenshot(shopper.tab, 'try-on/photo-trying-on-flow-390');
  });

  it('is not named where the shopper chooses freely, or the item is gone', async () => {
    for (const query of ['', '?product_id=gone']) {
      const shopper = await visit(query);
      await shopper.button('Use this photo').waitFor();
      await shopper.tab.waitForFunction(() => !document.querySelector('.skeleton:has(+ .screen-heading)'));
      expect(await line(shopper).count(), query).to.equal(0);
    }
  });
});
