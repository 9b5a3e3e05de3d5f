import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aFlow, aProduct, aStep, shortId, someProducts } from '../../support/try-on/views.ts';

interface Sent {
  event: string;
  properties: Record<string, unknown>;
}

/** What the page reports from now on, without the events of the session. */
function getReports(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/events')) return;
    const { events } = JSON.parse(request.postData() ?? '{}') as { events: Sent[] };
    sent.push(...events.filter(({ event }) => !event.includes('Session')));
  });
  return sent;
}

describeInBrowser('A guided flow', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
    service.flows.set('corner', aFlow());
  });
  afterEach(() => service.close());

  async function visit(query = '?flow=corner'): Promise<{ shopper: Shopper; sent: Sent[] }> {
    const page = await (await open()).newPage();
    const sent = getReports(page);
    await page.goto(`${url}/${query}`);
    const shopper = new Shopper(page);
    await shopper.button('Use this photo').click();
    return { shopper, sent };
  }
  const names = (sent: Sent[]) => sent.map(({ event }) => event.replace('Service ', ''));
  const stepNames = (sent: Sent[]) =>
    sent
      .filter(({ event }) => event.includes('Flow'))
      .map(({ event, properties }) => [event, properties.flow_step_name]);
  const titles = (shopper: Shopper) => shopper.page.locator('.tile-title').allInnerTexts();

  it('leads through its steps to the picture, and reports each of them once', async () => {
    const { shopper, sent } = await visit();
    await shopper.heading('Step 1 of 3: Seat').waitFor();
    await shopper.button('Add Leather sofa').waitFor();
    expect(await titles(shopper)).to.have.members([
      'Shell armchair',
      'Leather sofa',
      'Fabric sofa with removable covers',
    ]);
    expect(await shopper.button('Next: Light').isDisabled()).to.equal(true);
    expect(await shopper.button('Skip').count()).to.equal(0);
    await shopper.addItem('Leather sofa');
    await shopper.addItem('Shell armchair');
    await shopper.button('Add Leather sofa').waitFor();
    await shopper.button('Next: Light').click();
    await shopper.heading('Step 2 of 3: Light').waitFor();
    await shopper.button('Skip').click();
    await shopper.heading('Step 3 of 3: Extras').waitFor();
    await shopper.addItem('Tote bag');
    await shopper.addItem('Beanie');
    await shopper.addItem('Hoodie');
    await shopper.page.getByRole('status').getByText('This step takes 2 items.').waitFor();
    await shopper.button('Try on 3 items').click();
    await shopper.heading('Creating your picture').waitFor();
    const body = JSON.parse(String(service.requests('POST', '/renders')[0]?.body));
    expect(body.items.map(({ productId }: { productId: string }) => productId)).to.deep.equal([
      '1002',
      '1004',
      '1007',
    ]);
    await shopper.tab.waitForTimeout(0);
    expect(names(sent)).to.deep.equal([
      'Added Item to Look',
      'Added Item to Look',
      'Flow Step Completed',
      'Flow Step Skipped',
      'Added Item to Look',
      'Added Item to Look',
      'Flow Step Completed',
      'Try On Started',
    ]);
    expect(sent.find(({ event }) => event === 'Service Flow Step Completed')?.properties).to.deep.equal({
      productIds: ['1002'],
      flow_name: 'Furnish a corner',
      flow_id: 'corner',
      flow_step_name: 'Seat',
    });
  });

  it('goes back by the button and by the browser, without completing a step twice', async () => {
    const { shopper, sent } = await visit();
    await shopper.addItem('Leather sofa');
    await shopper.button('Next: Light').click();
    await shopper.addItem('Pendant lamp');
    await shopper.button('Next: Extras').click();
    await shopper.heading('Step 3 of 3: Extras').waitFor();
    await shopper.button('Back').click();
    await shopper.heading('Step 2 of 3: Light').waitFor();
    await shopper.tab.goBack();
    await shopper.heading('Step 1 of 3: Seat').waitFor();
    await shopper.button('Next: Light').click();
    await shopper.button('Remove Pendant lamp').click();
    await shopper.button('Skip').click();
    await shopper.heading('Step 3 of 3: Extras').waitFor();
    expect(stepNames(sent)).to.deep.equal([
      ['Service Flow Step Completed', 'Seat'],
      ['Service Flow Step Completed', 'Light'],
      ['Service Flow Step Skipped', 'Light'],
    ]);
    await shopper.button('Skip and try it on').click();
    await shopper.heading('Creating your picture').waitFor();
    await shopper.tab.goBack();
    await shopper.heading('Choose items').waitFor();
    await shopper.tab.goBack();
    await shopper.heading('Add your photo').waitFor();
  });

  it('continues after a reload, and stays left after it', async () => {
    const { shopper, sent } = await visit();
    await shopper.addItem('Leather sofa');
    await shopper.button('Next: Light').click();
    await shopper.heading('Step 2 of 3: Light').waitFor();
    await shopper.tab.reload();
    await shopper.heading('Step 2 of 3: Light').waitFor();
    await shopper.button('Edit look, 1 item').waitFor();
    await shopper.button('Browse all items').click();
    await shopper.button('Keep going').click();
    await shopper.button('Browse all items').click();
    await shopper.button('Leave the steps').click();
    await shopper.heading('Choose items').waitFor();
    await shopper.button('Edit look, 1 item').waitFor();
    expect(sent.at(-1)).to.deep.include({
      event: 'Service Flow Exited',
      properties: {
        productIds: ['1003'],
        flow_name: 'Furnish a corner',
        flow_id: 'corner',
        flow_step_name: 'Light',
      },
    });
    await shopper.tab.reload();
    await shopper.heading('Choose items').waitFor();
    expect(stepNames(sent)).to.have.length(2);
  });

  it('is left without a question by a shopper who has chosen nothing', async () => {
    const { shopper, sent } = await visit();
    await shopper.button('Browse all items').click();
    await shopper.heading('Choose items').waitFor();
    expect(stepNames(sent)).to.deep.equal([['Service Flow Exited', 'Seat']]);
  });

  it('counts the item of the product page to the step that shows it', async () => {
    const { shopper } = await visit('?flow=corner&product_id=1003');
    await shopper.heading('Step 1 of 3: Seat').waitFor();
    await shopper.button('Remove Leather sofa').waitFor();
    await shopper.button('Next: Light').click();
    await shopper.heading('Step 2 of 3: Light').waitFor();
  });

  it('counts it also where it is on a page of the list that is not loaded', async () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      aProduct({ productId: `s${at}`, title: `Sofa ${at}` }),
    );
    service.products = [...many, ...someProducts()];
    const sofas = { ...aStep('Seat', []), source: { category: 'Sofas' } };
    service.flows.set('corner', aFlow({ steps: [sofas, aStep('Light', ['1005'])] }));
    const { shopper } = await visit('?flow=corner&product_id=1003');
    await shopper.button('Add Sofa 0').waitFor();
    await shopper.button('Next: Light').click();
    await shopper.heading('Step 2 of 2: Light').waitFor();
    const asked = service.requests('GET', '/products').map(({ query }) => query);
    expect(asked).to.include('category=Sofas&items=1003');
  });

  it('returns to a required step whose item was removed', async () => {
    service.flows.set('corner', aFlow({ steps: [aStep('Seat', ['1003']), aStep('Light', ['1005'])] }));
    const { shopper } = await visit();
    await shopper.addItem('Leather sofa');
    await shopper.button('Next: Light').click();
    await shopper.addItem('Pendant lamp');
    await shopper.button('Edit look, 2 items').click();
    const sheet = shopper.page.getByRole('dialog', { name: 'Your look' });
    await sheet.getByRole('button', { name: 'Remove Leather sofa' }).click();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await shopper.button('Next: Seat').click();
    await shopper.heading('Step 1 of 2: Seat').waitFor();
    await shopper.addItem('Leather sofa');
    await shopper.button('Next: Light').click();
    await shopper.button('Try on 2 items').click();
    await shopper.heading('Creating your picture').waitFor();
  });

  it('continues from a shared look, which is shown first, with its items', async () => {
    const context = await open();
    const shopper = await Shopper.visit(context, `${url}/?flow=corner&share=${shortId}&closet=%00`);
    await shopper.button('Try it on yourself').click();
    await shopper.button('Use this photo').click();
    await shopper.heading('Step 1 of 3: Seat').waitFor();
    await shopper.button('Remove Leather sofa').waitFor();
    await shopper.button('Next: Light').click();
    await shopper.button('Remove Pendant lamp').waitFor();
    await shopper.button('Next: Extras').click();
    await shopper.button('Skip and try on 2 items').click();
    await shopper.heading('Creating your picture').waitFor();
  });

  for (const query of ['?flow=none', '?flow=%00..%2f', '?flow=', `?flow=${'x'.repeat(500)}`]) {
    it(`is a free choice of items for ${query.slice(0, 20)}`, async () => {
      const { shopper } = await visit(query);
      await shopper.heading('Choose items').waitFor();
      await shopper.button('Add Tote bag').waitFor();
    });
  }
});
