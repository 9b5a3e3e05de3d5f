import type { OrderDoc, OrderModel } from './order-model.ts';
import { tallyOrder } from './tally.ts';

const pageSize = 100;

/**
 * Takes a visitor out of their orders of one store, for good: what the platform says later of such an
 * order links it to nobody. The orders stay, as unattributed ones. Answers how many; safe to repeat.
 */
export async function unlinkOrders(orders: OrderModel, store: string, anonymousId: string): Promise<number> {
  let unlinked = 0;
  for (;;) {
    const page = await orders.find({ store, visitors: anonymousId }).limit(pageSize).lean<OrderDoc[]>();
    if (page.length === 0) return unlinked;
    for (const order of page) {
      const tally = tallyOrder(order, undefined);
      // A worker that has just written it gets its order taken up again in the next round.
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
