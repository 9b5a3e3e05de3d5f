import { expect } from 'chai';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { screens } from '../../support/browser/screenshots.ts';
import { eventually } from '../../support/platform.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aProduct, aProductView } from '../../support/try-on/views.ts';

describeInBrowser('The items of the try-on', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
    service.details.set('1001', aProductView());
    service.facets = {
      categories: [
        { path: 'Clothing', name: 'Clothing', count: 4 },
        { path: 'Clothing>T-shirts', name: 'T-shirts', count: 1 },
        { path: 'Furniture', name: 'Furniture', count: 4 },
      ],
      colors: [{ name: 'Red', swatch: '#c02020', count: 2 }],
      price: { min: 1900, max: 129900, currency: 'EUR' },
    };
  });
  afterEach(() => service.close());

  async function visit(query = ''): Promise<Shopper> {
    const shopper = await Shopper.visit(await open(), url + query);
    await shopper.useLastPhoto();
    return shopper;
  }
  const titles = (shopper: Shopper) => shopper.page.locator('.tile-title').allInnerTexts();
  const lastQuery = () => service.requests('GET', '/products').at(-1)?.query ?? '';

  it('are found while one types, and all come back when the field is cleared', async () => {
    const shopper = await visit();
    await shopper.page.getByRole('searchbox').fill('sofa');
    await shopper.page.getByRole('status').getByText('2 items found').waitFor();
    expect(await titles(shopper)).to.deep.equal(['Leather sofa', 'Fabric sofa with removable covers']);
    await shopper.button('Clear search').click();
    await shopper.button('Add Tote bag').waitFor();
  });

  it('keep a key that is pressed in the moment in which a search starts', async () => {
    const shopper = await visit();
    const search = shopper.page.getByRole('searchbox');
    await search.evaluate((element) => {
      const field = element as HTMLInputElement;
      const send = window.fetch;
      window.fetch = (...request) => {
        window.fetch = send;
        field.value = 'sofas';
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        return send(...request);
      };
    });
    await search.fill('sofa');
    await shopper.text('No items match').waitFor();
    expect(await search.inputValue()).to.equal('sofas');
  });

  it('say what to do when nothing is found', async () => {
    const shopper = await visit();
    await shopper.page.getByRole('searchbox').fill('nothing like this');
    await shopper.text('No items match').waitFor();
    await shopper.button('Clear all').click();
    await shopper.button('Add Tote bag').waitFor();
  });

  it('are filtered and sorted by the sheet, and each filter can be removed by itself', async () => {
    const shopper = await visit();
    await shopper.button(/Filter & sort/).click();
    const sheet = shopper.page.getByRole('dialog');
    await sheet.getByText('Price: low to high').click();
    expect(await sheet.getByText('T-shirts').count()).to.equal(0);
    await sheet.getByText('Clothing').click();
    await sheet.getByText('T-shirts').click();
    await sheet.getByText('Red', { exact: true }).click();
    await sheet.getByLabel('From').fill('20');
    await sheet.getByText('Available now').click();
    expect(await seriousFindings(shopper.tab)).to.deep.equal([]);
    await sheet.getByRole('button', { name: 'Show 8 items' }).click();
    await shopper.button('Remove the filter T-shirts').waitFor();
    // The chip is there before the request is; the one before it only counts.
    await eventually(() => lastQuery().includes('limit=24'));
    expect(Object.fromEntries(new URLSearchParams(lastQuery()))).to.deep.equal({
      category: 'Clothing>T-shirts',
      color: 'Red',
      minPrice: '2000',
      available: '1',
      sort: 'price-low',
      limit: '24',
    });
    await shopper.button('Remove the filter T-shirts').click();
    await shopper.button('Remove the filter T-shirts').waitFor({ state: 'detached' });
    await eventually(() => !lastQuery().includes('category'));
    await shopper.button('Remove the filter Price: low to high').click();
    await shopper.button('Remove the filter Price: low to high').waitFor({ state: 'detached' });
    await eventually(() => !lastQuery().includes('price-low'));
  });

  it('can be chosen in a variant, which names what is sold out', async () => {
    const shopper = await visit();
    await shopper.page.getByRole('button', { name: 'Graphic T-shirt €29.00' }).click();
    const sheet = shopper.page.getByRole('dialog');
    await sheet.getByRole('radio', { name: 'S, sold out' }).waitFor();
    await sheet.getByText('Blue').click();
    await sheet.getByText('€31.00').waitFor();
    expect(await seriousFindings(shopper.tab)).to.deep.equal([]);
    await sheet.getByRole('button', { name: 'Add to look' }).click();
    await shopper.button('Try it on').click();
    await shopper.heading('Creating your picture').waitFor();
    const body = JSON.parse(String(service.requests('POST', '/renders')[0]?.body));
    expect(body.items).to.deep.equal([{ productId: '1001', variantId: '13' }]);
  });

  it('offer no choice of a single value', async () => {
    const [color, size] = aProductView().options;
    const options = [{ ...color!, values: color!.values.slice(0, 1) }, size!];
    service.details.set('1001', aProductView({ options }));
    const shopper = await visit();
    await shopper.page.getByRole('button', { name: 'Graphic T-shirt €29.00' }).click();
    const sheet = shopper.page.getByRole('dialog');
    await sheet.getByRole('group', { name: 'Size' }).waitFor();
    expect(await sheet.getByRole('group', { name: 'Colour' }).count()).to.equal(0);
    await sheet.getByRole('button', { name: 'Add to look' }).click();
    await shopper.button('Edit look, 1 item').waitFor();
  });

  it('say that they are sold out when they are added', async () => {
    service.products[0] = aProduct({ available: false });
    const shopper = await visit();
    await shopper.addItem('Graphic T-shirt');
    await shopper.page.getByRole('status').getByText('Graphic T-shirt, sold out').waitFor();
    await shopper.button('Edit look, 1 item').waitFor();
  });

  it('say it above the look, of which nothing is covered', async () => {
    service.products[0] = aProduct({ available: false });
    for (const size of [screens[390], screens.landscape]) {
      const shopper = await visit();
      await shopper.tab.setViewportSize(size);
      await shopper.addItem('Graphic T-shirt');
      const toast = shopper.page.locator('.toast', { hasText: 'Graphic T-shirt, sold out' });
      await toast.waitFor();
      await eventually(async () => {
        const [text, tray] = [await toast.boundingBox(), await shopper.page.locator('.tray').boundingBox()];
        return text !== null && tray !== null && text.y + text.height <= tray.y;
      });
    }
  });

  it('are passed by one key on the way to the look', async () => {
    const shopper = await visit();
    await shopper.addItem('Graphic T-shirt');
    await shopper.button('Filter & sort').focus();
    await shopper.tab.keyboard.press('Tab');
    await shopper.page
      .getByRole('button', { name: 'Your look', exact: true })
      .and(shopper.page.locator(':focus'))
      .waitFor();
    await shopper.tab.keyboard.press('Enter');
    await shopper.button('Try it on').and(shopper.page.locator(':focus')).waitFor();
  });

  it('are moved, changed and removed in the look, by keyboard too', async () => {
    service.products[0] = aProduct({ variantId: '12', variantTitle: 'Red / M' });
    const shopper = await visit();
    await shopper.addItem('Graphic T-shirt');
    await shopper.addItem('Shell armchair');
    await shopper.button('Edit look, 2 items').click();
    const sheet = shopper.page.getByRole('dialog', { name: 'Your look' });
    await sheet.getByRole('button', { name: 'Move Shell armchair earlier' }).focus();
    await shopper.tab.keyboard.press('Enter');
    await sheet.getByRole('button', { name: 'Change options of Graphic T-shirt' }).click();
    await shopper.page.getByRole('dialog', { name: 'Graphic T-shirt' }).getByText('Blue').click();
    await shopper.button('Change in look').click();
    await sheet.getByText('Blue / M').waitFor();
    expect(await sheet.locator('li p:first-child').allInnerTexts()).to.deep.equal([
      'Shell armchair',
      'Graphic T-shirt',
    ]);
    await sheet.getByRole('button', { name: 'Remove Shell armchair' }).click();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await shopper.button('Edit look, 1 item').waitFor();
  });

  it('fill a picture up to six, and the shopper reads what was left out', async () => {
    const closet = service.products.slice(0, 8).map(({ productId }) => ({ productId }));
    const shopper = await visit(`/?closet=${Buffer.from(JSON.stringify(closet)).toString('base64url')}`);
    await shopper.page.getByRole('status').getByText('The others were left out.').waitFor();
    await shopper.button('Edit look, 6 items').waitFor();
    await shopper.addItem('Beanie');
    await shopper.page.getByRole('status').getByText('Remove one to add another.').waitFor();
  });

  it('are where they were when the shopper returns to them', async () => {
    service.products = Array.from({ length: 60 }, (_, index) =>
      aProduct({ productId: String(index), title: `Item ${index}` }),
    );
    const shopper = await visit();
    await shopper.button('Show more').click();
    await shopper.button('Add Item 40').waitFor();
    await shopper.addItem('Item 40');
    const before = (await shopper.page.evaluate('scrollY')) as number;
    expect(before).to.be.greaterThan(500);
    await shopper.button('Try it on').click();
    await shopper.heading('Creating your picture').waitFor();
    await shopper.button('Back').click();
    await shopper.button('Remove Item 40').waitFor();
    await shopper.tab.waitForFunction(`Math.abs(scrollY - ${before}) < 50`);
  });
});
