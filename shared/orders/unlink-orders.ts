import type { OrderDoc, OrderModel } from './order-model.ts';
import { tallyOrder } from './tally.ts';

const pageSize = 100;

/**
 * Removes a visitor from their orders of one store for ever: later webhooks of such an order do not link it
 * again. The orders stay as unattributed ones. Idempotent; returns how many.
 */
export async function unlinkOrders(orders: OrderModel, store: string, anonymousId: string): Promise<number> {
  let unlinked = 0;
  for (;;) {
    const page = await orders.find({ store, visitors: anonymousId }).limit(pageSize).lean<OrderDoc[]>();
    if (page.length === 0) return unlinked;
    for (const order of page) {
      const tally = tallyOrder(order, undefined);
      // If a worker has just written the order, the next round retries it.
      const { modifiedCount } = await orders.updateOne(
        { _id: order._id, revision: order.revision },
        {
          $set: { visitors: [], erasedAt: new Date(), ...(tally ? { tally } : {}) },
          $unset: { identity: 1, attribution: 1 },
          $inc: { revision: 1 },
        },
      );
      unlinked += modifiedCount;
    }
  }
}
