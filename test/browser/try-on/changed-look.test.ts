import { expect } from 'chai';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aProductView } from '../../support/try-on/views.ts';

const room = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };

describeInBrowser('A result whose look has changed', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
    for (const card of service.products)
      service.details.set(card.productId, { ...aProductView(), ...card, variants: [], options: [] });
  });
  afterEach(() => service.close());

  /** The picture of a T-shirt and an armchair. */
  async function result(): Promise<Shopper> {
    const context = await open({ viewport: screens[390], reducedMotion: 'reduce' });
    const shopper = await Shopper.visit(context, url);
    await shopper.startTryOn();
    const items = ['1001', '1002'].map((productId) => ({ productId, variantId: null }));
    service.change({ state: 'succeeded', position: null, result: room, items });
    await shopper.page.getByRole('slider').waitFor();
    return shopper;
  }
  /** Waits until the focus is on what has that label, since it moves after the screen is drawn. */
  const focus = async ({ page }: Shopper, label: string) => {
    const focused = page.locator(':focus');
    await focused.and(page.getByLabel(label).or(page.getByText(label, { exact: true }))).waitFor();
  };
  const picture = (shopper: Shopper) => shopper.page.locator('.stage-after').getAttribute('alt');

  it('sells what is left, beside a new picture', async () => {
    const shopper = await result();
    await shopper.button('Remove Graphic T-shirt').click();
    await shopper.text('Your look has changed').waitFor();
    await shopper.button('Create new picture').waitFor();
    // The one item that is left leads to the shop at once.
    const link = shopper.page.getByRole('link', { name: 'Check out · €249.00' });
    expect(await link.getAttribute('href')).to.match(/\/cart\/1002:1\?/);
  });

  it('says what the picture shows, and puts an item back into its place', async () => {
    const shopper = await result();
    await shopper.button('Remove Graphic T-shirt').click();
    expect(await picture(shopper)).to.equal('Your photo with Graphic T-shirt, Shell armchair');
    expect(await shopper.page.locator('del').textContent()).to.equal('Graphic T-shirt');
    await focus(shopper, 'Put back Graphic T-shirt');
    await shopper.page.getByRole('status').getByText('Graphic T-shirt is removed from your look.').waitFor();
    expect(await seriousFindings(shopper.tab)).to.deep.equal([]);
    await keepScreenshot(shopper.tab, 'try-on/result-item-removed-390', true);
    await shopper.tab.keyboard.press('Enter');
    await focus(shopper, 'Swap Graphic T-shirt');
    expect(await shopper.page.locator('.result-words p:first-child').allInnerTexts()).to.deep.equal([
      'Graphic T-shirt',
      'Shell armchair',
    ]);
    expect(await shopper.page.getByText('Your look has changed').count()).to.equal(0);
    await shopper.button('Create again').waitFor();
  });

  it('keeps picture, words and a way on when everything is removed', async () => {
    const shopper = await result();
    for (const title of ['Graphic T-shirt', 'Shell armchair'])
      await shopper.button(`Remove ${title}`).click();
    await shopper.text('Your look is empty.').waitFor();
    expect(await shopper.button('Create again').count()).to.equal(0);
    expect(await shopper.button('Create new picture').count()).to.equal(0);
    expect(await picture(shopper)).to.equal('Your photo with Graphic T-shirt, Shell armchair');
    await focus(shopper, 'Put back Shell armchair');
    await shopper.button('Edit look').click();
    await shopper.heading('Choose items').waitFor();
  });

  it('shows the same after a reload, and what was added besides', async () => {
    const shopper = await result();
    await shopper.button('Remove Graphic T-shirt').click();
    await shopper.button('Edit look').click();
    await shopper.addItem('Tote bag');
    await shopper.button('View').click();
    await shopper.page.getByText('Not in this picture yet').waitFor();
    await shopper.tab.reload();
    await shopper.page.getByText('Not in this picture yet').waitFor();
    expect(await shopper.page.locator('.result-words p:first-child').allInnerTexts()).to.deep.equal([
      'Graphic T-shirt',
      'Shell armchair',
      'Tote bag',
    ]);
    await shopper.button('Remove Tote bag').click();
    await focus(shopper, 'In this picture');
  });
});
