import { expect } from 'chai';
import type { Express } from 'express';
import mongoose from 'mongoose';
import sinon from 'sinon';
import request from 'supertest';
import { createDirtyDays } from '../../../../api/events/dirty-days.ts';
import { replayEvent } from '../../../../shared/deliveries/replay.ts';
import { eraseVisitor } from '../../../../shared/events/erase-visitor.ts';
import type { EventDoc } from '../../../../shared/events/event-model.ts';
import { createKey } from '../../../../shared/keys/keys.ts';
import { rebuildDays } from '../../../../shared/kpis/count-day.ts';
import { toDay } from '../../../../shared/kpis/kpi-model.ts';
import { readKpis } from '../../../../shared/kpis/read-kpis.ts';
import { getDriver } from '../../../../shared/mongodb/driver.ts';
import { countDays } from '../../../../workers/sweeper/count-days.ts';
import { eventsApp, log } from '../../../support/events-app.ts';
import { type OrdersApp, openOrdersApp, retentionDays } from '../../../support/orders-app.ts';

const hour = 3_600_000;
const dayMs = 24 * hour;
/** Orders of the middle of yesterday, visits of the day before: no test runs over midnight. */
const yesterday = toDay(new Date(Date.now() - dayMs));
const dayBefore = toDay(new Date(Date.now() - 2 * dayMs));
const placedAt = new Date(`${yesterday}T12:00:00.000Z`);
const visitedAt = new Date(`${dayBefore}T12:00:00.000Z`);

