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
const maxPauseMs = hourMs;

/** Enqueues order webhooks again whose job Redis lost or that failed. Returns how many. */
export async function reenqueueOrders({ deliveries, queue }: OrderOutboxDependencies): Promise<number> {
  const due = await deliveries
    .find({ nextAt: { $lte: new Date() } }, { jobs: 1, nextAt: 1 })
    .sort({ nextAt: 1 })
    .limit(perPass)
    .lean<OrderDeliveryDoc[]>();
  let enqueued = 0;
  for (const { _id, jobs, nextAt } of due) {
    const pauseMs = Math.min(orderGraceMs * 2 ** Math.min(jobs, 20), maxPauseMs);
    const { modifiedCount } = await deliveries.updateOne(
      { _id, state: 'pending', nextAt: nextAt! },
      { $set: { jobs: jobs + 1, nextAt: new Date(Date.now() + pauseMs) } },
    );
    if (modifiedCount === 0) continue;
    await enqueueOrder(queue, _id);
    enqueued += 1;
  }
  return enqueued;
}
