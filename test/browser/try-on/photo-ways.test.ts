import { expect } from 'chai';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { screens } from '../../support/browser/screenshots.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';

const computer = { viewport: screens[1440] };
const phone = { viewport: screens[390], hasTouch: true, isMobile: true };

describeInBrowser('The ways to a photo', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
  });
  afterEach(() => service.close());

  for (const [device, options, ways] of [
    ['computer', computer, ['Choose a photo', 'Take a photo']],
    ['phone', phone, ['Take a photo', 'Choose a photo']],
  ] as const) {
    it(`begin on a ${device} with “${ways[0]}”`, async () => {
      const shopper = await Shopper.visit(await open(options), url);
      await shopper.button(ways[0]).waitFor();
      const buttons = shopper.page.locator('.source-ways button');
      expect(await buttons.allTextContents()).to.deep.equal(ways);
      expect(await shopper.page.locator('.source-ways .button-primary').textContent()).to.equal(ways[0]);
    });
  }

  it('are a file and the camera app where a page gets no camera', async () => {
    const shopper = await Shopper.visit(await open(phone), url);
    await shopper.button('Take a photo').click();
    const dialog = shopper.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Open the camera app' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Choose a photo' }).isVisible()).to.equal(true);
  });

  it('show the photos of the shop small, as the service has made them', async () => {
    const shopper = await Shopper.visit(await open(computer), url);
    await shopper.button('Choose a photo').waitFor();
    const shown = await shopper.page
      .locator('.model img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    expect(shown).to.have.members(service.session.models.map(({ thumbnail }) => thumbnail));
  });
});
