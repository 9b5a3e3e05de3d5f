import type { Queue } from 'bullmq';
import { enqueueOrder, orderGraceMs } from '../../shared/orders/enqueue-order.ts';
import type { OrderDeliveryDoc, OrderDeliveryModel } from '../../shared/orders/order-delivery-model.ts';
import { hourMs } from '../../shared/time.ts';

export interface OrderOutboxDependencies {
  deliveries: OrderDeliveryModel;
  /** The `order` queue. */
  queue: Queue;
}

const perPass = 200;
const longestPauseMs = hourMs;

/** Makes the jobs of order webhooks again that Redis lost or that failed. Answers how many. */
export async function reenqueueOrders({ deliveries, queue }: OrderOutboxDependencies): Promise<number> {
  const due = await deliveries
    .find({ nextAt: { $lte: new Date() } }, { jobs: 1, nextAt: 1 })
    .sort({ nextAt: 1 })
    .limit(perPass)
    .lean<OrderDeliveryDoc[]>();
  let made = 0;
  for (const { _id, jobs, nextAt } of due) {
    const pauseMs = Math.min(orderGraceMs * 2 ** Math.min(jobs, 20), longestPauseMs);
    const { modifiedCount } = await deliveries.updateOne(
      { _id, state: 'pending', nextAt: nextAt! },
      { $set: { jobs: jobs + 1, nextAt: new Date(Date.now() + pauseMs) } },
    );
    if (modifiedCount === 0) continue;
    await enqueueOrder(queue, _id);
    made += 1;
  }
  return made;
}
