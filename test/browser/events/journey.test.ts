import { expect } from 'chai';
import type { BrowserContext } from 'playwright-core';
import { importDemoCatalog } from '../../../scripts/demo-catalog.ts';
import { addDemoFlows } from '../../../scripts/demo-flows.ts';
import { addDemoPhotos } from '../../../scripts/demo-photos.ts';
import { type DemoShop, startDemoShop } from '../../../scripts/demo-shop/server.ts';
import { eventMap, forwardedName } from '../../../shared/events/event-map.ts';
import { createStore } from '../../../shared/stores/stores.ts';
import { listModelPhotos } from '../../../shared/try-on/model-photos.ts';
import {
  type AnalyticsServer,
  normalised,
  startAnalyticsServer,
  toBody,
} from '../../support/browser/analytics-rows.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { flow, type Stage, steps } from '../../support/browser/journey-steps.ts';
import type { StorageMode } from '../../support/browser/storage-modes.ts';
import { startPlatform, type TestPlatform } from '../../support/platform.ts';
import { Shopper } from '../../support/try-on/shopper.ts';

const store = 'demo';
const anonymousId = 'shopper-1';
const checkout = {
  ...{ platform: 'shopify', url: 'https://acme.example', embedMode: 'permalink' },
  storefrontToken: 'public-token',
} as const;

/** Headless Chromium has no share sheet on Linux. */
const withShareSheet = `Object.defineProperty(Navigator.prototype, 'share', { value: async (data) => void (window.given = data) });`;

/** What a journey should send to the analytics server, and what has come, without what differs from run to run. */
interface Played {
  expected: string[];
  received: string[];
}

/** As the merchant's page names an event: `service:try-on-started`, and `service_try_on_started` in its data layer. */
const domName = (event: string) => event.toLowerCase().replace(' ', ':').replaceAll(' ', '-');
const layerName = (event: string) => event.toLowerCase().replaceAll(' ', '_');

/** Keeps the events that the shop's page receives, in `heard` and in its data layer. */
function listenToShop(names: string[]): void {
  const heard: string[] = [];
  Object.assign(window, { heard, ServiceEmbedConfig: { dataLayer: true } });
  for (const name of names) document.addEventListener(name, ({ type }) => heard.push(type));
}

describeInBrowser('The events of a shopper’s journey', (open) => {
  let analytics: AnalyticsServer;
  let platform: TestPlatform;
  let shop: DemoShop;
  let modelId: string;
  before(async () => {
    analytics = await startAnalyticsServer();
    platform = await startPlatform({
      // All journeys come from one address.
      env: {
        EMBED_HOST: 'embed.service.test',
        TRY_ON_PER_ADDRESS: '1000000',
        CATALOG_PER_ADDRESS: '1000000',
      },
      allow: [analytics.allow],
    });
    const { database, config } = platform;
    const { id: account } = await platform.account();
    const getShop = { account, slug: store, name: 'Demo store', hosts: ['www.shop.test'] };
    const { _id } = await createStore(database.stores, getShop);
    await database.stores.updateOne(
      { _id },
      {
        $set: {
          'integration.state': 'Connected',
          'integration.endpoint': analytics.url,
          'settings.checkout': checkout,
        },
      },
    );
    const demo = { store: _id, dataDir: config.DATA_DIR, env: { MONGODB_URI: config.MONGODB_URI } };
    await importDemoCatalog(database, demo);
    await addDemoPhotos(database, demo);
    await addDemoFlows(database, _id);
    modelId = (await listModelPhotos(database.modelPhotos, { _id }))[1]!._id;
    const service = platform.url.replace('127.0.0.1', 'embed.service.test');
    shop = await startDemoShop({ host: '127.0.0.1', port: 0, service, subdomain: store, name: 'Demo store' });
  });
  beforeEach(() => analytics.forget());
  after(async () => {
    await shop.close();
    await platform.close();
    analytics.close();
  });

  /** A window with a clock of its own and a share sheet, in which the shop of the checkout is not left for. */
  async function openWindow(storage: StorageMode): Promise<BrowserContext> {
    const context = await open({ storage });
    await context.clock.install();
    await context.addInitScript(withShareSheet);
    await context.route(`${checkout.url}/**`, (route) => route.fulfill({ status: 204 }));
    await context.tracing.start({ screenshots: true });
    return context;
  }

  async function play(shopper: Shopper): Promise<Played> {
    const context = shopper.tab.context();
    const visit = (url: string) => Shopper.visit(context, `${url}&anonymous_id=${anonymousId}`);
    const stage: Stage = { shopper, platform, modelId, visit, release: () => {}, shareUrl: '', shortId: '' };
    const expected: string[] = [];
    for (const [what, act, rows] of steps) {
      await act(stage);
      expected.push(...rows(stage).map((row) => toBody(row, { anonymousId, store })));
      await analytics.has(expected.length).catch((error: Error) => {
        throw new Error(`The shopper ${what}: ${error.message}`);
      });
    }
    return { expected, received: analytics.bodies().map(normalised) };
  }

  /** One test a row: what came of an event is what its row says, byte by byte. */
  function compareRows(played: Played): void {
    for (const { name, firesWhen } of eventMap) {
      const ofEvent = (body: string) => body.includes(`"event":"${forwardedName(name)}"`);
      it(`${forwardedName(name)}: ${firesWhen}`, () => {
        expect(played.received.filter(ofEvent)).to.deep.equal(played.expected.filter(ofEvent)).and.not.empty;
      });
    }
  }

  describe('hosted', () => {
    const played: Played = { expected: [], received: [] };

    it('come once each, in their order', async () => {
      const context = await openWindow('blocked');
      const page = await context.newPage();
      await page.goto(
        `${platform.url.replace('127.0.0.1', `${store}.localhost`)}/?anonymous_id=${anonymousId}&flow=${flow.flow_id}`,
      );
      Object.assign(played, await play(new Shopper(page)));
      await context.tracing.stop({ path: '.cache/traces/events-hosted.zip' });
      expect(played.received).to.deep.equal(played.expected);
    });
    compareRows(played);
  });

  for (const storage of ['blocked', 'partitioned', 'allowed'] as const satisfies StorageMode[]) {
    describe(`embedded with storage ${storage}`, () => {
      const played: Played = { expected: [], received: [] };

      it('come once each, in their order, for the merchant’s page too', async () => {
        const context = await openWindow(storage);
        const page = await context.newPage();
        await page.addInitScript(
          listenToShop,
          eventMap.map(({ name }) => domName(`Service ${name}`)),
        );
        await page.goto(shop.url.replace('localhost', 'www.shop.test'));
        await page.evaluate((options) => window.ServiceEmbed?.open?.(options), {
          anonymousId,
          flow: flow.flow_id,
        });
        const element = await page.locator('service-embed iframe').elementHandle();
        Object.assign(played, await play(new Shopper((await element!.contentFrame())!)));
        await context.tracing.stop({ path: `.cache/traces/events-${storage}.zip` });
        expect(played.received).to.deep.equal(played.expected);
        // What the friend does is in another tab, without the shop.
        const friend = played.received.findLastIndex((body) => body.includes('Session Started'));
        const names = played.received
          .slice(0, friend)
          .map((body) => (JSON.parse(body) as { event: string }).event);
        expect(await page.evaluate('heard')).to.deep.equal(names.map(domName));
        expect(await page.evaluate('dataLayer.map(({ event }) => event).slice(1)')).to.deep.equal(
          names.map(layerName),
        );
      });
      compareRows(played);
    });
  }
});
