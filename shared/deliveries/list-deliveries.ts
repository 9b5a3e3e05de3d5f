import {
  type Delivery,
  type DeliveryLogDoc,
  type DeliveryLogModel,
  deliveriesKept,
} from './delivery-model.ts';

/** The last attempts of a store, currentStore first; at most 50. */
export async function listDeliveries(deliveries: DeliveryLogModel, storeId: string): Promise<Delivery[]> {
  const log = await deliveries.findById(storeId).lean<DeliveryLogDoc>();
  return (log?.deliveries ?? []).reverse();
}

/** Adds one attempt at once, where no `createDeliveryLog` is running. */
export async function addDelivery(
  deliveries: DeliveryLogModel,
  storeId: string,
  delivery: Delivery,
): Promise<void> {
  await deliveries.updateOne(
    { _id: storeId },
    { $push: { deliveries: { $each: [delivery], $slice: -deliveriesKept } } },
    { upsert: true },
  );
}
