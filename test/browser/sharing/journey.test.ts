import { expect } from 'chai';
import type { BrowserContext } from 'playwright-core';
import { type DemoShop, startDemoShop } from '../../../scripts/demo-shop/server.ts';
import type { SavedSettings } from '../../../shared/stores/store-settings.ts';
import {
  type AnalyticsServer,
  normalised,
  type Row,
  startAnalyticsServer,
  toBody,
} from '../../support/browser/analytics-rows.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { eventually, startPlatform, type TestPlatform } from '../../support/platform.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { openStore, type TestStore } from '../../support/try-on.ts';

const look = { productIds: ['7001', '7002'], variantIds: ['9001'] };

/** Headless Chromium has no share sheet on Linux. */
const withShareSheet = `Object.defineProperty(Navigator.prototype, 'share', { value: async (data) => void (window.given = data) });`;

describeInBrowser('A look from shopper to recipient', (open) => {
  let analytics: AnalyticsServer;
  let platform: TestPlatform;
  before(async () => {
    analytics = await startAnalyticsServer();
    platform = await startPlatform({
      env: { EMBED_HOST: 'embed.service.test' },
      allow: [analytics.allow],
    });
  });
  beforeEach(() => analytics.forget());
  after(async () => {
    await platform.close();
    analytics.close();
  });

  async function connectedStore(settings: SavedSettings = {}): Promise<TestStore> {
    const store = await openStore(platform, { settings: { language: 'en', ...settings } });
    await platform.database.stores.updateOne(
      { _id: store.id },
      {
        $set: {
          hosts: [`${store.slug}.shop.test`],
          'integration.state': 'Connected',
          'integration.endpoint': analytics.url,
        },
      },
    );
    return store;
  }
  const hosted = ({ slug }: TestStore) => platform.url.replace('127.0.0.1', `${slug}.localhost`);

  async function reachResult(context: BrowserContext, store: TestStore): Promise<Shopper> {
    const shopper = await Shopper.visit(context, `${hosted(store)}/?anonymous_id=sharer`);
    await shopper.button('Use the photo “A room with a window”').click();
    await shopper.addItem('Sofa');
    await shopper.addItem('Lamp');
    await shopper.button('Try on 2 items').click();
    await shopper.heading('Here is your look').waitFor();
    return shopper;
  }

  /** Waits for the row, which is compared byte by byte, and for no other of its event. */
  async function expectRow(row: Row, store: TestStore, anonymousId: string): Promise<void> {
    const received = () =>
      analytics.bodies().filter((body) => JSON.parse(body).event === `Service ${row[0]}`);
    for (let count = 1; received().length === 0; count += 1) await analytics.has(count);
    expect(received().map(normalised)).to.deep.equal([toBody(row, { anonymousId, store: store.slug })]);
  }

  it('goes by a link: both rows of it, the recipient’s try-on, and the end by its shopper', async () => {
    const store = await connectedStore();
    const sharing = await open();
    await sharing.addInitScript(withShareSheet);
    const shopper = await reachResult(sharing, store);
    await shopper.button('Share').click();
    await eventually(() => shopper.tab.evaluate('window.given !== undefined'));
    const shareUrl = String(await shopper.tab.evaluate('window.given.url'));
    const shortId = new URL(shareUrl).searchParams.get('share') ?? '';
    expect(shareUrl).to.equal(`${hosted(store)}/?share=${shortId}`);
    const shared = { type: 'share_link', shortId, shareUrl, usedNativeShare: true, selectedItemCount: 2 };
    await expectRow(['Look Shared', { ...look, ...shared }], store, 'sharer');

    const recipient = await Shopper.visit(await open(), `${shareUrl}&anonymous_id=recipient`);
    await recipient.heading(/^A look from/).waitFor();
    const picture = recipient.page.getByRole('img', { name: 'A try-on with Sofa, Lamp' });
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).to.equal((await platform.database.sharedLooks.findById(shortId).lean())?.picture?.width);
    await expectRow(['Shared Look Opened', { ...look, shortId }], store, 'recipient');
    await recipient.button('Try it on yourself').click();
    await recipient.button('Use the photo “A room with a window”').click();
    await recipient.button('Try on 2 items').waitFor();

    await shopper.button('Link to this look').click();
    await shopper.button('Stop sharing').click();
    await shopper.page.getByRole('dialog').last().getByRole('button', { name: 'Stop sharing' }).click();
    await shopper.page.getByText('The look is no longer shared.').waitFor();
    const late = await Shopper.visit(await open(), shareUrl);
    await late.heading('This look is no longer shared').waitFor();
  });

  it('goes as a picture where the store shares no links', async () => {
    const store = await connectedStore({ sharingEnabled: false });
    const shopper = await reachResult(await open({ acceptDownloads: true }), store);
    const downloading = shopper.tab.waitForEvent('download');
    await shopper.button('Share').click();
    await downloading;
    const shared = { type: 'share_image', selectedItemCount: 2 };
    await expectRow(['Look Shared', { ...look, ...shared }], store, 'sharer');
  });

  describe('by a link to the store’s own page', () => {
    let shop: DemoShop;
    afterEach(() => shop.close());

    it('opens in the dialog of the shop, from the script tag alone', async () => {
      const store = await connectedStore();
      const service = platform.url.replace('127.0.0.1', 'embed.service.test');
      shop = await startDemoShop({
        host: '127.0.0.1',
        port: 0,
        service,
        subdomain: store.slug,
        name: 'Shop',
      });
      const sharePage = shop.url.replace('localhost', `${store.slug}.shop.test`);
      await platform.database.stores.updateOne(
        { _id: store.id },
        { $set: { 'settings.sharePage': sharePage } },
      );
      const context = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
      const shopper = await reachResult(context, store);
      await shopper.button('Share').click();
      await shopper.page.getByText('The link is copied.').waitFor();
      const shareUrl = (await shopper.tab.evaluate('navigator.clipboard.readText()')) as string;
      expect(shareUrl).to.match(new RegExp(`^${sharePage}/?\\?share=[0-9a-z]{13}$`));

      const page = await (await open()).newPage();
      await page.goto(shareUrl);
      const element = await page.locator('service-embed iframe').elementHandle();
      const recipient = new Shopper((await element!.contentFrame())!);
      await recipient.heading(/^A look from/).waitFor();
      await recipient.button('Try it on yourself').waitFor();
      await recipient.button('Close').click();
      await page.locator('service-embed dialog').waitFor({ state: 'hidden' });
    });
  });
});
