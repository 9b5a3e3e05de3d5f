import { type EventModel, orderAttributed } from '../../shared/events/event-model.ts';
import type { KpiDayModel } from '../../shared/kpis/kpi-model.ts';
import { markDays } from '../../shared/kpis/mark-days.ts';
import { isDuplicateKey } from '../../shared/mongodb/database-errors.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import { type Attribution, attribute } from '../../shared/orders/attribute.ts';
import { mergeOrder, type OrderState } from '../../shared/orders/merge-order.ts';
import { type OrderDoc, type OrderModel, orderDocId } from '../../shared/orders/order-model.ts';
import type { OrderPlatform, OrderUpdate } from '../../shared/orders/order-update.ts';
import { tallyOrder } from '../../shared/orders/tally.ts';
import { dayMs } from '../../shared/time.ts';
import { findTouches } from './find-touches.ts';

export interface WriteOrderDependencies {
  database: { orders: OrderModel; events: EventModel; kpiDays: KpiDayModel };
  retentionDays: number;
}

export interface OrderChange {
  store: string;
  platform: OrderPlatform;
  update: OrderUpdate;
  receivedAt: Date;
}

/** Of several workers that write the same order at once, one succeeds in each attempt. */
const maxAttempts = 50;

/**
 * Merges one webhook into its order, attributes the order, and marks its days to be counted again.
 * Idempotent, also under concurrency.
 */
export async function writeOrder(
  dependencies: WriteOrderDependencies,
  change: OrderChange,
): Promise<OrderDoc> {
  const { orders, kpiDays } = dependencies.database;
  const _id = orderDocId(change.store, change.update.orderId);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const known = await orders.findById(_id).lean<OrderDoc>();
    const next = await nextVersion(dependencies, change, known ?? undefined);
    if (!(await compareAndSet(orders, known, next))) continue;
    await markDays(kpiDays, change.store, [
      ...[known?.day, known?.attribution?.sessionDay],
      ...[next.day, next.attribution?.sessionDay],
    ]);
    await writeEvent(dependencies, next);
    return next;
  }
  throw new Error(`Order ${_id} was changed by other workers during each of ${maxAttempts} attempts.`);
}

async function nextVersion(
  { database, retentionDays }: WriteOrderDependencies,
  { store, platform, update, receivedAt }: OrderChange,
  known: OrderDoc | undefined,
): Promise<OrderDoc> {
  const state = mergeOrder(known && getState(known), update, receivedAt);
  // With a shop's clock ahead of ours, an order must not count for tomorrow.
  const placedAt = state.facts && state.facts.createdAt < state.seenAt ? state.facts.createdAt : state.seenAt;
  const found = state.facts ? await findAttribution(database, store, state, placedAt) : undefined;
  // The events that it was attributed by may have expired since.
  const attribution = found ?? known?.attribution;
  const tally = tallyOrder(state, attribution);
  const visitors = [state.identity?.anonymousId, attribution?.anonymousId];
  return {
    ...state,
    _id: orderDocId(store, update.orderId),
    store,
    orderId: update.orderId,
    platform: known?.platform ?? platform,
    revision: (known?.revision ?? 0) + 1,
    visitors: [...new Set(visitors.filter((visitor) => typeof visitor === 'string'))],
    keepUntil: new Date(placedAt.getTime() + retentionDays * dayMs),
    ...(attribution ? { attribution } : {}),
    ...(tally ? { tally, day: placedAt.toISOString().slice(0, 10) } : {}),
  };
}

function getState(known: OrderDoc): OrderState {
  const { seenAt, facts, identity, refunds, deletedAt, erasedAt } = known;
  return {
    seenAt,
    refunds,
    ...(facts ? { facts } : {}),
    ...(identity ? { identity } : {}),
    ...(deletedAt ? { deletedAt } : {}),
    ...(erasedAt ? { erasedAt } : {}),
  };
}

async function findAttribution(
  { events }: { events: EventModel },
  store: string,
  { identity, facts }: OrderState,
  placedAt: Date,
): Promise<Attribution | undefined> {
  if (!identity) return undefined;
  const touches = await findTouches(events, store, placedAt, identity);
  return attribute({ placedAt, identity, lines: facts?.lines ?? [] }, touches);
}

async function compareAndSet(orders: OrderModel, known: OrderDoc | null, next: OrderDoc): Promise<boolean> {
  if (known) {
    const replaced = await orders.replaceOne({ _id: known._id, revision: known.revision }, next);
    return replaced.matchedCount === 1;
  }
  try {
    await orders.insertMany([next]);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Writes the one event of an order, as of this revision, unless a later revision has written it. Of two revisions that
 * insert at once, one meets the other's event, which may be the older: so it tries again with the event in place.
 */
async function writeEvent(
  { database, retentionDays }: WriteOrderDependencies,
  order: OrderDoc,
): Promise<void> {
  const { attribution, tally, facts, revision, store } = order;
  if (!attribution || !tally || !facts) return;
  const at = order.seenAt;
  const { counted, currency, revenue, strictRevenue } = tally;
  const { by, productIds, variantIds } = attribution;
  const properties = {
    ...{ orderId: order.orderId, currency, total: facts.total, revenue, strictRevenue },
    ...{ counted, attributedBy: by, productIds, variantIds, revision },
  };
  // Ids that a browser chooses have no dot, so none of them can equal this one.
  const _id = `${store}.order.${order.orderId}`;
  const event = {
    ...{ store, event: orderAttributed, properties, bot: false },
    ...{ anonymousId: attribution.anonymousId, sessionId: attribution.sessionId },
    ...{ timestamp: facts.createdAt, receivedAt: at },
    forward: { state: 'none' as const, since: at, attempt: 0, retryAfterCount: 0, deferrals: 0, jobs: 0 },
    keepUntil: new Date(at.getTime() + retentionDays * dayMs),
  };
  const older = { _id, 'properties.revision': { $lt: revision } };
  const write = (upsert: boolean) => getDriver(database.events).updateOne(older, { $set: event }, { upsert });
  await write(true).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    return write(false);
  });
  // The visitor may have been erased between the order's write and this one.
  const erased = await database.orders.exists({ _id: order._id, erasedAt: { $exists: true } });
  if (erased) await getDriver(database.events).deleteOne({ _id });
}
