import { expect } from 'chai';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aFlow } from '../../support/try-on/views.ts';

const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describeInBrowser('The screens of a guided flow', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
    service.flows.set('corner', aFlow());
  });
  afterEach(() => service.close());

  it('can be used by everyone: the first step, a step that may be skipped, the last one, the way out', async () => {
    const context = await open({ reducedMotion: 'reduce', viewport: screens[390] });
    const shopper = await Shopper.visit(context, `${url}/?flow=corner`);
    const { tab } = shopper;
    await tab.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' });
    const look = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme });
        expect(await seriousFindings(tab), `${name} ${colorScheme}`).to.deep.equal([]);
        for (const [width, size] of Object.entries(screens)) {
          await tab.setViewportSize(size);
          expect(await tab.evaluate(overflow), `${name} at ${width}`).to.equal(0);
          await keepScreenshot(tab, `flows/${name}-${width}-${colorScheme}`);
        }
      }
    };
    await shopper.button('Use this photo').click();
    await shopper.button('Add Leather sofa').waitFor();
    await look('first');
    await shopper.addItem('Leather sofa');
    await shopper.button('Next: Light').click();
    await shopper.heading('Step 2 of 3: Light').waitFor();
    await shopper.button('Add Pendant lamp').waitFor();
    await look('optional');
    await shopper.addItem('Pendant lamp');
    await shopper.button('Next: Extras').click();
    await shopper.addItem('Tote bag');
    await look('last');
    await shopper.button('Browse all items').click();
    await look('leaving');
  });

  it('can be used by keyboard alone, and in large text on a small phone', async () => {
    const shopper = await Shopper.visit(await open({ viewport: screens[320] }), `${url}/?flow=corner`);
    const { tab } = shopper;
    await tab.addStyleTag({ content: 'html { font-size: 200% }' });
    await shopper.button('Use this photo').focus();
    await tab.keyboard.press('Enter');
    const focused = shopper.page.locator(':focus');
    await shopper.heading('Step 1 of 3: Seat').and(focused).waitFor();
    await shopper.button('Add Leather sofa').focus();
    await tab.keyboard.press('Enter');
    await shopper.button('Next: Light').focus();
    await tab.keyboard.press('Enter');
    await shopper.heading('Step 2 of 3: Light').and(focused).waitFor();
    expect(await tab.evaluate(overflow)).to.equal(0);
    await keepScreenshot(tab, 'flows/optional-320-large-text');
  });

  for (const language of ['de', 'fr', 'es']) {
    it(`fit a small phone in ${language}`, async () => {
      service.language = language;
      const shopper = await Shopper.visit(await open({ viewport: screens[320] }), `${url}/?flow=corner`);
      await shopper.page.locator('.photo-offers .button').first().click();
      await shopper.page.locator('.flow-actions .button').first().waitFor();
      await shopper.page.locator('.tile-mark').first().click();
      await shopper.page.locator('.flow-actions .button-primary').click();
      await shopper.page.locator('.flow-actions .button-secondary').waitFor();
      expect(await shopper.tab.evaluate(overflow)).to.equal(0);
      await keepScreenshot(shopper.tab, `flows/optional-320-${language}`);
    });
  }
});
