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
  bodyOf,
  normalised,
  type Row,
  startAnalyticsServer,
} from '../../support/browser/analytics-rows.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import type { StorageMode } from '../../support/browser/storage-modes.ts';
import { hold, startPlatform, type TestPlatform } from '../../support/platform.ts';
import { Shopper } from '../../support/try-on/shopper.ts';

const store = 'demo';
const anonymousId = 'shopper-1';
const checkout = {
  ...{ platform: 'shopify', url: 'https://acme.example', embedMode: 'permalink' },
  storefrontToken: 'public-token',
} as const;

/** Headless Chromium has no share sheet on Linux. */
const withShareSheet = `Object.defineProperty(Navigator.prototype, 'share', { value: async () => undefined });`;

const sofa = { productIds: ['1002'], variantIds: ['100201'] };
const flow = { flow_name: 'Furnish a corner', flow_id: 'furnish-a-corner' };
const sofas = { productIds: ['1002', '1017'], variantIds: ['100201', '101701'] };

/** Where a journey is played. */
interface Stage {
  shopper: Shopper;
  platform: TestPlatform;
  modelId: string;
  /** Lets the picture be made that has been started. */
  release: () => void;
  /** Opens an address as another person, who got it from the shopper. */
  visit: (url: string) => Promise<Shopper>;
  recipient?: Shopper;
  shareUrl: string;
  shortId: string;
}

/** What a shopper does, and what an analytics server receives of it: one event where it can be, so that none overtakes another. */
type Step = [what: string, play: (stage: Stage) => Promise<void>, rows: (stage: Stage) => Row[]];

/** Applies one choice of the sheet; two items are left by each. */
async function choose(shopper: Shopper, choice: string): Promise<void> {
  await shopper.button(/Filter & sort/).click();
  const sheet = shopper.page.getByRole('dialog');
  await sheet.getByText(choice).click();
  await sheet.getByRole('button', { name: 'Show 2 items' }).click();
}

/** Starts a picture that is not made before `release`. */
async function start(stage: Stage): Promise<void> {
  stage.release = hold(stage.platform.cog);
  await stage.shopper.button('Try it on').click();
}

async function checkOut(shopper: Shopper): Promise<void> {
  await shopper.button('Check out').click();
  await shopper.page.getByRole('dialog').getByRole('link', { name: 'Check out' }).click();
}

