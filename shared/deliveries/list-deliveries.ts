import { eventDocIds, sentEventId } from '../events/event-model.ts';
import {
  type Delivery,
  type DeliveryLogDoc,
  type DeliveryLogModel,
  deliveriesKept,
} from './delivery-model.ts';

/** An attempt, with the id of its event as the sender knows it. */
export type ListedDelivery = Delivery & { eventId: string };

/** Lists the last attempts of a store, newest first, at most 50; of one event when its id is given. */
export async function listDeliveries(
  deliveries: DeliveryLogModel,
  storeId: string,
  eventId?: string,
): Promise<ListedDelivery[]> {
  const log = await deliveries.findById(storeId).lean<DeliveryLogDoc>();
  const ids = eventId === undefined ? undefined : eventDocIds(storeId, eventId);
  return (log?.deliveries ?? [])
    .filter(({ event }) => !ids || ids.includes(event))
    .map((delivery) => ({ ...delivery, eventId: sentEventId({ _id: delivery.event, store: storeId }) }))
    .reverse();
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
