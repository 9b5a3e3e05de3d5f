import { type EventDoc, type EventModel, orderAttributed } from '../../shared/events/event-model.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import { attributionWindowDays, cartTokens, type Touch } from '../../shared/orders/attribute.ts';
import type { OrderIdentity } from '../../shared/orders/merge-order.ts';
import { dayMs } from '../../shared/time.ts';

/** Maximum events read of one visitor, newest first; a shopper causes some dozens in a week. */
const maxEvents = 2000;
/** Maximum clicks read of one cart, newest first. */
const maxClicks = 20;

/**
 * Finds the events by which an order may be attributed: of the visitor that it names, and of the one whose cart it
 * was.
 */
export async function findTouches(
  model: EventModel,
  store: string,
  placedAt: Date,
  identity: OrderIdentity | undefined,
): Promise<Touch[]> {
  const events = getDriver(model);
  // A little wider than the window: `attribute` decides.
  const from = new Date(placedAt.getTime() - (attributionWindowDays + 1) * dayMs);
  const receivedAt = { $gte: from, $lte: new Date(placedAt.getTime() + dayMs) };
  const tokens = cartTokens(identity);
  const clicks = tokens.length
    ? await events
        .find({ store, cartToken: { $in: tokens }, receivedAt })
        .sort({ receivedAt: -1 })
        .limit(maxClicks)
        .toArray()
    : [];
  const visitors = new Set(clicks.map(({ anonymousId }) => anonymousId));
  if (identity?.anonymousId) visitors.add(identity.anonymousId);
  const found = await Promise.all(
    [...visitors].map((anonymousId) =>
      events
        .find({ store, anonymousId, receivedAt, event: { $ne: orderAttributed } })
        .sort({ receivedAt: -1 })
        .limit(maxEvents)
        .toArray(),
    ),
  );
  return found.flat().map(toTouch);
}

function toTouch(event: EventDoc): Touch {
  const { anonymousId, sessionId, receivedAt, bot, properties, cartToken } = event;
  return {
    anonymousId,
    sessionId,
    event: event.event,
    at: receivedAt,
    bot,
    productIds: texts(properties.productIds),
    variantIds: texts(properties.variantIds),
    ...(cartToken ? { cartToken } : {}),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
