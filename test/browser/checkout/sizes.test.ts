import { expect } from 'chai';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { type SentEvent, takeEvents } from '../../support/browser/reported-events.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aProductView, aSharedLook, aStoreView, shortId } from '../../support/try-on/views.ts';

const room = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };
const colors = ['Red', 'Blue'].map((name) => ({ name, swatch: null }));

describeInBrowser('The size of an item', (open) => {
  let service: FakeTryOnService;
  let url: string;
  let events: SentEvent[];
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
    service.bootstrap = {
      ...service.bootstrap,
      store: aStoreView({
        checkout: { platform: 'shopify', url: 'http://www.shop.test', embedMode: 'permalink' },
      }),
    };
    const [shirt, ...others] = service.products;
    const sized = { ...shirt!, hasSizes: true, colors, variantId: '12', variantTitle: 'Red / M' };
    service.products = [sized, ...others];
    const [small, ...rest] = aProductView().variants;
    const variants = [{ ...small!, available: true }, ...rest];
    service.details.set('1001', { ...aProductView(), ...sized, variants });
    for (const card of others)
      service.details.set(card.productId, { ...aProductView(), ...card, variants: [], options: [] });
  });
  afterEach(() => service.close());

  async function visit(path = '/'): Promise<Shopper> {
    const context = await open({ viewport: screens[390], reducedMotion: 'reduce' });
    events = await takeEvents(context);
    await context.route('http://www.shop.test/**', (route) => route.fulfill({ body: 'Checkout' }));
    return Shopper.visit(context, `${url}${path}`);
  }

  /** By the button on its tile, which asks for the size. */
  async function addShirt(shopper: Shopper, size: string): Promise<void> {
    await shopper.addItem('Graphic T-shirt');
    const sheet = shopper.page.getByRole('dialog', { name: 'Graphic T-shirt' });
    await sheet.getByText(size, { exact: true }).click();
    await sheet.getByRole('button', { name: 'Add to look' }).click();
  }

  async function showResult(shopper: Shopper, variants: [productId: string, variantId: string | null][]) {
    await shopper.page.getByRole('progressbar').waitFor();
    const items = variants.map(([productId, variantId]) => ({ productId, variantId }));
    service.change({ state: 'succeeded', position: null, result: room, items });
    await shopper.page.getByRole('slider').waitFor();
  }
  const clicks = () => events.filter(({ event }) => event === 'Service Checkout Clicked');

  it('is asked for by the button on a tile where more than one can be bought', async () => {
    const shopper = await visit();
    await shopper.useLastPhoto();
    await addShirt(shopper, 'S');
    await shopper.button('Try it on').click();
    await shopper.page.getByRole('progressbar').waitFor();
    const [request] = service.requests('POST', '/renders');
    expect(JSON.parse(request!.body.toString()).items).to.deep.equal([
      { productId: '1001', variantId: '11' },
    ]);
    expect(events.filter(({ event }) => event === 'Service Added Item to Look')).to.have.length(1);
  });

  it('was chosen, so that one item leads to the shop at once', async () => {
    const shopper = await visit();
    await shopper.useLastPhoto();
    await addShirt(shopper, 'S');
    await shopper.button('Try it on').click();
    await showResult(shopper, [['1001', '11']]);
    const link = shopper.page.getByRole('link', { name: 'Check out · €29.00' });
    await link.click();
    await shopper.tab.waitForURL(/^http:\/\/www\.shop\.test\/cart\/11:1\?/);
    expect(clicks()).to.have.length(1);
  });

  it('can be changed at the checkout', async () => {
    const shopper = await visit();
    await shopper.useLastPhoto();
    await addShirt(shopper, 'S');
    await shopper.addItem('Shell armchair');
    await shopper.button('Try on 2 items').click();
    await showResult(shopper, [
      ['1001', '11'],
      ['1002', null],
    ]);
    await shopper.button('Buy this look').click();
    const sheet = shopper.page.getByRole('dialog');
    const size = sheet.getByRole('combobox', { name: 'Size, Graphic T-shirt' });
    expect(await size.inputValue()).to.equal('S');
    await size.selectOption('M');
    expect(await seriousFindings(shopper.tab)).to.deep.equal([]);
    await keepScreenshot(shopper.tab, 'checkout/sizes-390');
    await sheet.getByRole('link', { name: 'Check out · €278.00' }).click();
    await shopper.tab.waitForURL(/^http:\/\/www\.shop\.test\/cart\/12:1,1002:1\?/);
  });

  it('is chosen by the friend who buys a shared look', async () => {
    service.look = aSharedLook({ items: [{ productId: '1001', variantId: null }] });
    const shopper = await visit(`/?share=${shortId}`);
    await shopper.button('Check out').click();
    const sheet = shopper.page.getByRole('dialog');
    const size = sheet.getByRole('combobox', { name: 'Size, Graphic T-shirt' });
    expect(await size.inputValue()).to.equal('');
    expect(await sheet.getByRole('combobox', { name: 'Colour, Graphic T-shirt' }).inputValue()).to.equal(
      'Red',
    );
    await sheet.getByRole('button', { name: 'Choose Size' }).click();
    await size.and(shopper.page.locator(':focus')).waitFor();
    await keepScreenshot(shopper.tab, 'checkout/size-open-390');
    await size.selectOption('S');
    await sheet.getByRole('link', { name: 'Check out · €29.00' }).click();
    await shopper.tab.waitForURL(/^http:\/\/www\.shop\.test\/cart\/11:1\?/);
  });

  it('is still to be chosen after a reload, for an item that the shop names without one', async () => {
    const shopper = await visit('/?product_id=1001');
    await shopper.button('Use this photo').click();
    await shopper.heading('Creating your picture').waitFor();
    await shopper.tab.reload();
    await showResult(shopper, [['1001', '12']]);
    await shopper.button('Check out').click();
    await shopper.page.getByRole('dialog').getByRole('button', { name: 'Choose Size' }).waitFor();
  });
});
