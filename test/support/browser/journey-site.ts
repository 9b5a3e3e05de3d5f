import { importDemoCatalog } from '../../../scripts/demo-catalog.ts';
import { addDemoFlows } from '../../../scripts/demo-flows.ts';
import { addDemoLogo, addDemoPhotos } from '../../../scripts/demo-photos.ts';
import { type DemoShop, startDemoShop } from '../../../scripts/demo-shop/server.ts';
import { createStore } from '../../../shared/stores/stores.ts';
import { listModelPhotos } from '../../../shared/try-on/model-photos.ts';
import { startPlatform, type TestPlatform } from '../platform.ts';
import { type AnalyticsServer, normalised, startAnalyticsServer, toBody } from './analytics-rows.ts';
import type { Stage, Step } from './journey-steps.ts';

const store = 'demo';
const anonymousId = 'shopper-1';

/** What a journey should send to the analytics server, and what has come, without what differs from run to run. */
export interface Played {
  expected: string[];
  received: string[];
}

/** Part of a stage that depends on the browser. */
type Player = Pick<Stage, 'shopper' | 'visit' | 'usedNativeShare'>;

/** A shop with the example catalog, a service on another site, and the merchant's analytics server. */
export interface JourneySite {
  platform: TestPlatform;
  shop: DemoShop;
  analytics: AnalyticsServer;
  /** Of the shopper and her friend. */
  anonymousId: string;
  /** Where the store has its hosted experience. */
  hosted: string;
  setCheckout(checkout: object): Promise<void>;
  /** Plays one step after the other, each with the events that it should send. */
  play(shopper: Player, steps: readonly Step[]): Promise<Played>;
  close(): Promise<void>;
}

/** Starts it for a browser that reaches the service at `serviceHost`, with the shop on one of `shopHosts`. */
export async function startJourneySite(serviceHost: string, shopHosts: string[]): Promise<JourneySite> {
  const analytics = await startAnalyticsServer();
  const platform = await startPlatform({
    // All journeys come from one address.
    env: { EMBED_HOST: serviceHost, TRY_ON_PER_ADDRESS: '1000000', CATALOG_PER_ADDRESS: '1000000' },
    allow: [analytics.allow],
  });
  const { database, config } = platform;
  const { id: account } = await platform.account();
  const { _id } = await createStore(database.stores, {
    account,
    slug: store,
    name: 'Demo store',
    hosts: shopHosts,
  });
  const set = (fields: object) => database.stores.updateOne({ _id }, { $set: fields });
  await set({ 'integration.state': 'Connected', 'integration.endpoint': analytics.url });
  const demo = { store: _id, dataDir: config.DATA_DIR, env: { MONGODB_URI: config.MONGODB_URI } };
  await importDemoCatalog(database, demo);
  await addDemoPhotos(database, demo);
  await addDemoLogo(database, demo);
  await addDemoFlows(database, _id);
  const modelId = (await listModelPhotos(database.modelPhotos, { _id }))[1]!._id;
  const shop = await startDemoShop({
    host: '127.0.0.1',
    port: 0,
    service: platform.url.replace('127.0.0.1', serviceHost),
    subdomain: store,
    name: 'Demo store',
  });
  return {
    ...{ platform, shop, analytics, anonymousId },
    hosted: platform.url.replace('127.0.0.1', `${store}.localhost`),
    setCheckout: async (checkout) => void (await set({ 'settings.checkout': checkout })),
    async play(player, steps) {
      const own = { release: () => {}, shareUrl: '', shortId: '' };
      const stage: Stage = { ...player, ...own, platform, modelId };
      const expected: string[] = [];
      for (const [what, act, rows] of steps) {
        try {
          await act(stage);
          expected.push(...rows(stage).map((row) => toBody(row, { anonymousId, store })));
          await analytics.has(expected.length);
        } catch (error) {
          throw new Error(`The shopper ${what}: ${(error as Error).message}`, { cause: error });
        }
      }
      return { expected, received: analytics.bodies().map(normalised) };
    },
    async close() {
      await shop.close();
      await platform.close();
      analytics.close();
    },
  };
}
