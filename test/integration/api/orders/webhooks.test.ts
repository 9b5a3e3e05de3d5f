import { expect } from 'chai';
import { closeConnection, workerConnection } from '../../../../shared/jobs/connections.ts';
import { orderJob } from '../../../../shared/jobs/order-job.ts';
import type { OrderDeliveryDoc } from '../../../../shared/orders/order-delivery-model.ts';
import {
  openOrderSecrets,
  resealOrderSecrets,
  saveOrderWebhook,
} from '../../../../shared/orders/order-webhooks.ts';
import { createSecretBox } from '../../../../shared/secrets/secret-box.ts';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import { signatureHeaders } from '../../../../shared/webhooks/signature.ts';
import { processOrder } from '../../../../workers/orders/process-order.ts';
import { defineHandler, startWorkers } from '../../../../workers/runtime.ts';
import { reenqueueOrders } from '../../../../workers/sweeper/reenqueue-orders.ts';
import { redisUrl } from '../../../support/backends.ts';
import { log } from '../../../support/events-app.ts';
import { type OrdersApp, openOrdersApp, retentionDays, secrets, sign } from '../../../support/orders-app.ts';
import { eventually } from '../../../support/platform.ts';
import { ownRedis } from '../../../support/redis-server.ts';

const order = {
  id: 1001,
  created_at: new Date(Date.now() - 1000).toISOString(),
  updated_at: new Date().toISOString(),
  currency: 'EUR',
  total_price: '119.90',
  line_items: [],
  email: 'shopper@example.com',
};

