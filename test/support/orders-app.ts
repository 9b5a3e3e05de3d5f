import { createHmac } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { Express } from 'express';
import request from 'supertest';
import { buildApp } from '../../api/app.ts';
import { mountRoutes } from '../../api/http/mount-routes.ts';
import { kpiRoutes } from '../../api/kpis/routes.ts';
import { orderRoutes } from '../../api/orders/routes.ts';
import { orderJob } from '../../shared/jobs/order-job.ts';
import { createQueue } from '../../shared/jobs/queues.ts';
import { createRegistry } from '../../shared/metrics/registry.ts';
import type { OrderDoc } from '../../shared/orders/order-model.ts';
import type { OrderPlatform } from '../../shared/orders/order-update.ts';
import { saveOrderWebhook } from '../../shared/orders/order-webhooks.ts';
import { createSecretBox } from '../../shared/secrets/secret-box.ts';
import { createStoreDirectory } from '../../shared/stores/store-directory.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { processOrder } from '../../workers/orders/process-order.ts';
import { type EventBackends, log, makeStore, openEventBackends } from './events-app.ts';

export const secrets = createSecretBox([Buffer.alloc(32, 7)]);
export const retentionDays = 396;

/** A store that takes orders, the HTTP side of it, and a worker that runs on demand. */
export interface OrdersApp {
  backends: EventBackends;
  app: Express;
  queue: Queue;
  store: StoreDoc;
  /** Orders that Redis did not accept. */
  notEnqueued: unknown[];
  post(platform: string, body: string, headers: Record<string, string>, slug?: string): request.Test;
  /** An order webhook of Shopify, signed with `hush-hush`. */
  shopify(body: object, topic?: string, webhookId?: string): request.Test;
  /** Processes whatever is pending; returns the outcomes. */
  work(): Promise<string[]>;
  order(orderId: string | number): Promise<OrderDoc | null>;
  close(): Promise<void>;
}

export const sign = (body: string, secret: string) =>
  createHmac('sha256', secret).update(body).digest('base64');

export async function openOrdersApp(redis?: string): Promise<OrdersApp> {
  const backends = await openEventBackends(redis);
  const { database, connection, prefix } = backends;
  const store = await makeStore(backends, 'acme');
  const queue = createQueue(orderJob.queue, { connection, prefix, log });
  const notEnqueued: unknown[] = [];
  const given: [OrderPlatform, string][] = [
    ['shopify', 'hush-hush'],
    ['woocommerce', 'woo-hush'],
  ];
  for (const [platform, secret] of given) {
    await saveOrderWebhook(database.stores, secrets, store, { platform, secret });
  }
  const orders = mountRoutes(orderRoutes, {
    deliveries: database.orderDeliveries,
    queue,
    directory: createStoreDirectory(database.stores, 0),
    secrets,
    onEnqueueFailed: (error) => notEnqueued.push(error),
  });
  const routers = [orders, mountRoutes(kpiRoutes, database)];
  const app = buildApp({ log, trustProxy: 0, registry: createRegistry('api'), routers });
  const post: OrdersApp['post'] = (platform, body, headers, slug = 'acme') =>
    request(app)
      .post(`/webhooks/orders/${slug}/${platform}`)
      .set('Content-Type', 'application/json')
      .set(headers)
      .send(body);
  let made = 0;
  return {
    ...{ backends, app, queue, store, notEnqueued, post },
    shopify: (body, topic = 'orders/create', webhookId = `w-${++made}`) => {
      const text = JSON.stringify(body);
      return post('shopify', text, {
        'X-Shopify-Hmac-Sha256': sign(text, 'hush-hush'),
        'X-Shopify-Topic': topic,
        'X-Shopify-Webhook-Id': webhookId,
      });
    },
    work: async () => {
      const pending = await database.orderDeliveries
        .find({ state: 'pending' })
        .sort({ receivedAt: 1 })
        .lean();
      const outcomes: string[] = [];
      for (const { _id } of pending) {
        outcomes.push(await processOrder({ database, retentionDays }, { deliveryId: _id }, { log }));
      }
      return outcomes;
    },
    order: (orderId) => database.orders.findById(`${store._id}.${orderId}`).lean<OrderDoc>(),
    close: async () => {
      await queue.close();
      await backends.close();
    },
  };
}
