import type { EventModel } from '../events/event-model.ts';
import { getDriver } from '../mongodb/driver.ts';
import type { OrderModel } from '../orders/order-model.ts';
import { countFlows } from './count-flows.ts';
import type { FeedbackModel } from './feedback-model.ts';
import { toRange } from './to-range.ts';
import { createItemCounts, type ItemCounts, maxDailyItems, type TopItems } from './top-items.ts';

interface CountDependencies {
  events: EventModel;
  orders: OrderModel;
  feedback: FeedbackModel;
}

/** Counts the most wanted products, looks and flows of a store on a day from its raw events and orders, without bots. */
export async function countTopItems(
  { events, orders, feedback }: CountDependencies,
  store: string,
  day: string,
): Promise<TopItems> {
  const counts = createItemCounts();
  await Promise.all([
    countInEvents(events, counts, store, day),
    countInOrders(orders, counts, store, day),
    countInFeedback(feedback, counts, store, day),
    countFlows(events, counts, store, day),
  ]);
  return counts.list(maxDailyItems);
}

const productCounts = { 'Try On Completed': 'tryOns', 'Checkout Clicked': 'checkouts' } as const;
const opened = 'Shared Look Opened';

interface EventGroup {
  _id: { event: keyof typeof productCounts | typeof opened; productIds?: string[]; shortId?: string };
  events: number;
}

async function countInEvents(
  events: EventModel,
  counts: ItemCounts,
  store: string,
  day: string,
): Promise<void> {
  const receivedAt = toRange(day);
  const event = { $in: [...Object.keys(productCounts), opened] };
  const groups = getDriver(events).aggregate<EventGroup>([
    { $match: { store, receivedAt, bot: false, event } },
    {
      $group: {
        _id: { event: '$event', productIds: '$properties.productIds', shortId: '$properties.shortId' },
        events: { $sum: 1 },
      },
    },
  ]);
  for await (const { _id, events: count } of groups) {
    if (_id.event === opened) {
      if (_id.shortId) counts.addLook(_id.shortId, count);
    } else for (const id of new Set(_id.productIds)) counts.addProduct(productCounts[_id.event], id, count);
  }
}

async function countInOrders(
  orders: OrderModel,
  counts: ItemCounts,
  store: string,
  day: string,
): Promise<void> {
  const groups = await orders.aggregate<{ _id?: string[]; orders: number }>([
    { $match: { store, day, 'tally.counted': true, 'tally.attributed': true } },
    { $group: { _id: '$attribution.productIds', orders: { $sum: 1 } } },
  ]);
  for (const { _id, orders: count } of groups)
    for (const id of new Set(_id)) counts.addProduct('orders', id, count);
}

async function countInFeedback(
  feedback: FeedbackModel,
  counts: ItemCounts,
  store: string,
  day: string,
): Promise<void> {
  const groups = await feedback.aggregate<{ _id?: string[]; images: number }>([
    { $match: { store, day } },
    { $group: { _id: '$productIds', images: { $sum: 1 } } },
  ]);
  for (const { _id, images } of groups)
    for (const id of new Set(_id)) counts.addProduct('notRight', id, images);
}
