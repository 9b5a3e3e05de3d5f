import { expect } from 'chai';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { takeEvents } from '../../support/browser/reported-events.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import { eventually } from '../../support/platform.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';

const room = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };

const leftTexts = {
  0: 'No pictures left for today.',
  1: 'A new picture uses the last one you have today.',
  2: 'A new picture uses one of the 2 you have left today.',
};

describeInBrowser('A result that is not right', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
  });
  afterEach(() => service.close());

  for (const [width, colorScheme, again] of [
    [390, 'light', { left: 2, isFree: true }],
    [1440, 'dark', { left: 1, isFree: false }],
    [320, 'light', { left: 0, isFree: true }],
  ] as const) {
    it(`is reported to the shop, without an event, at ${width} pixels`, async () => {
      const context = await open({ viewport: screens[width], colorScheme, reducedMotion: 'reduce' });
      const events = await takeEvents(context);
      const shopper = await Shopper.visit(context, url);
      await shopper.startTryOn();
      const items = ['1001', '1002'].map((productId) => ({ productId, variantId: null }));
      service.change({ state: 'succeeded', position: null, result: room, items, again });
      await shopper.page.getByRole('slider').waitFor();
      const before = events.length;
      await keepScreenshot(shopper.tab, `try-on/result-feedback-${width}-${colorScheme}`);

      await shopper.page.getByText(leftTexts[again.left]).waitFor();
      expect(await shopper.button('Create again').count()).to.equal(again.left === 0 ? 0 : 1);

      await shopper.button('Not right?').click();
      const send = shopper.button('Send');
      expect(await send.isDisabled()).to.equal(true);
      await shopper.page.getByLabel('An item is in the wrong place').check();
      await shopper.page.getByLabel('My photo was changed').check();
      expect(await seriousFindings(shopper.tab)).to.deep.equal([]);
      await keepScreenshot(shopper.tab, `try-on/feedback-${width}-${colorScheme}`);
      await send.click();
      const dialog = shopper.page.getByRole('dialog');
      await dialog.getByRole('paragraph').filter({ hasText: 'The shop counts it' }).waitFor();
      expect(await dialog.getByRole('status').textContent()).to.include('The shop counts it');
      await keepScreenshot(shopper.tab, `try-on/feedback-sent-${width}-${colorScheme}`);
      const [request] = service.requests('PUT', `/renders/${service.view.id}/feedback`);
      expect(JSON.parse(request!.body.toString())).to.deep.equal({
        reasons: ['wrong_place', 'photo_changed'],
      });
      expect(events.slice(before)).to.have.length(0);

      await dialog.getByRole('button', { name: again.isFree ? 'Try again, free' : 'Create again' }).click();
      await eventually(() => service.requests('POST', '/renders').length === 2);
      const bodies = service.requests('POST', '/renders').map(({ body }) => JSON.parse(body.toString()));
      expect(bodies.map(({ secondOf }) => secondOf)).to.deep.equal([
        undefined,
        again.isFree ? service.view.id : undefined,
      ]);
    });
  }
});