describe('orders of a store', () => {
  let shop: OrdersApp;
  let made = 0;
  beforeEach(async () => {
    shop = await openOrdersApp();
  });
  afterEach(() => shop.close());

  async function visit(events: [name: string, more?: Partial<EventDoc>][]): Promise<void> {
    const documents = events.map(([event, more]): EventDoc => {
      made += 1;
      return {
        _id: `${shop.store._id}.e-${made}`,
        ...{ store: shop.store._id, event, anonymousId: 'visitor-1', sessionId: 's-1', properties: {} },
        ...{ timestamp: visitedAt, receivedAt: visitedAt, bot: false },
        forward: { state: 'none', since: visitedAt, attempt: 0, retryAfterCount: 0, deferrals: 0, jobs: 1 },
        keepUntil: new Date(Date.now() + dayMs),
        ...more,
      };
    });
    await getDriver(shop.backends.database.events).insertMany(documents);
    const dirty = createDirtyDays(shop.backends.database.kpiDays, log);
    await dirty.note(documents);
    await dirty.close();
  }
  const looked: [string, Partial<EventDoc>?][] = [
    ['Session Started'],
    ['Try On Completed', { properties: { productIds: ['1'], variantIds: ['10'] } }],
  ];

  const order = (id: number, more: object = {}) => ({
    id,
    created_at: placedAt.toISOString(),
    updated_at: new Date(placedAt.getTime() + 1000).toISOString(),
    currency: 'EUR',
    total_price: '100.00',
    note_attributes: [{ name: 'anonymous_id', value: 'visitor-1' }],
    line_items: [
      { product_id: 1, variant_id: 10, quantity: 1, price: '60.00' },
      { product_id: 2, variant_id: 20, quantity: 1, price: '30.00' },
    ],
    ...more,
  });
  const refund = (orderId: number, amount: string) => ({
    id: 77,
    order_id: orderId,
    transactions: [{ kind: 'refund', status: 'success', amount }],
    refund_line_items: [{ subtotal: amount, line_item: { product_id: 1, variant_id: 10 } }],
  });
  const anonymous = { note_attributes: [] };

  async function count() {
    const { database } = shop.backends;
    await database.kpiDays.updateMany({}, { $unset: { countedAt: 1 } });
    await countDays({ ...database, retentionDays }, new AbortController().signal);
    return readKpis(database.kpiDays, shop.store._id, { from: dayBefore, to: yesterday });
  }
  const orderEvents = () =>
    shop.backends.database.events.find({ event: 'Order Attributed' }).lean<EventDoc[]>();

  it('are counted with conversion, revenue per currency, look items and the unattributed', async () => {
    await visit([...looked, ['Session Started', { sessionId: 's-2', anonymousId: 'other' }]]);
    await shop.shopify(order(1));
    await shop.shopify(order(2, { currency: 'JPY', total_price: '5000', line_items: [] }));
    await shop.shopify(order(3, anonymous));
    await shop.shopify(order(4, { test: true }));
    await shop.shopify(order(5, { cancelled_at: placedAt.toISOString() }), 'orders/cancelled');
    await shop.work();
    const { total, days } = await count();
    expect(total).to.deep.include({ sessions: 2, orders: 2, unattributedOrders: 1, convertedSessions: 1 });
    expect(total.conversion).to.equal(0.5);
    expect(total.revenue).to.deep.equal({
      EUR: { revenue: 10_000, strictRevenue: 6000 },
      JPY: { revenue: 5000, strictRevenue: 0 },
    });
    // The conversion belongs to the day of the session, the revenue to that of the order.
    expect(days.map(({ day, orders, convertedSessions }) => [day, orders, convertedSessions])).to.deep.equal([
      [dayBefore, 0, 1],
      [yesterday, 2, 0],
    ]);
  });

  it('are the same in any order of arrival: a refund, an update, a duplicate', async () => {
    await visit(looked);
    await shop.shopify(refund(1, '60.00'), 'refunds/create', 'w-refund');
    await shop.work();
    expect((await count()).total).to.include({ orders: 0, unattributedOrders: 0 });
    expect(await orderEvents()).to.deep.equal([]);
    const newer = { updated_at: new Date(placedAt.getTime() + hour).toISOString() };
    await shop.shopify(order(1, { ...newer, total_price: '120.00', ...anonymous }), 'orders/updated');
    await shop.work();
    await shop.shopify(order(1), 'orders/create');
    await shop.shopify(order(1), 'orders/create');
    await shop.work();
    const { total } = await count();
    expect(total).to.include({ orders: 1, unattributedOrders: 0, convertedSessions: 1 });
    expect(total.revenue).to.deep.equal({ EUR: { revenue: 6000, strictRevenue: 0 } });
    const [event, ...others] = await orderEvents();
    expect(others).to.deep.equal([]);
    expect(event).to.deep.include({ anonymousId: 'visitor-1', sessionId: 's-1' });
    expect(event!.properties).to.deep.include({
      orderId: '1',
      total: 12_000,
      revenue: 6000,
      strictRevenue: 0,
    });
  });

  it('of one id are written by several workers at once without losing one of their webhooks', async () => {
    await visit(looked);
    const refunds = Array.from({ length: 6 }, (_, index) => ({ ...refund(1, '10.00'), id: 100 + index }));
    await Promise.all([shop.shopify(order(1)), ...refunds.map((one) => shop.shopify(one, 'refunds/create'))]);
    await Promise.all([shop.work(), shop.work(), shop.work()]);
    expect((await shop.order(1))!.tally).to.include({ revenue: 4000, strictRevenue: 0 });
    expect((await orderEvents())[0]!.properties).to.include({ revenue: 4000 });
  });

  it('have the event of their last revision when two revisions insert it at the same moment', async () => {
    await visit(looked);
    await shop.shopify(order(1));
    await shop.work();
    const events = getDriver(shop.backends.database.events);
    const duplicate = new mongoose.mongo.MongoServerError({ message: 'E11000 duplicate key', code: 11000 });
    const insert = sinon.stub(events, 'updateOne').callThrough();
    // The upsert of the second revision meets the event of the first, which it did not see.
    insert.withArgs(sinon.match.any, sinon.match.any, { upsert: true }).rejects(duplicate);
    const updated_at = new Date(placedAt.getTime() + hour).toISOString();
    await shop.shopify(order(1, { updated_at, total_price: '120.00' }), 'orders/updated');
    await shop.work();
    insert.restore();
    const [event] = await orderEvents();
    expect(event!.properties).to.include({ revision: 2, total: 12_000 });
  });

  it('are subtracted when they are cancelled later', async () => {
    await visit(looked);
    await shop.shopify(order(1));
    await shop.work();
    expect((await count()).total).to.include({ orders: 1, convertedSessions: 1 });
    const at = new Date(placedAt.getTime() + hour).toISOString();
    await shop.shopify(order(1, { cancelled_at: at, updated_at: at }), 'orders/cancelled');
    await shop.work();
    const { total } = await count();
    expect(total).to.include({ orders: 0, convertedSessions: 0, unattributedOrders: 0 });
    expect(total.revenue).to.deep.equal({});
  });

  it('without the visitor are found by the cart recorded at checkout, which is never forwarded', async () => {
    const app: Express = eventsApp(shop.backends);
    const click = {
      ...{ store: 'acme', event: 'Checkout Clicked', eventId: 'click', anonymousId: 'visitor-9' },
      sessionId: 's-9',
      properties: { cartToken: 'c1?key=abc', selectedItemCount: 1, variantIds: ['20'] },
    };
    const answer = await request(app).post('/api/events').set('Origin', 'https://acme.example').send(click);
    expect(answer.status).to.equal(202);
    const stored = await shop.backends.database.events.findById(`${shop.store._id}.click`).lean<EventDoc>();
    expect(stored!.cartToken).to.equal('c1');
    expect(stored!.properties).not.to.have.property('cartToken');
    const now = new Date().toISOString();
    const times = { created_at: now, updated_at: now };
    await shop.shopify(order(1, { ...anonymous, ...times, cart_token: 'c1' }));
    expect(await shop.work()).to.deep.equal(['attributed']);
    const { attribution, tally } = (await shop.order(1))!;
    expect(attribution).to.include({ by: 'cart_token', anonymousId: 'visitor-9', sessionId: 's-9' });
    expect(tally).to.include({ strictRevenue: 3000 });
  });

  it('of bots and of visits more than 7 days old are unattributed', async () => {
    await visit([
      ['Session Started', { bot: true }],
      ['Session Started', { receivedAt: new Date(placedAt.getTime() - 7 * dayMs - 1) }],
    ]);
    await shop.shopify(order(1));
    expect(await shop.work()).to.deep.equal(['unattributed']);
    expect((await count()).total).to.include({ orders: 0, unattributedOrders: 1 });
  });

  it('stay attributed when a webhook comes after the events have expired', async () => {
    await visit(looked);
    await shop.shopify(order(1));
    await shop.work();
    await shop.backends.database.events.deleteMany({ event: { $ne: 'Order Attributed' } });
    await shop.shopify(refund(1, '10'), 'refunds/create');
    expect(await shop.work()).to.deep.equal(['attributed']);
    expect((await shop.order(1))!.tally).to.include({ revenue: 9000, strictRevenue: 5000 });
  });

  it('count the same after a rebuild from events and orders', async () => {
    await visit(looked);
    await shop.shopify(order(1));
    await shop.shopify(order(2, anonymous));
    await shop.shopify(refund(1, '12.34'), 'refunds/create');
    await shop.work();
    const live = await count();
    expect(live.total.revenue).to.deep.equal({ EUR: { revenue: 8766, strictRevenue: 4766 } });
    await shop.backends.database.kpiDays.deleteMany({});
    await rebuildDays(shop.backends.database, shop.store._id, retentionDays);
    const rebuilt = await readKpis(shop.backends.database.kpiDays, shop.store._id, {
      from: dayBefore,
      to: yesterday,
    });
    expect(rebuilt).to.deep.equal(live);
  });

  it('lose their visitor for ever when that visitor is erased', async () => {
    const { database } = shop.backends;
    await visit(looked);
    await shop.shopify(order(1));
    await shop.work();
    const erased = await eraseVisitor(database, shop.store._id, 'visitor-1');
    expect(erased).to.deep.equal({ events: 3, orders: 1 });
    await visit(looked);
    const at = new Date(placedAt.getTime() + hour).toISOString();
    await shop.shopify(order(1, { updated_at: at }), 'orders/updated');
    expect(await shop.work()).to.deep.equal(['unattributed']);
    expect(JSON.stringify(await shop.order(1))).not.to.contain('visitor-1');
    expect(await orderEvents()).to.deep.equal([]);
    expect(await eraseVisitor(database, shop.store._id, 'visitor-2')).to.deep.equal({ events: 0, orders: 0 });
  });

  it('are never forwarded, not by a replay either', async () => {
    const { database, queue } = shop.backends;
    await visit(looked);
    await shop.shopify(order(1));
    await shop.work();
    const [event] = await orderEvents();
    expect(event!.forward).to.deep.include({ state: 'none' });
    const integration = { ...shop.store.integration, state: 'Connected' as const };
    const replayed = await replayEvent(
      { events: database.events, queue },
      { ...shop.store, integration },
      event!._id,
    ).catch((error: unknown) => error);
    expect(replayed).to.include({ code: 'NOT_FOUND' });
  });

  it('are read with the KPIs by the keys of the store’s account only', async () => {
    const { keys } = shop.backends.database;
    const { key } = await createKey(keys, { account: 'acc_1', mode: 'live', name: 'k' });
    const { key: other } = await createKey(keys, { account: 'acc_2', mode: 'live', name: 'k' });
    await visit(looked);
    await shop.shopify(order(1));
    await shop.work();
    const live = await count();
    const get = (bearer: string, query = `?from=${dayBefore}&to=${yesterday}`) =>
      request(shop.app).get(`/api/stores/acme/kpis${query}`).set('Authorization', `Bearer ${bearer}`);
    expect((await get(key)).body).to.deep.equal({ from: dayBefore, to: yesterday, ...live });
    expect((await get(key, '')).body.total).to.deep.equal(live.total);
    expect((await get(other)).body.code).to.equal('NOT_FOUND');
    expect((await get('nonsense')).status).to.equal(401);
    expect((await get(key, '?from=soon')).body.code).to.equal('INVALID_INPUT');
  });
});
