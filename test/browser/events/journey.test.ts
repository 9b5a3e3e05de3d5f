import { expect } from 'chai';
import type { BrowserContext } from 'playwright-core';
import { eventMap, forwardedName } from '../../../shared/events/event-map.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { ChromiumShopper } from '../../support/browser/journey-shopper.ts';
import { type JourneySite, type Played, startJourneySite } from '../../support/browser/journey-site.ts';
import { flow, steps } from '../../support/browser/journey-steps.ts';
import type { StorageMode } from '../../support/browser/storage-modes.ts';

const checkout = {
  ...{ platform: 'shopify', url: 'https://acme.example', embedMode: 'permalink' },
  storefrontToken: 'public-token',
} as const;

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
  let site: JourneySite;
  before(async () => {
    site = await startJourneySite('embed.service.test', ['www.shop.test']);
    await site.setCheckout(checkout);
  });
  beforeEach(() => site.analytics.forget());
  after(() => site.close());

  /** A window with a clock of its own and a share sheet, in which the shop of the checkout is not left for. */
  async function openWindow(storage: StorageMode): Promise<BrowserContext> {
    const context = await open({ storage });
    await ChromiumShopper.prepare(context);
    await context.route(`${checkout.url}/**`, (route) => route.fulfill({ status: 204 }));
    await context.tracing.start({ screenshots: true });
    return context;
  }

  async function play(shopper: ChromiumShopper): Promise<Played> {
    const context = shopper.tab.context();
    const visit = async (url: string) => {
      const page = await context.newPage();
      await page.goto(`${url}&anonymous_id=${site.anonymousId}`);
      return new ChromiumShopper(page);
    };
    return site.play({ shopper, visit, usedNativeShare: true }, steps);
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
      await page.goto(`${site.hosted}/?anonymous_id=${site.anonymousId}&flow=${flow.flow_id}`);
      Object.assign(played, await play(new ChromiumShopper(page)));
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
        await page.goto(site.shop.url.replace('localhost', 'www.shop.test'));
        await page.evaluate((options) => window.ServiceEmbed?.open?.(options), {
          anonymousId: site.anonymousId,
          flow: flow.flow_id,
        });
        const element = await page.locator('service-embed iframe').elementHandle();
        Object.assign(played, await play(new ChromiumShopper((await element!.contentFrame())!)));
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
