import type { DeliveryLogModel } from '../deliveries/delivery-model.ts';
import { getDriver } from '../mongodb/driver.ts';
import type { OrderModel } from '../orders/order-model.ts';
import { unlinkOrders } from '../orders/unlink-orders.ts';
import { type EventDoc, type EventModel, eventDocIds } from './event-model.ts';

const pageSize = 1000;

/**
 * Deletes everything that is kept of one visitor of one store: events, pending ones included, and the
 * deliveries that name them. Their orders stay, without the visitor; counters of days name no visitor and
 * stay too. Idempotent.
 */
export async function eraseVisitor(
  database: { events: EventModel; deliveries: DeliveryLogModel; orders: OrderModel },
  storeId: string,
  anonymousId: string,
): Promise<{ events: number; orders: number }> {
  // First: an order that still had its visitor would write its event again.
  const orders = await unlinkOrders(database.orders, storeId, anonymousId);
  const events = getDriver(database.events);
  let erased = 0;
  for (;;) {
    const page: Pick<EventDoc, '_id'>[] = await events
      .find({ store: storeId, anonymousId }, { projection: { _id: 1 } })
      .limit(pageSize)
      .toArray();
    const ids = page.map(({ _id }) => _id);
    await database.deliveries.updateOne({ _id: storeId }, { $pull: { deliveries: { event: { $in: ids } } } });
    erased += (await events.deleteMany({ _id: { $in: ids } })).deletedCount;
    if (page.length < pageSize) return { events: erased, orders };
  }
}

/** Returns the visitor of an event, by the id that was sent or that the destination received; undefined without one. */
export async function visitorOfEvent(
  events: EventModel,
  storeId: string,
  eventId: string,
): Promise<string | undefined> {
  const filter = { _id: { $in: eventDocIds(storeId, eventId) }, store: storeId };
  return (await getDriver(events).findOne(filter, { projection: { anonymousId: 1 } }))?.anonymousId;
}
