import { expect } from 'chai';
import type { Frame, Page } from 'playwright-core';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import type { StorageMode } from '../../support/browser/storage-modes.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';

describeInBrowser('The try-on in a frame of a shop', (open) => {
  let service: FakeTryOnService;
  let port: string;
  beforeEach(async () => {
    ({ service, port } = await FakeTryOnService.open());
    service.bootstrap = {
      ...service.bootstrap,
      embedded: true,
      parentOrigins: [`http://www.shop.test:${port}`],
    };
  });
  afterEach(() => service.close());

  async function visit(storage: StorageMode = 'blocked', query = ''): Promise<{ page: Page; frame: Frame }> {
    const page = await (await open({ storage })).newPage();
    await page.goto(`http://www.shop.test:${port}/shop${query}`);
    return { page, frame: page.frames()[1]! };
  }
  const received = (page: Page) => page.evaluate('received') as Promise<{ type: string; origin: string }[]>;
  const waitFor = (page: Page, type: string) =>
    page.waitForFunction(`received.some(({ type }) => type === '${type}')`);

  for (const storage of ['blocked', 'allowed', 'partitioned'] as const) {
    it(`works with storage ${storage}`, async () => {
      const { page, frame } = await visit(storage);
      const shopper = new Shopper(frame);
      await shopper.startTryOn();
      await waitFor(page, 'ready');
      expect((await received(page))[0]).to.deep.equal({
        service: 1,
        type: 'ready',
        origin: `http://embed.service.test:${port}`,
      });
    });
  }

  it('asks the shop to close by Escape and by its button, and not by Escape in its own dialogs', async () => {
    const { page, frame } = await visit();
    const shopper = new Shopper(frame);
    await shopper.startTryOn();
    await shopper.button('Cancel').click();
    await frame.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await frame.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await received(page)).map(({ type }) => type)).not.to.include('close');
    await page.keyboard.press('Escape');
    await waitFor(page, 'close');
    await page.evaluate('received.length = 0');
    await shopper.button('Close').click();
    await waitFor(page, 'close');
  });

  it('tells the shop when the picture is ready', async () => {
    const { page, frame } = await visit();
    await new Shopper(frame).startTryOn();
    service.change({
      state: 'succeeded',
      result: { url: '/pictures/models/room-lamp.jpg', width: 3, height: 2 },
    });
    await page.waitForFunction("received.some(({ name }) => name === 'try-on-completed')");
  });

  it('takes an identity that the shop passes late', async () => {
    const { page, frame } = await visit();
    await waitFor(page, 'ready');
    await page.evaluate(
      `frames[0].postMessage({ service: 1, type: 'identify', anonymousId: 'late-7' }, 'http://embed.service.test:${port}')`,
    );
    const sessions = () => service.requests('POST', '/session').map(({ body }) => JSON.parse(String(body)));
    while (sessions().at(-1)?.anonymousId !== 'late-7') await page.waitForTimeout(20);
    expect(sessions().map(({ anonymousId }) => anonymousId)).to.deep.equal([null, 'late-7']);
    await new Shopper(frame).button('Use this photo').waitFor();
  });

  it('takes no identity from another frame of the shop', async () => {
    const { page, frame } = await visit();
    await waitFor(page, 'ready');
    // Of the shop's own origin: only the window differs.
    await page.evaluate(
      () =>
        new Promise((sent) => {
          const other = document.createElement('iframe');
          addEventListener('message', ({ data }) => data === 'sent' && sent(undefined));
          other.srcdoc = `<script>
            parent.frames[0].postMessage({ service: 1, type: 'identify', anonymousId: 'evil' }, '*');
            parent.postMessage('sent', '*');
          </script>`;
          document.body.append(other);
        }),
    );
    service.refused.set('DELETE /photos/photo-1', { status: 401, reason: 'unavailable' });
    await new Shopper(frame).button('Delete photo').click();
    await frame.getByText('The photo was not deleted.').waitFor();
    const sessions = service.requests('POST', '/session').map(({ body }) => JSON.parse(String(body)));
    expect(sessions).to.have.length(2);
    expect(sessions.at(-1)).to.include({ anonymousId: null });
  });

  it('gives the shop its Back when the dialog is closed', async () => {
    const { page, frame } = await visit();
    const shopper = new Shopper(frame);
    await shopper.startTryOn();
    const before = (await page.evaluate('history.length')) as number;
    expect(before).to.be.greaterThan(2);
    await page.evaluate(
      `frames[0].postMessage({ service: 1, type: 'visibility', open: false }, 'http://embed.service.test:${port}')`,
    );
    await frame.waitForFunction('history.state.trail.length === 1');
    await page.goBack();
    expect(page.url()).to.equal('about:blank');
  });
});