describe('POST /webhooks/orders/{slug}/{platform}', () => {
  let shop: OrdersApp;
  beforeEach(async () => {
    shop = await openOrdersApp();
  });
  afterEach(() => shop.close());

  const deliveries = () =>
    shop.backends.database.orderDeliveries.find().sort({ _id: 1 }).lean<OrderDeliveryDoc[]>();

  it('saves the raw order, enqueues its job and responds with 200; what names the shopper is deleted afterwards', async () => {
    const answer = await shop.shopify(order);
    expect([answer.status, answer.body]).to.deep.equal([200, { received: true, duplicate: false }]);
    const [stored] = await deliveries();
    expect(stored).to.deep.include({ state: 'pending', topic: 'orders/create' });
    expect(JSON.parse(stored!.body!)).to.deep.equal(order);
    await eventually(async () => (await shop.queue.getJob(stored!._id)) !== undefined);
    expect((await shop.queue.getJob(stored!._id))!.data).to.deep.equal({ deliveryId: stored!._id });
    expect(await shop.work()).to.deep.equal(['unattributed']);
    const [done] = await deliveries();
    expect(done).to.include({ state: 'done' });
    expect(done).not.to.have.any.keys('body', 'nextAt');
    expect(JSON.stringify(await shop.order(1001))).not.to.contain('shopper@example.com');
  });

  it('responds to a retry with 200 and does nothing, under another id of the delivery too, whether the first was processed or not', async () => {
    await shop.shopify(order);
    expect((await shop.shopify(order)).body).to.include({ duplicate: true });
    expect(await shop.work()).to.have.length(1);
    const again = await shop.shopify(order);
    expect([again.status, again.body.duplicate]).to.deep.equal([200, true]);
    expect(await shop.work()).to.deep.equal([]);
    expect(await deliveries()).to.have.length(1);
  });

  it('accepts orders of WooCommerce, and its unsigned ping', async () => {
    const woo = {
      ...{ id: 7, status: 'processing', currency: 'JPY', total: '5000', line_items: [] },
      date_created_gmt: new Date().toISOString().slice(0, 19),
    };
    const text = JSON.stringify(woo);
    const headers = {
      'X-WC-Webhook-Signature': sign(text, 'woo-hush'),
      'X-WC-Webhook-Topic': 'order.created',
      'X-WC-Webhook-Delivery-ID': 'd-1',
    };
    expect((await shop.post('woocommerce', text, headers)).status).to.equal(200);
    await shop.work();
    expect((await shop.order(7))!.tally).to.include({ currency: 'JPY', revenue: 5000, counted: true });
    const ping = await shop.post('woocommerce', 'webhook_id=12', {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect([ping.status, ping.body]).to.deep.equal([200, { received: false }]);
    expect(await deliveries()).to.have.length(1);
  });

  it('recognises a retry of WooCommerce under another id, and not the second deletion of a restored order', async () => {
    const send = (body: object, topic: string, id: string) => {
      const text = JSON.stringify(body);
      return shop.post('woocommerce', text, {
        'X-WC-Webhook-Signature': sign(text, 'woo-hush'),
        'X-WC-Webhook-Topic': topic,
        'X-WC-Webhook-Delivery-ID': id,
      });
    };
    const date_created_gmt = new Date().toISOString().slice(0, 19);
    const created = {
      id: 7,
      status: 'processing',
      currency: 'JPY',
      total: '1',
      line_items: [],
      date_created_gmt,
    };
    const duplicates: boolean[] = [];
    for (const [body, topic, id] of [
      [created, 'order.created', 'd-1'],
      [created, 'order.created', 'd-2'],
      [{ id: 7 }, 'order.deleted', 'd-3'],
      [{ id: 7 }, 'order.deleted', 'd-3'],
      [{ id: 7 }, 'order.deleted', 'd-4'],
    ] as const) {
      duplicates.push((await send(body, topic, id)).body.duplicate);
    }
    expect(duplicates).to.deep.equal([false, true, false, true, false]);
  });

  it('accepts signed JSON with a generated secret, and names its mistakes', async () => {
    const { database } = shop.backends;
    const made = await saveOrderWebhook(database.stores, secrets, shop.store, { platform: 'generic' });
    expect(made.path).to.equal('/webhooks/orders/acme/generic');
    const send = (body: object | string, id: string) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const message = { id, timestamp: Math.floor(Date.now() / 1000), body: text };
      return shop.post('generic', text, signatureHeaders([made.secret!], message));
    };
    const given = { orderId: 'A-1', currency: 'EUR', total: '10.00', createdAt: new Date().toISOString() };
    expect((await send(given, 'm-1')).body).to.deep.equal({ received: true, duplicate: false });
    expect((await send(given, 'm-1')).body).to.include({ duplicate: true });
    const wrong = await send({ ...given, total: 'ten' }, 'm-2');
    expect([wrong.status, wrong.body.code]).to.deep.equal([400, 'INVALID_INPUT']);
    expect(wrong.body.message).to.match(/^total /);
    expect((await send('{', 'm-3')).body.message).to.equal('The body is not valid JSON.');
  });

  it('refuses a wrong secret, a tampered body, a missing signature and unknown stores alike with 401', async () => {
    const text = JSON.stringify(order);
    const headers = { 'X-Shopify-Hmac-Sha256': sign(text, 'hush-hush'), 'X-Shopify-Topic': 'orders/create' };
    const refused = await Promise.all([
      shop.post('shopify', text, { ...headers, 'X-Shopify-Hmac-Sha256': sign(text, 'guess') }),
      shop.post('shopify', text.replace('119.90', '919.90'), headers),
      shop.post('shopify', text, { 'X-Shopify-Topic': 'orders/create' }),
      shop.post('shopify', text, headers, 'nobody'),
      shop.post('woocommerce', text, headers),
      shop.post('generic', text, headers),
    ]);
    for (const { status, body } of refused) {
      expect([status, body.code]).to.deep.equal([401, 'UNAUTHORIZED']);
      expect(body).to.deep.equal(refused[0]!.body);
    }
    expect(await deliveries()).to.deep.equal([]);
  });

  it('refuses a body over 1 MiB, another platform and another method with the Error object', async () => {
    const huge = await shop.shopify({ ...order, note: 'x'.repeat(1024 * 1024) });
    expect([huge.status, huge.body.code]).to.deep.equal([400, 'INVALID_INPUT']);
    expect(huge.body.message).to.contain('1 MiB');
    const large = await shop.shopify({ ...order, note: 'x'.repeat(1000 * 1024) });
    expect(large.status).to.equal(200);
    expect((await shop.post('magento', '{}', {})).body.code).to.equal('NOT_FOUND');
  });

  it('responds to other topics with 200 and keeps nothing of them', async () => {
    const answer = await shop.shopify({ id: 1 }, 'products/update');
    expect([answer.status, answer.body]).to.deep.equal([200, { received: false }]);
    expect(await deliveries()).to.deep.equal([]);
  });

  it('accepts a platform’s body that is not an order, so that the subscription stays, and records why it was rejected', async () => {
    expect((await shop.shopify({ ...order, currency: 'euro' })).status).to.equal(200);
    expect(await shop.work()).to.deep.equal(['refused']);
    const [refused] = await deliveries();
    expect(refused!.reason).to.match(/^currency /);
    expect(refused).not.to.have.property('body');
  });

  it('accepts the previous secret for a day after it was replaced, and no longer', async () => {
    const { database } = shop.backends;
    const replace = (secret: string, now: Date) =>
      database.stores
        .findById(shop.store._id)
        .lean<StoreDoc>()
        .then((store) =>
          saveOrderWebhook(database.stores, secrets, store!, { platform: 'shopify', secret, now }),
        );
    await replace('new-secret', new Date());
    expect((await shop.shopify(order)).status).to.equal(200);
    await replace('newer-secret', new Date(Date.now() - 25 * 3_600_000));
    expect((await shop.shopify(order)).status).to.equal(401);
  });

  it('keeps secrets sealed, and seals them again when the key is rotated', async () => {
    const { stores } = shop.backends.database;
    const stored = await stores.findById(shop.store._id).lean<StoreDoc>();
    expect(JSON.stringify(stored)).not.to.contain('hush');
    const rotated = createSecretBox([Buffer.alloc(32, 8), Buffer.alloc(32, 7)]);
    expect(await resealOrderSecrets(stores, rotated)).to.equal(2);
    expect(await resealOrderSecrets(stores, rotated)).to.equal(0);
    const after = await stores.findById(shop.store._id).lean<StoreDoc>();
    const newest = createSecretBox([Buffer.alloc(32, 8)]);
    expect(openOrderSecrets(newest, after!, 'shopify')).to.deep.equal(['hush-hush']);
  });

  it('requires Shopify’s own secret, and a known platform', async () => {
    const { database } = shop.backends;
    for (const [options, field] of [
      [{ platform: 'shopify' }, 'secret'],
      [{ platform: 'shopify', secret: 'short' }, 'secret'],
      [{ platform: 'generic', secret: 'not standard webhooks' }, 'secret'],
      [{ platform: 'magento' }, 'platform'],
    ] as const) {
      const failure = await saveOrderWebhook(database.stores, secrets, shop.store, options).catch(
        (error: unknown) => error,
      );
      expect(failure).to.have.nested.property('detail.field', field);
    }
  });

  it('loses no order when Redis loses its job: the sweeper enqueues it again', async () => {
    const before = Date.now();
    await shop.shopify(order);
    const { database, prefix } = shop.backends;
    await eventually(async () => (await shop.queue.getWaitingCount()) === 1);
    await shop.queue.obliterate({ force: true });
    const outbox = { deliveries: database.orderDeliveries, queue: shop.queue };
    expect((await deliveries())[0]!.nextAt!.getTime()).to.be.at.least(before + 5_000);
    const later = new Date(Date.now() + 60_000);
    await database.orderDeliveries.updateMany({}, { $set: { nextAt: later } });
    expect(await reenqueueOrders(outbox)).to.equal(0);
    await database.orderDeliveries.updateMany({}, { $set: { nextAt: new Date(0) } });
    expect(await reenqueueOrders(outbox)).to.equal(1);
    expect(await reenqueueOrders(outbox)).to.equal(0);
    const connection = workerConnection({ url: await redisUrl(), name: 'test:worker', log });
    const handler = defineHandler({
      definition: orderJob,
      concurrency: 2,
      handle: (data, context) => processOrder({ database, retentionDays }, data, context),
    });
    const runtime = startWorkers({
      connection,
      prefix,
      log,
      handlers: [handler],
      jobs: [orderJob],
      lockMs: 5000,
    });
    await eventually(async () => (await shop.order(1001)) !== null);
    await runtime.close(5000);
    await closeConnection(connection);
    expect((await deliveries())[0]).to.include({ state: 'done' });
  });

  it('responds with 200 while Redis hangs, and the sweeper enqueues the job later', async () => {
    const redis = await ownRedis();
    await redis.start();
    const hung = await openOrdersApp(redis.url);
    try {
      redis.pause();
      expect((await hung.shopify(order)).body).to.deep.equal({ received: true, duplicate: false });
      await eventually(() => hung.notEnqueued.length === 1);
      redis.resume();
      const { orderDeliveries: deliveries } = hung.backends.database;
      await deliveries.updateMany({}, { $set: { nextAt: new Date(0) } });
      // After some seconds of silence the connection was given up, and comes back.
      await eventually(async () => (await hung.backends.connection.ping().catch(() => '')) === 'PONG');
      expect(await reenqueueOrders({ deliveries, queue: hung.queue })).to.equal(1);
      expect(await hung.queue.getWaitingCount()).to.equal(1);
    } finally {
      redis.resume();
      await hung.close();
      await redis.remove();
    }
  });
});
