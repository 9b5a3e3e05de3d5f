import type { OrderDoc, OrderModel } from './order-model.ts';
import { type OrderPlatform, orderPlatforms } from './order-update.ts';

const maxOrders = 10;

/** An order without its visitor. */
export type ListedOrder = Pick<OrderDoc, '_id' | 'orderId' | 'platform' | 'seenAt' | 'tally'> & {
  attribution?: { productIds: string[] };
};

const shown = { orderId: 1, platform: 1, seenAt: 1, tally: 1, 'attribution.productIds': 1 } as const;

/** Lists the latest orders of a store, the newest first: at most ten of each platform. */
export async function listOrders(orders: OrderModel, store: string): Promise<ListedOrder[]> {
  const found = await Promise.all(orderPlatforms.map((platform) => listOfPlatform(orders, store, platform)));
  return found.flat().sort((one, other) => other.seenAt.getTime() - one.seenAt.getTime());
}

const listOfPlatform = (orders: OrderModel, store: string, platform: OrderPlatform) =>
  orders.find({ store, platform }, shown).sort({ seenAt: -1 }).limit(maxOrders).lean<ListedOrder[]>();