const steps: Step[] = [
  [
    'opens the try-on',
    ({ shopper }) => shopper.heading('Add your photo').waitFor(),
    () => [['Session Started', {}]],
  ],
  [
    'is there for ten seconds',
    ({ shopper }) => shopper.tab.context().clock.fastForward(10_000),
    () => [['Session Engaged', {}]],
  ],
  [
    'uploads a photo',
    async ({ shopper }) => {
      await shopper.chooseFile('examples/room-console.jpg');
      await shopper.heading('Step 1 of 4: Seat').waitFor();
    },
    () => [['User Photo Uploaded', {}]],
  ],
  [
    'takes a model photo instead',
    async ({ shopper }) => {
      await shopper.button(/^Back$/).click();
      await shopper.button('Use the photo “Living room with a leather sofa before a white wall”').click();
      await shopper.heading('Step 1 of 4: Seat').waitFor();
    },
    ({ modelId }) => [['Model Photo Selected', { model_id: modelId }]],
  ],
  [
    'adds an item of the first step of a flow',
    ({ shopper }) => shopper.addItem('Three-seat leather sofa'),
    () => [['Added Item to Look', { ...sofa, productTitle: 'Three-seat leather sofa' }]],
  ],
  [
    'continues to the second step',
    ({ shopper }) => shopper.button('Next: Light').click(),
    () => [['Flow Step Completed', { ...sofa, ...flow, flow_step_name: 'Seat' }]],
  ],
  [
    'skips it',
    ({ shopper }) => shopper.button('Skip').click(),
    () => [['Flow Step Skipped', { ...sofa, ...flow, flow_step_name: 'Light' }]],
  ],
  [
    'leaves the flow',
    async ({ shopper }) => {
      await shopper.heading('Step 3 of 4: Plants').waitFor();
      await shopper.button('Browse all items').click();
      await shopper.page.getByRole('dialog').getByRole('button', { name: 'Leave the steps' }).click();
      await shopper.heading('Choose items').waitFor();
    },
    () => [['Flow Exited', { ...sofa, ...flow, flow_step_name: 'Plants' }]],
  ],
  [
    'filters the items',
    ({ shopper }) => choose(shopper, 'Sofas'),
    () => [['Filter Selected', { ...sofa, filter_name: 'Sofas', filter_scope: 'category' }]],
  ],
  [
    'sorts them',
    ({ shopper }) => choose(shopper, 'Price: low to high'),
    () => [['Sort Selected', { ...sofa, sort_name: 'price-low' }]],
  ],
  [
    'goes back to no order of her own, which is no choice',
    ({ shopper }) => choose(shopper, 'Featured'),
    () => [],
  ],
  [
    'searches by Enter',
    async ({ shopper }) => {
      await shopper.page.getByRole('searchbox').fill('leather sofa');
      await shopper.page.getByRole('searchbox').press('Enter');
    },
    () => [['Search Submitted', { ...sofa, query: 'leather sofa', result_count: 1 }]],
  ],
  ['starts a picture', start, () => [['Try On Started', { ...sofa, selectedItemCount: 1 }]]],
  [
    'cancels it',
    async ({ shopper, release }) => {
      await shopper.button('Cancel').click();
      await shopper.button('Cancel picture').click();
      await shopper.heading('Choose items').waitFor();
      release();
    },
    () => [['Try On Failed', { ...sofa, reason: 'cancelled' }]],
  ],
  ['starts another', start, () => [['Try On Started', { ...sofa, selectedItemCount: 1 }]]],
  [
    'sees it',
    async ({ shopper, release }) => {
      release();
      await shopper.heading('Here is your look').waitFor();
    },
    () => [['Try On Completed', { ...sofa, selectedItemCount: 1 }]],
  ],
  [
    'edits the look of the result',
    async ({ shopper }) => {
      await shopper.button('Edit look').click();
      await shopper.heading('Choose items').waitFor();
    },
    () => [['Try On Edited', { ...sofa, action: 'edit' }]],
  ],
  [
    'adds another item, and returns to the result',
    async ({ shopper }) => {
      await shopper.page.getByRole('searchbox').fill('');
      await shopper.addItem('Grey fabric sofa');
      await shopper.button('View').click();
      await shopper.heading('Here is your look').waitFor();
    },
    () => [['Added Item to Look', { ...sofas, productTitle: 'Grey fabric sofa' }]],
  ],
  [
    'removes an item from the result',
    ({ shopper }) => shopper.button('Remove Grey fabric sofa').click(),
    () => [['Try On Edited', { ...sofa, action: 'remove' }]],
  ],
  [
    'shares the result',
    async (stage) => {
      await stage.shopper.button('Share').click();
      const field = stage.shopper.page.getByRole('textbox', { name: 'Link to this look' });
      stage.shareUrl = await field.inputValue();
      stage.shortId = new URL(stage.shareUrl).searchParams.get('share') ?? '';
    },
    ({ shareUrl, shortId }) => [
      [
        'Look Shared',
        { ...sofa, type: 'share_link', shortId, shareUrl, usedNativeShare: true, selectedItemCount: 1 },
      ],
    ],
  ],
  [
    'checks out',
    ({ shopper }) => checkOut(shopper),
    () => [
      [
        'Checkout Clicked',
        { ...sofa, selectedItemCount: 1, hasStorefrontToken: true, fromSharedLook: false },
      ],
    ],
  ],
  [
    'has a friend, who opens the link',
    async (stage) => {
      stage.recipient = await stage.visit(stage.shareUrl);
      await stage.recipient.heading(/^A look from/).waitFor();
    },
    ({ shortId }) => [
      ['Session Started', {}],
      ['Shared Look Opened', { ...sofa, shortId }],
    ],
  ],
  [
    'has a friend, who checks out',
    ({ recipient }) => checkOut(recipient!),
    ({ shortId }) => [
      [
        'Checkout Clicked',
        {
          ...sofa,
          selectedItemCount: 1,
          hasStorefrontToken: true,
          fromSharedLook: true,
          sharedLookShortId: shortId,
        },
      ],
    ],
  ],
];

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
    platform = await startPlatform({ env: { EMBED_HOST: 'embed.service.test' }, allow: [analytics.allow] });
    const { database, config } = platform;
    const { id: account } = await platform.account();
    const shopOf = { account, slug: store, name: 'Demo store', hosts: ['www.shop.test'] };
    const { _id } = await createStore(database.stores, shopOf);
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

  /** Plays all steps, and returns the rows that are expected and those that have come. */
  async function play(shopper: Shopper): Promise<{ expected: string[]; received: string[] }> {
    const context = shopper.tab.context();
    const visit = (url: string) => Shopper.visit(context, `${url}&anonymous_id=${anonymousId}`);
    const stage: Stage = { shopper, platform, modelId, visit, release: () => {}, shareUrl: '', shortId: '' };
    const expected: string[] = [];
    for (const [what, act, rows] of steps) {
      await act(stage);
      expected.push(...rows(stage).map((row) => bodyOf(row, { anonymousId, store })));
      await analytics.has(expected.length).catch((error: Error) => {
        throw new Error(`The shopper ${what}: ${error.message}`);
      });
    }
    return { expected, received: analytics.bodies() };
  }

  it('are the rows of the table, hosted', async () => {
    const context = await openWindow('blocked');
    const page = await context.newPage();
    await page.goto(
      `${platform.url.replace('127.0.0.1', `${store}.localhost`)}/?anonymous_id=${anonymousId}&flow=${flow.flow_id}`,
    );
    const { expected, received } = await play(new Shopper(page));
    await context.tracing.stop({ path: '.cache/traces/events-hosted.zip' });
    expect(received.map(normalised)).to.deep.equal(expected);
    const names = new Set(received.map((body) => JSON.parse(body).event as string));
    expect([...names].sort()).to.deep.equal(eventMap.map(({ name }) => forwardedName(name)).sort());
  });

  for (const storage of ['blocked', 'partitioned', 'allowed'] as const satisfies StorageMode[]) {
    it(`are the rows of the table, embedded with storage ${storage}`, async () => {
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
      const { expected, received } = await play(new Shopper((await element!.contentFrame())!));
      await context.tracing.stop({ path: `.cache/traces/events-${storage}.zip` });
      expect(received.map(normalised)).to.deep.equal(expected);
      // What the friend does is in another tab, without the shop.
      const ofShopper = received.slice(
        0,
        received.findLastIndex((body) => body.includes('Session Started')),
      );
      const names = ofShopper.map((body) => JSON.parse(body).event as string);
      expect(await page.evaluate('heard')).to.deep.equal(names.map(domName));
      expect(await page.evaluate('dataLayer.map(({ event }) => event).slice(1)')).to.deep.equal(
        names.map(layerName),
      );
    });
  }
});
