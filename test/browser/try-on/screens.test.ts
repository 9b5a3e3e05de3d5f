import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { itemScreens, type ScreenState } from '../../support/try-on/item-screens.ts';
import { sharingScreens } from '../../support/try-on/sharing-screens.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aSession, aStoreView } from '../../support/try-on/views.ts';

const room = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };
const twoItems = ['1001', '1002'].map((productId) => ({ productId, variantId: null }));
const wideAndNarrow = Object.entries(screens);

const states: ScreenState[] = [
  { name: 'photo', reach: (shopper) => shopper.button('Use this photo').waitFor() },
  {
    name: 'photo-without-offers',
    prepare: (service) => {
      service.session = aSession({ models: [], lastPhoto: null });
    },
    reach: (shopper) => shopper.button('Take a photo').waitFor(),
  },
  {
    name: 'photo-uploading',
    prepare: (service) => service.silent.add('POST /photos'),
    async reach(shopper) {
      await shopper.chooseFile('examples/models/room-sofa.jpg');
      await shopper.text('Uploading your photo').waitFor();
    },
  },
  {
    name: 'photo-refused',
    async reach(shopper) {
      await shopper.chooseFile({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
      await shopper.page.getByRole('heading', { name: 'That file is not a photo' }).waitFor();
    },
  },
  {
    name: 'camera-refused',
    async reach(shopper) {
      await shopper.button('Take a photo').click();
      await shopper.page
        .getByRole('dialog')
        .getByText(/camera/)
        .last()
        .waitFor();
    },
  },
  {
    name: 'paused',
    prepare: (service) => {
      service.session = aSession({ paused: 'insufficient_credits' });
    },
    reach: (shopper) => shopper.heading('The try-on is taking a break').waitFor(),
  },
  {
    name: 'unreachable',
    prepare: (service) => service.refused.set('POST /session', { status: 503, reason: 'unavailable' }),
    reach: (shopper) => shopper.heading('The try-on cannot be reached').waitFor(),
  },
  ...itemScreens,
  {
    name: 'waiting',
    async reach(shopper) {
      await shopper.startTryOn();
      await shopper.text('2 pictures ahead of yours').waitFor();
    },
  },
  {
    name: 'running',
    async reach(shopper, service) {
      await shopper.startTryOn();
      service.change({ state: 'running', position: null, progress: 0.6 });
      await shopper.page.getByRole('progressbar').waitFor();
    },
  },
  {
    name: 'cancelling',
    async reach(shopper) {
      await shopper.startTryOn();
      await shopper.button('Cancel').click();
      await shopper.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'failed',
    async reach(shopper, service) {
      await shopper.startTryOn();
      service.change({ state: 'failed', failure: { reason: 'generation_failed', retryable: true } });
      await shopper.heading('The picture did not turn out').waitFor();
    },
  },
  {
    name: 'result',
    async reach(shopper, service) {
      await shopper.startTryOn();
      service.change({
        state: 'succeeded',
        position: null,
        result: room,
        items: twoItems,
      });
      await shopper.page.getByRole('slider').fill('50');
    },
  },
  {
    name: 'result-changed',
    async reach(shopper, service) {
      await shopper.startTryOn();
      service.change({ state: 'succeeded', position: null, result: room, items: twoItems });
      await shopper.button('Remove Shell armchair').click();
      await shopper.text('Your look has changed').waitFor();
    },
  },
  ...sharingScreens,
];

describeInBrowser('The screens of the try-on', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
  });
  afterEach(() => service.close());

  /** Wider than the window is what a shopper would have to scroll sideways for. */
  const overflow = (page: Page) =>
    page.evaluate(`Math.max(0, ...[document.documentElement, ...document.querySelectorAll('.sheet-content')]
      .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`);

  /** Only the content of a sheet scrolls, beneath its title. */
  const sheetOverflow = (page: Page) =>
    page.evaluate(`Math.max(0, ...[...document.querySelectorAll('.sheet')]
      .map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))`);

  /** A change of theme would start transitions, in the middle of which axe-core would measure colors. */
  const withoutTransitions = (page: Page) =>
    page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' });

  for (const { name, prepare, reach } of states) {
    it(`can be used by everyone: ${name}`, async () => {
      prepare?.(service);
      const context = await open({ reducedMotion: 'reduce', viewport: screens[390] });
      const shopper = await Shopper.visit(context, url);
      await reach(shopper, service);
      const { tab } = shopper;
      await withoutTransitions(tab);
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme });
        expect(await seriousFindings(tab), colorScheme).to.deep.equal([]);
        for (const [width, size] of wideAndNarrow) {
          await tab.setViewportSize(size);
          expect(await overflow(tab), `${name} at ${width}`).to.equal(0);
          expect(await sheetOverflow(tab), `the sheet of ${name} at ${width}`).to.be.at.most(1);
          await keepScreenshot(tab, `try-on/${name}-${width}-${colorScheme}`);
        }
      }
    });
  }

  it('fit at 200 % text on a small phone', async () => {
    const context = await open({ viewport: screens[320] });
    const shopper = await Shopper.visit(context, url);
    await shopper.tab.addStyleTag({ content: 'html { font-size: 200% }' });
    for (const screen of ['photo', 'items', 'waiting', 'result']) {
      if (screen === 'items') await shopper.useLastPhoto();
      if (screen === 'waiting') {
        await shopper.addItem('Graphic T-shirt');
        await shopper.button('Try it on').click();
        await shopper.text('2 pictures ahead of yours').waitFor();
      }
      if (screen === 'result') {
        service.change({ state: 'succeeded', position: null, result: room });
        await shopper.page.getByRole('slider').waitFor();
      }
      expect(await overflow(shopper.tab), screen).to.equal(0);
      await keepScreenshot(shopper.tab, `try-on/${screen}-320-large-text`);
    }
  });

  for (const accent of ['#ffd400', '#0a1440']) {
    it(`keep their contrast from right to left, with the accent ${accent}`, async () => {
      service.dir = 'rtl';
      service.bootstrap = { ...service.bootstrap, store: aStoreView({ accent, radius: 20 }) };
      const shopper = await Shopper.visit(await open({ viewport: screens[390] }), url);
      await shopper.startTryOn();
      service.change({ state: 'succeeded', position: null, result: room });
      await shopper.page.getByRole('slider').fill('30');
      await withoutTransitions(shopper.tab);
      for (const colorScheme of ['light', 'dark'] as const) {
        await shopper.tab.emulateMedia({ colorScheme });
        expect(await seriousFindings(shopper.tab), colorScheme).to.deep.equal([]);
        await keepScreenshot(shopper.tab, `try-on/result-rtl-${accent.slice(1)}-${colorScheme}`);
      }
    });
  }

  it('can be read with forced colors', async () => {
    const shopper = await Shopper.visit(await open({ forcedColors: 'active', viewport: screens[390] }), url);
    await shopper.startTryOn();
    service.change({ state: 'succeeded', position: null, result: room });
    await shopper.page.getByRole('slider').fill('50');
    expect(await seriousFindings(shopper.tab)).to.deep.equal([]);
    await keepScreenshot(shopper.tab, 'try-on/result-forced-colors');
  });
});
