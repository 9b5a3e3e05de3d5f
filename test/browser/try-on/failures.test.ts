import { expect } from 'chai';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { screens } from '../../support/browser/screenshots.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aSession } from '../../support/try-on/views.ts';

const room = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };

describeInBrowser('A shopper without a picture', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
  });
  afterEach(() => service.close());

  const visit = async (query = '') =>
    Shopper.visit(await open({ viewport: screens[390] }), `${url}/${query}`);

  it('keeps photo and items in sight after a failure, and can buy them', async () => {
    const shopper = await visit();
    await shopper.startTryOn();
    service.change({ state: 'failed', failure: { reason: 'generation_failed', retryable: true } });
    await shopper.heading('The picture did not turn out').waitFor();
    expect(await shopper.page.locator('.waiting-picture > img').isVisible()).to.equal(true);
    expect(await shopper.page.locator('.waiting-items li').count()).to.equal(2);
    await shopper.button('Buy this look').click();
    await shopper.page.getByRole('dialog').getByText('Buy this look').waitFor();
  });

  it('buys and browses while the store makes no pictures', async () => {
    service.session = aSession({ paused: 'store_limit' });
    const shopper = await visit('?product_id=1002');
    await shopper.page.getByRole('region', { name: 'Trying on' }).getByText('Shell armchair').waitFor();
    await shopper.button('Check out').waitFor();
    await shopper.page.getByRole('main').getByRole('link', { name: 'Back to Northlight' }).waitFor();
    await shopper.button('Browse items').click();
    await shopper.heading('Choose items').waitFor();
    await shopper.addItem('Beanie');
    await shopper.button('Buy this look').waitFor();
    expect(await shopper.button(/Try on/).count()).to.equal(0);
  });

  it('is offered to buy first at a cap that the last picture has reached', async () => {
    service.refused.set('POST /renders', { status: 429, reason: 'visitor_limit' });
    const shopper = await visit('?product_id=1002');
    await shopper.button('Use this photo').click();
    await shopper.heading('That was your last picture for today').waitFor();
    await shopper.page.locator('.failure-ways > :first-child').getByText('Check out').waitFor();
    await shopper.button('Browse items').click();
    await shopper.heading('Choose items').waitFor();
  });

  it('sees the picture as the largest thing on each screen', async () => {
    const shopper = await visit();
    await shopper.startTryOn();
    const least = { 320: 0.25, 390: 0.25, 768: 0.4, 1440: 0.45, landscape: 0.45 };
    const readShare = (selector: string) =>
      shopper.page.locator(selector).evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const [width, height] = [Math.min(right, innerWidth) - left, Math.min(bottom, innerHeight) - top];
        return (width * height) / (innerWidth * innerHeight);
      });
    for (const selector of ['.waiting-picture', '.stage']) {
      if (selector === '.stage')
        service.change({ state: 'succeeded', position: null, result: room, photo: null });
      await shopper.page.locator(selector).waitFor();
      for (const name of Object.keys(screens) as unknown as (keyof typeof screens)[]) {
        await shopper.tab.setViewportSize(screens[name]);
        expect(await readShare(selector), `${selector} at ${name}`).to.be.greaterThan(least[name]);
      }
    }
  });
});
