import { shownDays } from '../../../api/status/service-days.ts';
import { type ProductDoc, productDocId, productKeys } from '../../../shared/catalog/product-model.ts';
import { lastDays, listDays } from '../../../shared/credits/usage-days.ts';
import type { Database } from '../../../shared/database/database.ts';
import type { EventDoc } from '../../../shared/events/event-model.ts';
import { newId, sha256Hex, toBase62 } from '../../../shared/ids.ts';
import { type KpiDayDoc, kpiDayId, toDay } from '../../../shared/kpis/kpi-model.ts';
import { maxDailyItems, type TopItems } from '../../../shared/kpis/top-items.ts';
import { keepDayUntil } from '../../../shared/status/service-day-model.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import { dayMs } from '../../../shared/time.ts';
import { insertAll } from './insert-all.ts';
import { eventsPerDay, type PageSizes } from './sizes.ts';

/** Days of counters of each store but the first. */
const otherDays = 3;
const names = ['Lamp', 'Chair', 'Sofa', 'Rug', 'Vase'];
const eventNames = ['Session Started', 'Try On Started', 'Try On Completed', 'Look Shared'];

export const toSlug = (index: number): string => `store-${index}`;

/** Inserts the stores of all accounts; the first is the busy one. */
export async function seedStores(database: Database, account: string, sizes: PageSizes): Promise<void> {
  const now = Date.now();
  const ids = Array.from({ length: sizes.stores }, (_, index) =>
    newId('store', now - (sizes.stores - index)),
  );
  await insertAll(database.accounts, sizes.stores - sizes.ownStores, (index) => ({
    _id: `acc_bench_${index}`,
    name: `Merchant ${index}`,
    credits: { granted: 100, available: 60, held: 0, spent: 40 },
    holds: [],
    createdAt: new Date(now - index),
  }));
  await insertAll(database.stores, sizes.stores, (index) => ({
    ...toStore(index, new Date(now - index)),
    _id: ids[index]!,
    account: index < sizes.ownStores ? account : `acc_bench_${index - sizes.ownStores}`,
  }));
  const busy = ids[0]!;
  await seedCounters(database, ids, sizes);
  await seedServiceDays(database);
  await insertAll(database.products, sizes.products, (index) => toProduct(busy, index));
  await seedLooks(database, busy, sizes);
  await seedEvents(database, ids, sizes);
}

const toStore = (index: number, createdAt: Date): Omit<StoreDoc, '_id' | 'account'> => ({
  slug: toSlug(index),
  hosts: [`store-${index}.example`],
  name: `Store ${index}`,
  settings: { sharingEnabled: true },
  integration: { state: 'Not connected', revision: 0 },
  catalogRevision: 1,
  createdAt,
});

/** A million events on each day: those of the first store are a tenth of all. */
async function seedCounters({ kpiDays }: Database, ids: readonly string[], sizes: PageSizes): Promise<void> {
  const now = Date.now();
  const day = (ago: number) => toDay(new Date(now - ago * dayMs));
  await insertAll(kpiDays, sizes.days, (ago) => ({
    ...toKpiDay(ids[0]!, day(ago), eventsPerDay / 10),
    top,
  }));
  const others = ids.slice(1);
  const each = (eventsPerDay * 0.9) / others.length;
  await insertAll(kpiDays, others.length * otherDays, (index) =>
    toKpiDay(others[index % others.length]!, day(Math.floor(index / others.length)), each),
  );
}

/** The days of `/status` that are over. */
async function seedServiceDays({ serviceDays }: Database): Promise<void> {
  const { from, to } = lastDays(shownDays);
  const ended = listDays({ from, to }).filter((day) => day < to);
  await insertAll(serviceDays, ended.length, (index) => {
    const day = ended[index]!;
    const tally = { good: eventsPerDay / 300, bad: 10 };
    return {
      _id: day,
      ended: { api: tally, renders: tally, queue: tally },
      events: { onTime: eventsPerDay, late: 100, delivered: eventsPerDay, dropped: 100 },
      keepUntil: keepDayUntil(day),
    };
  });
}

