import type { Database } from '../../shared/database/database.ts';
import type { OrderJobData } from '../../shared/jobs/order-job.ts';
import { orderAdapters } from '../../shared/orders/adapters/adapters.ts';
import type { OrderDeliveryDoc } from '../../shared/orders/order-delivery-model.ts';
import { type OrderUpdate, UnreadableOrder } from '../../shared/orders/order-update.ts';
import type { JobContext } from '../runtime.ts';
import { writeOrder } from './write-order.ts';

export interface OrderDependencies {
  database: Pick<Database, 'orders' | 'orderDeliveries' | 'events' | 'kpiDays'>;
  retentionDays: number;
}

/** Processes one order webhook; after a crash its document is still pending, and it is enqueued again. */
export async function processOrder(
  dependencies: OrderDependencies,
  { deliveryId }: OrderJobData,
  { log }: Pick<JobContext, 'log'>,
): Promise<string> {
  const { orderDeliveries } = dependencies.database;
  const delivery = await orderDeliveries
    .findOne({ _id: deliveryId, state: 'pending' })
    .lean<OrderDeliveryDoc>();
  if (!delivery) return 'skipped';
  const update = readUpdate(delivery);
  if (typeof update === 'string') {
    log.warn({ deliveryId, reason: update }, 'order webhook rejected');
    await end(dependencies, deliveryId, { state: 'refused', reason: update });
    return 'refused';
  }
  const { store, platform, receivedAt } = delivery;
  const order = await writeOrder(dependencies, { store, platform, update, receivedAt });
  await end(dependencies, deliveryId, { state: 'done' });
  return order.attribution ? 'attributed' : 'unattributed';
}

/** Reads the content of the webhook, or why it cannot be read. */
function readUpdate({ platform, body, topic }: OrderDeliveryDoc): OrderUpdate | string {
  try {
    return orderAdapters[platform].parse(JSON.parse(body ?? ''), topic);
  } catch (error) {
    if (error instanceof UnreadableOrder || error instanceof SyntaxError) return error.message.slice(0, 500);
    throw error;
  }
}

/** Deletes the body too: it names the shopper. */
async function end(
  { database }: OrderDependencies,
  _id: string,
  outcome: Pick<OrderDeliveryDoc, 'state' | 'reason'>,
): Promise<void> {
  await database.orderDeliveries.updateOne({ _id }, { $set: outcome, $unset: { body: 1, nextAt: 1 } });
}
