import type { Queue } from 'bullmq';
import type { Request, Response } from 'express';
import { ApiError } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { isDuplicateKey } from '../../shared/mongodb/database-errors.ts';
import { orderAdapters } from '../../shared/orders/adapters/adapters.ts';
import { enqueueOrder, orderGraceMs } from '../../shared/orders/enqueue-order.ts';
import {
  type OrderDeliveryDoc,
  type OrderDeliveryModel,
  orderDeliveryId,
} from '../../shared/orders/order-delivery-model.ts';
import {
  type OrderAdapter,
  type OrderPlatform,
  orderPlatforms,
  UnreadableOrder,
} from '../../shared/orders/order-update.ts';
import { openOrderSecrets } from '../../shared/orders/order-webhooks.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import type { StoreDirectory } from '../../shared/stores/store-directory.ts';
import { dayMs } from '../../shared/time.ts';
import { readBytes } from '../http/read-bytes.ts';
import { getContext } from '../http/request-context.ts';

export interface OrdersDependencies {
  deliveries: OrderDeliveryModel;
  /** The `order` queue. */
  queue: Queue;
  directory: Pick<StoreDirectory, 'bySlug'>;
  secrets: SecretBox;
  /** Called when Redis did not take the job: the sweeper enqueues it later. */
  onEnqueueFailed: (error: unknown) => void;
}

interface OrderCall {
  req: Request;
  res: Response;
  params: { slug: string; platform: string };
}

export interface OrderReceipt {
  received: boolean;
  /** Absent unless it was received. */
  duplicate?: boolean;
}

const maxOrderBytes = 1024 * 1024;

/** WooCommerce sends this, unsigned, to test the URL when a webhook is saved; it is acknowledged and ignored. */
const wooPing = /^webhook_id=\d{1,20}$/;

/**
 * Saves an order that the shop platform of a store reports, and enqueues it.
 * @throws ApiError UNAUTHORIZED unless it is signed with the secret of the store's order webhook, INVALID_INPUT
 */
export async function receiveOrder(
  dependencies: OrdersDependencies,
  { req, res, params }: OrderCall,
): Promise<OrderReceipt> {
  const platform = orderPlatforms.find((name) => name === params.platform);
  if (!platform) throw new ApiError('NOT_FOUND', `The platform must be one of ${orderPlatforms.join(', ')}.`);
  // The bytes that were signed, unchanged.
  const rawBody = await readBytes(req, maxOrderBytes);
  if (platform === 'woocommerce' && rawBody.length < 40 && wooPing.test(rawBody.toString('latin1'))) {
    return { received: false };
  }
  const adapter = orderAdapters[platform];
  const now = getContext(res).receivedAt;
  const header = (name: string) => req.get(name);
  const store = await signer(dependencies, params.slug, platform, (secret) =>
    adapter.verify(rawBody, header, secret, now),
  );
  const topic = adapter.topic(header);
  // After an error status the platform would retry it for hours and then end the subscription.
  if (!adapter.accepts(topic)) return { received: false };
  const body = rawBody.toString('utf8');
  checkBody(adapter, body, topic);
  const id = adapter.deliveryId?.(header, topic) ?? sha256Hex(`${topic}\n${body}`);
  const delivery: OrderDeliveryDoc = {
    _id: orderDeliveryId(store, platform, id),
    ...{ store, platform, topic, body },
    receivedAt: new Date(now),
    state: 'pending',
    jobs: 1,
    nextAt: new Date(now + orderGraceMs),
    keepUntil: new Date(now + keepMs),
  };
  return { received: true, duplicate: !(await keep(dependencies, delivery)) };
}

/** Longer than any platform retries a webhook. */
const keepMs = 7 * dayMs;

/**
 * Returns the id of the store whose secret signed the delivery.
 * @throws ApiError UNAUTHORIZED, also for a store that does not exist or has no such webhook.
 */
async function signer(
  { directory, secrets }: OrdersDependencies,
  slug: string,
  platform: OrderPlatform,
  verify: (secret: string) => boolean,
): Promise<string> {
  const store = await directory.bySlug(slug);
  if (store && openOrderSecrets(secrets, store, platform).some(verify)) return store._id;
  throw new ApiError('UNAUTHORIZED', 'The signature of this order webhook is not valid for this store.');
}

/** @throws ApiError INVALID_INPUT */
function checkBody(adapter: OrderAdapter, body: string, topic: string): void {
  try {
    const parsed: unknown = JSON.parse(body);
    if (adapter.rejectsUnreadable) adapter.parse(parsed, topic);
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw new ApiError('INVALID_INPUT', 'The body is not valid JSON.', { cause });
    }
    if (cause instanceof UnreadableOrder) throw new ApiError('INVALID_INPUT', cause.message, { cause });
    throw cause;
  }
}

/** False when it was received before. Once this has returned, a crash cannot lose the order. */
async function keep(
  { deliveries, queue, onEnqueueFailed }: OrdersDependencies,
  delivery: OrderDeliveryDoc,
): Promise<boolean> {
  try {
    await deliveries.insertMany([delivery]);
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
  // Not awaited: a Redis that is down would take the whole second within which a shop wants a response.
  void enqueueOrder(queue, delivery._id).catch(onEnqueueFailed);
  return true;
}