/** As many as a day keeps. */
const top: TopItems = {
  products: Array.from({ length: maxDailyItems }, (_, index) => ({
    productId: `product-${index}`,
    ...{ tryOns: 100 - index, notRight: 1, checkouts: 2, orders: 1 },
  })),
  looks: [],
  flows: [],
};

function toKpiDay(store: string, day: string, events: number): KpiDayDoc {
  const share = (part: number) => Math.round(events * part);
  return {
    _id: kpiDayId(store, day),
    store,
    day,
    counters: {
      ...{ sessions: share(0.3), engaged: share(0.15), tryOnsStarted: share(0.12) },
      ...{ tryOnsCompleted: share(0.11), tryOnsFailed: share(0.01), itemsAdded: share(0.2) },
      ...{ shares: share(0.02), sharedLookOpens: share(0.03), checkoutClicks: share(0.02) },
      ...{ tryOnSessions: share(0.1), shareSessions: share(0.02), checkoutSessions: share(0.02) },
      ...{ orders: share(0.01), unattributedOrders: share(0.01), convertedSessions: share(0.01) },
    },
    revenue: { EUR: { revenue: share(40), strictRevenue: share(30) } },
    countedAt: new Date(),
    tookMs: 5,
  };
}

function toProduct(store: string, index: number): ProductDoc {
  const productId = `product-${index}`;
  const handle = `${names[index % names.length]}-${index}`.toLowerCase();
  const variants = ['red', 'blue', 'green'].map((color) => ({
    variantId: `${productId}-${color}`,
    color,
    price: 4_900,
  }));
  const image = { mime: 'image/webp', width: 800, height: 800, bytes: 40_000 } as const;
  const blob = `catalog/${store}/${sha256Hex(productId)}`;
  return {
    _id: productDocId(store, productId),
    ...{ store, productId, handle, handleHistory: [], variants, tags: ['home'], position: index },
    title: `${names[index % names.length]} ${index}`,
    category: 'Furniture',
    categoryPath: ['Home', 'Furniture'],
    currency: 'EUR',
    price: 4_900,
    url: `/products/${handle}`,
    assets: [{ image: { ...image, blob }, source: `https://store-0.example/${index}.jpg`, variantIds: [] }],
    keys: productKeys({ productId, handle, handleHistory: [], variants }),
    ...{ digest: sha256Hex(productId), missingAssets: 0, revision: 1 },
    ...{ createdAt: new Date(), updatedAt: new Date() },
  };
}

async function seedLooks({ sharedLooks }: Database, store: string, { looks }: PageSizes): Promise<void> {
  await insertAll(sharedLooks, looks, (index) => ({
    _id: toBase62(`look ${index}`, 10),
    store,
    visitor: `visitor-${index}`,
    render: `rnd_shared_${index}`,
    items: [{ productId: `product-${index % 100}`, variantId: `product-${index % 100}-red` }],
    createdAt: new Date(Date.now() - index * 60_000),
    until: new Date(Date.now() + 60 * dayMs),
    keepUntil: new Date(Date.now() + 90 * dayMs),
  }));
}

/** Every other event is one of the busy store; none waits to be forwarded. */
async function seedEvents({ events }: Database, ids: readonly string[], sizes: PageSizes): Promise<void> {
  const stepMs = dayMs / sizes.events;
  await insertAll(events, sizes.events, (index): EventDoc => {
    const store = index % 2 === 0 ? ids[0]! : ids[index % ids.length]!;
    const at = new Date(Date.now() - (sizes.events - index) * stepMs);
    const state = index % 200 === 0 ? 'dropped' : 'delivered';
    return {
      _id: `${store}.event-${index}`,
      store,
      event: eventNames[index % eventNames.length]!,
      anonymousId: `visitor-${index % 5_000}`,
      sessionId: `session-${index % 20_000}`,
      properties: { productId: `product-${index % 100}` },
      timestamp: at,
      receivedAt: at,
      bot: false,
      forward: { state, since: at, attempt: 1, retryAfterCount: 0, deferrals: 0, jobs: 1 },
      keepUntil: new Date(at.getTime() + 90 * dayMs),
    };
  });
}
