import { type Connection, type Model, Schema } from 'mongoose';
import { sha256Hex } from '../ids.ts';
import { type OrderPlatform, orderPlatforms } from './order-update.ts';

/**
 * One order webhook as it was received: its own outbox until it is processed, then only the id by which a
 * duplicate is recognised. The body names the shopper and is deleted as soon as it has been read.
 */
export interface OrderDeliveryDoc {
  /** `{store id}.{platform}.{delivery id}` */
  _id: string;
  store: string;
  platform: OrderPlatform;
  topic: string;
  receivedAt: Date;
  state: 'pending' | 'done' | 'refused';
  /** The raw body, while pending. */
  body?: string;
  /** Jobs enqueued for it. */
  jobs: number;
  /** While pending: when the sweeper enqueues it again. */
  nextAt?: Date;
  /** Why it was rejected. */
  reason?: string;
  keepUntil: Date;
}

const schema = new Schema<OrderDeliveryDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    platform: { type: String, enum: orderPlatforms, required: true },
    topic: { type: String },
    receivedAt: { type: Date, required: true },
    state: { type: String, enum: ['pending', 'done', 'refused'], required: true },
    body: String,
    jobs: { type: Number, required: true },
    nextAt: Date,
    reason: String,
    keepUntil: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The deliveries whose job is due or lost (`reenqueueOrders`); only pending ones have `nextAt`.
schema.index({ nextAt: 1 }, { partialFilterExpression: { nextAt: { $exists: true } } });
schema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });

export type OrderDeliveryModel = Model<OrderDeliveryDoc>;

export function orderDeliveryModel(connection: Connection): OrderDeliveryModel {
  return connection.model<OrderDeliveryDoc>('OrderDelivery', schema, 'orderDeliveries');
}

/** Hashes an id with other characters than these: it becomes part of a document id and of a job id. */
export function orderDeliveryId(storeId: string, platform: OrderPlatform, deliveryId: string): string {
  const id = /^[\w-]{1,64}$/.test(deliveryId) ? deliveryId : sha256Hex(deliveryId);
  return `${storeId}.${platform}.${id}`;
}
