import type { EventModel } from '../events/event-model.ts';
import { getDriver } from '../mongodb/driver.ts';
import type { StoreDoc } from '../stores/store-model.ts';
import { trackPayload } from '../track/payload.ts';
import type { ListedDelivery } from './list-deliveries.ts';

/**
 * Adds to each attempt what was sent, from its event: nothing of a visitor is in two places. An event that was deleted
 * has no body.
 */
export async function withBodies(
  events: EventModel,
  { _id: store, slug }: Pick<StoreDoc, '_id' | 'slug'>,
  deliveries: readonly ListedDelivery[],
): Promise<ListedDelivery[]> {
  const ids = [...new Set(deliveries.map(({ event }) => event))];
  const found =
    ids.length > 0
      ? await getDriver(events)
          .find({ _id: { $in: ids }, store })
          .toArray()
      : [];
  const bodies = new Map(found.map((event) => [event._id, JSON.stringify(trackPayload(event, slug))]));
  return deliveries.map((delivery) => {
    const body = bodies.get(delivery.event);
    return body === undefined ? delivery : { ...delivery, body };
  });
}
