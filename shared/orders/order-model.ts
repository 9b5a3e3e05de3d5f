import { type Connection, type Model, Schema } from 'mongoose';
import type { Attribution } from './attribute.ts';
import type { OrderState } from './merge-order.ts';
import type { OrderPlatform } from './order-update.ts';
import type { OrderTally } from './tally.ts';

/** All that is kept of an order: the contents of its webhooks, merged, and what follows from them. */
export interface OrderDoc extends OrderState {
  /** `{store id}.{order id}`: an order is attributed and counted once. */
  _id: string;
  store: string;
  orderId: string;
  platform: OrderPlatform;
  /** Counts the writes; each is a compare-and-set. */
  revision: number;
  attribution?: Attribution;
  /** Its anonymous ids, by which a visitor's orders are found. */
  visitors: string[];
  /** The day (UTC) it counts for; absent until the order itself was reported. */
  day?: string;
  tally?: OrderTally;
  keepUntil: Date;
}

const { Mixed } = Schema.Types;

const schema = new Schema<OrderDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    orderId: { type: String, required: true },
    platform: { type: String, required: true },
    revision: { type: Number, required: true },
    seenAt: { type: Date, required: true },
    facts: Mixed,
    identity: Mixed,
    refunds: { type: Mixed, required: true },
    deletedAt: Date,
    erasedAt: Date,
    attribution: Mixed,
    visitors: { type: [String], required: true },
    day: String,
    tally: Mixed,
    keepUntil: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, minimize: false, strict: 'throw' },
);
// The orders of a day, and the first day of a store (`countOrders`, `rebuildDays`).
schema.index({ store: 1, day: 1 });
// The latest orders of a platform (`listOrders`).
schema.index({ store: 1, platform: 1, seenAt: -1 });
// The sessions of a day that led to an order (`countOrders`).
schema.index({ store: 1, 'attribution.sessionDay': 1 });
// The orders of a visitor who is erased (`unlinkOrders`).
schema.index({ store: 1, visitors: 1 });
schema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });

export type OrderModel = Model<OrderDoc>;

export function orderModel(connection: Connection): OrderModel {
  return connection.model<OrderDoc>('Order', schema, 'orders');
}

export function orderDocId(storeId: string, orderId: string): string {
  return `${storeId}.${orderId}`;
}
