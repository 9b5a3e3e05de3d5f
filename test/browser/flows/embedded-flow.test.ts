import { expect } from 'chai';
import type { Frame, Page } from 'playwright-core';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aFlow, aStep } from '../../support/try-on/views.ts';

interface Notice {
  type: string;
  name?: string;
  detail?: Record<string, unknown>;
}

describeInBrowser('A guided flow in a frame of a shop', (open) => {
  let service: FakeTryOnService;
  let port: string;
  beforeEach(async () => {
    ({ service, port } = await FakeTryOnService.open());
    service.flows.set('corner', aFlow());
    service.flows.set('outfit', aFlow({ id: 'outfit', name: 'Outfit', steps: [aStep('Top', ['1001'])] }));
    const parentOrigins = [`http://www.shop.test:${port}`];
    service.bootstrap = { ...service.bootstrap, embedded: true, parentOrigins };
  });
  afterEach(() => service.close());

  async function visit(): Promise<{ page: Page; frame: Frame; shopper: Shopper }> {
    const page = await (await open()).newPage();
    await page.goto(`http://www.shop.test:${port}/shop?flow=corner`);
    const frame = page.frames()[1]!;
    const shopper = new Shopper(frame);
    await shopper.button('Use this photo').click();
    await shopper.heading('Step 1 of 3: Seat').waitFor();
    return { page, frame, shopper };
  }
  /** As the loader sends it when launchers of the page are used. */
  const send = (page: Page, message: object) =>
    page.evaluate(
      `frames[0].postMessage(${JSON.stringify({ service: 1, ...message })}, 'http://embed.service.test:${port}')`,
    );
  const launch = async (page: Page, flow: string | null) => {
    const nothing = { anonymousId: null, closet: null, share: null, productId: null, variantId: null };
    await send(page, { type: 'init', ...nothing, flow, pageUrl: 'http://www.shop.test/' });
    await send(page, { type: 'visibility', open: true });
  };
  const exits = async (page: Page) => {
    const received = (await page.evaluate('received')) as Notice[];
    return received
      .filter(({ name }) => name === 'flow-exited')
      .map(({ detail }) => [detail?.flow_id, detail?.flow_step_name]);
  };

  it('is left for that of another launcher, and for a launcher without one', async () => {
    const { page, shopper } = await visit();
    await launch(page, 'outfit');
    await shopper.heading('Step 1 of 1: Top').waitFor();
    await shopper.addItem('Graphic T-shirt');
    await launch(page, null);
    await shopper.heading('Choose items').waitFor();
    await shopper.button('Edit look, 1 item').waitFor();
    expect(await exits(page)).to.deep.equal([
      ['corner', 'Seat'],
      ['outfit', 'Top'],
    ]);
  });

  it('begins anew when its launcher is used again after it was left, with the items of the look', async () => {
    const { page, shopper } = await visit();
    await shopper.addItem('Leather sofa');
    await shopper.button('Next: Light').click();
    await shopper.button('Browse all items').click();
    await shopper.button('Leave the steps').click();
    await shopper.heading('Choose items').waitFor();
    await send(page, { type: 'visibility', open: false });
    await launch(page, 'corner');
    await shopper.heading('Step 1 of 3: Seat').waitFor();
    await shopper.button('Remove Leather sofa').waitFor();
    await shopper.button('Next: Light').click();
    await shopper.heading('Step 2 of 3: Light').waitFor();
    expect(await exits(page)).to.deep.equal([['corner', 'Light']]);
  });

  it('stays behind the picture that it has led to', async () => {
    const { page, shopper } = await visit();
    await shopper.addItem('Leather sofa');
    await shopper.button('Next: Light').click();
    await shopper.button('Skip').click();
    await shopper.button('Skip and try it on').click();
    await shopper.heading('Creating your picture').waitFor();
    await send(page, { type: 'visibility', open: false });
    await launch(page, 'corner');
    service.change({ state: 'succeeded', position: null, result: service.view.photo });
    await shopper.heading('Here is your look').waitFor();
    expect(await exits(page)).to.deep.equal([]);
  });
});
