import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createDirtyDays } from '../../../../api/events/dirty-days.ts';
import type { EventDoc } from '../../../../shared/events/event-model.ts';
import { rebuildDays, recountDay } from '../../../../shared/kpis/count-day.ts';
import { noKpis } from '../../../../shared/kpis/counters.ts';
import { toDay } from '../../../../shared/kpis/kpi-model.ts';
import { readKpis } from '../../../../shared/kpis/read-kpis.ts';
import { getDriver } from '../../../../shared/mongodb/driver.ts';
import type { OrderModel } from '../../../../shared/orders/order-model.ts';
import type { OrderTally } from '../../../../shared/orders/tally.ts';
import { dayMs } from '../../../../shared/time.ts';
import { countDays } from '../../../../workers/sweeper/count-days.ts';
import { type EventBackends, log, makeStore, openEventBackends } from '../../../support/events-app.ts';

const today = toDay(new Date());
const yesterday = toDay(new Date(Date.now() - dayMs));
/** Over, also in the first minutes after midnight, when events of yesterday may still be on their way. */
const ended = toDay(new Date(Date.now() - 2 * dayMs));

describe('the KPIs of a store', () => {
  let stores: EventBackends;
  let made = 0;

  beforeEach(async () => {
    stores = await openEventBackends();
  });
  afterEach(() => stores.close());

  const noon = (day: string) => new Date(`${day}T12:00:00.000Z`);

  function event(name: string, more: Partial<EventDoc> = {}): EventDoc {
    made += 1;
    const at = noon(today);
    return {
      _id: `store_1.${made}`,
      store: 'store_1',
      event: name,
      anonymousId: 'v',
      sessionId: 's-1',
      properties: {},
      timestamp: at,
      receivedAt: at,
      bot: false,
      forward: { state: 'none', since: at, attempt: 0, retryAfterCount: 0, deferrals: 0, jobs: 1 },
      keepUntil: new Date(Date.now() + dayMs),
      ...more,
    };
  }

  async function store(events: EventDoc[]): Promise<void> {
    await getDriver(stores.database.events).insertMany(events);
    const dirty = createDirtyDays(stores.database.kpiDays, log);
    await dirty.note(events);
    await dirty.close();
  }
  const count = () => countDays({ ...stores.database, retentionDays: 396 }, new AbortController().signal);
  /** As if the pause between two counts of a day were over. */
  const pauseOver = () => stores.database.kpiDays.updateMany({}, { $unset: { countedAt: 1 } });
  const read = (from = yesterday, to = today) => readKpis(stores.database.kpiDays, 'store_1', { from, to });

  it('count sessions by their ids, other events one by one, and no bots and no other store', async () => {
    await store([
      event('Session Started'),
      event('Session Started'),
      event('Session Started', { sessionId: 's-2' }),
      event('Session Started', { sessionId: null }),
      event('Session Started', { sessionId: 's-3', bot: true }),
      event('Session Started', { sessionId: 's-4', store: 'store_2' }),
      event('Session Engaged'),
      event('Try On Started'),
      event('Try On Started'),
      event('Try On Completed'),
      event('Try On Failed'),
      event('Added Item to Look'),
      event('Look Shared'),
      event('Shared Look Opened', { sessionId: null }),
      event('Shared Look Opened', { sessionId: null }),
      event('Checkout Clicked'),
      event('Search Submitted'),
    ]);
    expect(await count()).to.equal(2);
    expect((await read()).total).to.deep.equal({
      sessions: 2,
      engaged: 1,
      tryOnsStarted: 2,
      tryOnsCompleted: 1,
      tryOnsFailed: 1,
      itemsAdded: 1,
      shares: 1,
      sharedLookOpens: 2,
      checkoutClicks: 1,
      tryOnSessions: 1,
      shareSessions: 1,
      checkoutSessions: 1,
      orders: 0,
      unattributedOrders: 0,
      convertedSessions: 0,
      conversion: 0,
      revenue: {},
    });
  });

  it('rank products by orders and try-ons, and shared looks by opens, without bots', async () => {
    const inLook = (...productIds: string[]) => ({ properties: { productIds } });
    const opened = (shortId: string) => event('Shared Look Opened', { properties: { shortId } });
    await store([
      event('Try On Completed', inLook('sofa', 'lamp')),
      event('Try On Completed', inLook('sofa', 'lamp')),
      event('Try On Completed', { ...inLook('rug'), receivedAt: noon(yesterday) }),
      event('Try On Completed', { ...inLook('rug'), bot: true }),
      event('Try On Started', inLook('rug')),
      event('Try On Completed'),
      event('Checkout Clicked', inLook('lamp', 'lamp')),
      opened('look-2'),
      opened('look-1'),
      opened('look-1'),
      event('Shared Look Opened'),
    ]);
    await stores.database.orders.insertMany([
      orderOf('1', ['rug']),
      orderOf('2', ['rug'], { attributed: false }),
      orderOf('3', ['lamp'], { counted: false }),
    ]);
    const keepUntil = new Date(Date.now() + dayMs);
    const word = { store: 'store_1', day: today, reasons: ['wrong_size' as const], keepUntil };
    await stores.database.feedback.insertMany([
      { _id: 'rnd_1', ...word, productIds: ['lamp'] },
      { _id: 'rnd_2', ...word, productIds: ['lamp'], store: 'store_2' },
    ]);
    await count();
    expect((await read()).top).to.deep.equal({
      products: [
        { productId: 'rug', tryOns: 1, notRight: 0, checkouts: 0, orders: 1 },
        { productId: 'lamp', tryOns: 2, notRight: 1, checkouts: 1, orders: 0 },
        { productId: 'sofa', tryOns: 2, notRight: 0, checkouts: 0, orders: 0 },
      ],
      looks: [
        { shortId: 'look-1', opens: 2 },
        { shortId: 'look-2', opens: 1 },
      ],
      flows: [],
    });
    expect((await read(yesterday, yesterday)).top.products.map(({ productId }) => productId)).to.deep.equal([
      'rug',
    ]);
  });

  it('count the sessions of each flow, those with an image and those that left it, without bots', async () => {
    const inFlow = (flow_id: string, sessionId: string, more: object = {}) => ({
      ...{ sessionId, properties: { flow_id, flow_name: 'A flow', flow_step_name: 'Top' } },
      ...more,
    });
    await store([
      event('Flow Step Completed', inFlow('outfit', 's-1')),
      event('Flow Step Completed', inFlow('outfit', 's-1')),
      event('Try On Completed', { sessionId: 's-1' }),
      event('Flow Step Skipped', inFlow('outfit', 's-2')),
      event('Flow Exited', inFlow('outfit', 's-2')),
      event('Flow Step Completed', inFlow('corner', 's-2')),
      event('Try On Completed', { sessionId: 's-3' }),
      event('Flow Step Completed', inFlow('outfit', 's-4', { bot: true })),
      event('Flow Step Completed', inFlow('outfit', 's-1', { receivedAt: noon(yesterday) })),
    ]);
    await count();
    expect((await read(today)).top.flows).to.deep.equal([
      { flowId: 'outfit', sessions: 2, tryOnSessions: 1, exits: 1 },
      { flowId: 'corner', sessions: 1, tryOnSessions: 0, exits: 0 },
    ]);
    const { flows } = (await read()).top;
    expect(flows[0]).to.deep.equal({ flowId: 'outfit', sessions: 3, tryOnSessions: 1, exits: 1 });
  });

  /** An order of today with these products of the visitor's look. */
  const orderOf = (orderId: string, productIds: string[], tally: Partial<OrderTally> = {}) => ({
    ...{ _id: `store_1.${orderId}`, store: 'store_1', orderId, platform: 'shopify', revision: 1 },
    ...{
      seenAt: noon(today),
      refunds: [],
      visitors: [],
      day: today,
      keepUntil: new Date(Date.now() + dayMs),
    },
    attribution: { productIds },
    tally: { counted: true, attributed: true, currency: 'EUR', revenue: 1, strictRevenue: 1, ...tally },
  });

  it('follow events that arrive later, and are not counted while none do', async () => {
    await store([event('Try On Started')]);
    expect(await count()).to.equal(1);
    expect(await count()).to.equal(0);
    await store([event('Try On Started')]);
    await pauseOver();
    expect(await count()).to.equal(1);
    expect((await read()).total.tryOnsStarted).to.equal(2);
  });

  it('are counted by one of several sweepers', async () => {
    await store([event('Try On Started')]);
    const counted = await Promise.all([count(), count(), count()]);
    expect(counted.reduce((sum, days) => sum + days)).to.equal(1);
  });

  it('are counted once more after the day has ended, so that a lost mark does no harm', async () => {
    const late = { receivedAt: noon(ended) };
    await store([event('Try On Started', late)]);
    await getDriver(stores.database.events).insertOne(event('Try On Started', late));
    await stores.database.kpiDays.updateMany({}, { $unset: { dirtyAt: 1 } });
    expect(await count()).to.equal(1);
    expect((await read(ended, ended)).days).to.deep.equal([
      { day: ended, ...noKpis(), tryOnsStarted: 2, conversion: null, revenue: {} },
    ]);
    await pauseOver();
    expect(await count()).to.equal(0);
  });

  for (const day of [today, yesterday]) {
    it(`count a day whose first event was saved by an API that died before marking it: ${day === today ? 'today' : 'yesterday'}`, async () => {
      const { _id } = await makeStore(stores, 'acme');
      const first = event('Try On Started', { store: _id, receivedAt: noon(day) });
      await getDriver(stores.database.events).insertOne(first);
      expect(await count()).to.equal(1);
      const { total } = await readKpis(stores.database.kpiDays, _id, { from: day, to: day });
      expect(total.tryOnsStarted).to.equal(1);
      expect(await count()).to.equal(0);
    });
  }

  it('count an event of today whose mark was lost, some seconds after the last count', async () => {
    const { _id } = await makeStore(stores, 'acme');
    await store([event('Try On Started', { store: _id, receivedAt: new Date() })]);
    await count();
    const lost = event('Try On Started', { store: _id, receivedAt: new Date() });
    await getDriver(stores.database.events).insertOne(lost);
    const restedAt = new Date(Date.now() - 16_000);
    await stores.database.kpiDays.updateMany({}, { $set: { countedAt: restedAt } });
    expect(await count()).to.equal(1);
    expect(await count()).to.equal(0);
    const { total } = await readKpis(stores.database.kpiDays, _id, { from: today, to: today });
    expect(total.tryOnsStarted).to.equal(2);
  });

  it('keep the newer of two counts when the older one ends last', async () => {
    await store([event('Try On Started')]);
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const orders = { aggregate: () => held.then(() => []) } as unknown as OrderModel;
    const older = recountDay({ ...stores.database, orders }, 'store_1', today);
    await delay(200);
    await store([event('Try On Started')]);
    expect(await count()).to.equal(1);
    goOn();
    await older;
    expect((await read()).total.tryOnsStarted).to.equal(2);
  });

  it('are counted less often after slow counts, but not after one that the database delayed', async () => {
    await store([event('Try On Started')]);
    const orders = { aggregate: () => delay(500).then(() => []) } as unknown as OrderModel;
    const took: number[] = [];
    for (let round = 0; round < 3; round++) {
      await recountDay({ ...stores.database, orders }, 'store_1', today);
      took.push((await stores.database.kpiDays.findById(`store_1.${today}`).lean())?.tookMs ?? 0);
    }
    expect(took[0]).to.equal(200);
    expect(took[1]).to.equal(400);
    expect(took[2]).to.be.within(490, 800);
  });

  it('are not counted for a day of bots alone', async () => {
    const { _id } = await makeStore(stores, 'acme');
    await getDriver(stores.database.events).insertOne(event('Session Started', { store: _id, bot: true }));
    expect(await count()).to.equal(0);
    expect(await stores.database.kpiDays.countDocuments()).to.equal(0);
  });

  it('are the same after a rebuild from the raw events', async () => {
    await store([
      event('Session Started', { receivedAt: noon(yesterday) }),
      event('Session Started'),
      event('Look Shared'),
    ]);
    await count();
    const live = await read();
    await stores.database.kpiDays.deleteMany({});
    expect(await rebuildDays(stores.database, 'store_1', 396)).to.equal(2);
    expect(await read()).to.deep.equal(live);
  });

  it('are rebuilt up to today, at whatever hour the first event came', async () => {
    await store([
      event('Session Started', { receivedAt: new Date(`${yesterday}T00:00:01.000Z`) }),
      event('Look Shared', { receivedAt: new Date(`${yesterday}T23:59:59.000Z`) }),
    ]);
    expect(await rebuildDays(stores.database, 'store_1', 396)).to.equal(2);
  });

  it('stay when the raw events of their day are gone', async () => {
    await store([event('Try On Started')]);
    await count();
    const old = toDay(new Date(Date.now() - 400 * dayMs));
    const counters = { ...noKpis(), sessions: 7 };
    await stores.database.kpiDays.create({
      _id: `store_1.${old}`,
      store: 'store_1',
      day: old,
      counters,
      dirtyAt: new Date(),
    });
    await count();
    await rebuildDays(stores.database, 'store_1', 396);
    expect((await read(old, old)).total.sessions).to.equal(7);
  });

  for (const [from, to, message] of [
    ['yesterday', today, 'from is not a valid day; write it as 2026-01-31.'],
    ['2026-02-30', today, 'from is not a valid day; write it as 2026-01-31.'],
    ['2026-01-01', '2026-1-2', 'to is not a valid day; write it as 2026-01-31.'],
    ['2026-01-02', '2026-01-01', 'from is after to; swap them.'],
    ['2000-01-01', '2026-01-01', 'The range is longer than 3660 days; ask for less.'],
  ] as const) {
    it(`refuse the range from ${from} to ${to}`, async () => {
      const failure = await read(from, to).catch((error: unknown) => error);
      expect(failure).to.include({ code: 'INVALID_INPUT', message });
    });
  }
});
