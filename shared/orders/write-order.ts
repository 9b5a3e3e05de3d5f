import type { Database } from '../database/database.ts';
import { isDuplicateKey } from '../database/database-errors.ts';
import { driverOf } from '../database/driver.ts';
import { orderAttributed } from '../events/event-model.ts';
import { markDays } from '../kpis/mark-days.ts';
import { dayMs } from '../time.ts';
import { type Attribution, attribute } from './attribute.ts';
import { findTouches } from './find-touches.ts';
import { mergeOrder, type OrderState } from './merge-order.ts';
import { type OrderDoc, orderDocId } from './order-model.ts';
import type { OrderPlatform, OrderUpdate } from './order-update.ts';
import { tallyOrder } from './tally.ts';

export interface WriteOrderDependencies {
  database: Pick<Database, 'orders' | 'events' | 'kpiDays'>;
  retentionDays: number;
}

export interface OrderNews {
  store: string;
  platform: OrderPlatform;
  update: OrderUpdate;
  receivedAt: Date;
}

/** Workers that write the same order at once: each round one of them gets through. */
const mostRounds = 50;

/**
 * Brings an order up to date with one webhook, attributes it, and has its days counted anew. Safe to
 * repeat, at once with others too.
 */
export async function writeOrder(dependencies: WriteOrderDependencies, news: OrderNews): Promise<OrderDoc> {
  const { orders, kpiDays } = dependencies.database;
  const _id = orderDocId(news.store, news.update.orderId);
  for (let round = 0; round < mostRounds; round++) {
    const known = await orders.findById(_id).lean<OrderDoc>();
    const next = await nextVersion(dependencies, news, known ?? undefined);
    if (!(await compareAndSet(orders, known, next))) continue;
    await markDays(kpiDays, news.store, [
      ...[known?.day, known?.attribution?.sessionDay],
      ...[next.day, next.attribution?.sessionDay],
    ]);
    await writeEvent(dependencies, next);
    return next;
  }
  throw new Error(`Order ${_id} was written by others ${mostRounds} times in a row.`);
}

async function nextVersion(
  { database, retentionDays }: WriteOrderDependencies,
  { store, platform, update, receivedAt }: OrderNews,
  known: OrderDoc | undefined,
): Promise<OrderDoc> {
  const state = mergeOrder(known && stateOf(known), update, receivedAt);
  // A shop's clock that runs ahead of ours must not count for tomorrow.
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

function stateOf(known: OrderDoc): OrderState {
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
  { events }: Pick<Database, 'events'>,
  store: string,
  { identity, facts }: OrderState,
  placedAt: Date,
): Promise<Attribution | undefined> {
  if (!identity) return undefined;
  const touches = await findTouches(events, store, placedAt, identity);
  return attribute({ placedAt, identity, lines: facts?.lines ?? [] }, touches);
}

async function compareAndSet(
  orders: Database['orders'],
  known: OrderDoc | null,
  next: OrderDoc,
): Promise<boolean> {
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

/** One event an order, as it is after this revision; a later revision's stays. */
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
  // A dot is in no id that a browser may choose, so none can take this one's place.
  const _id = `${store}.order.${order.orderId}`;
  const event = {
    ...{ store, event: orderAttributed, properties, bot: false },
    ...{ anonymousId: attribution.anonymousId, sessionId: attribution.sessionId },
    ...{ timestamp: facts.createdAt, receivedAt: at },
    forward: { state: 'none' as const, since: at, attempt: 0, told: 0, deferrals: 0, delivery: 0 },
    keepUntil: new Date(at.getTime() + retentionDays * dayMs),
  };
  try {
    const older = { _id, 'properties.revision': { $lt: revision } };
    await driverOf(database.events).updateOne(older, { $set: event }, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  // Its visitor may have been erased between the order's write and this one.
  const erased = await database.orders.exists({ _id: order._id, erasedAt: { $exists: true } });
  if (erased) await driverOf(database.events).deleteOne({ _id });
}
