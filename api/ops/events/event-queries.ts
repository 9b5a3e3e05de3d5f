import type { Database } from '../../../shared/database/database.ts';
import type { EventDoc, ForwardState } from '../../../shared/events/event-model.ts';
import { getDriver } from '../../../shared/mongodb/driver.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import { findAccountIds } from '../accounts/find-account-ids.ts';
import { type TimeRange, toDates } from '../time-range.ts';

/** Absent fields match every event. */
export interface EventFilter extends TimeRange {
  /** Slug. */
  store?: string;
  /** Id, or the e-mail address of a member. */
  account?: string;
  state?: ForwardState;
  /** Name without the prefix. */
  event?: string;
}

/** An event in a list. */
export type ListedEvent = Pick<EventDoc, '_id' | 'store' | 'event' | 'receivedAt' | 'forward' | 'bot'>;
export type StoreName = Pick<StoreDoc, '_id' | 'slug'>;

export interface EventPage {
  events: ListedEvent[];
  /** Time of the last event in epoch milliseconds, where there are more. */
  next?: number | undefined;
  /** Of the events, by id. */
  stores: ReadonlyMap<string, StoreName>;
}

type Models = Pick<Database, 'events' | 'stores' | 'users' | 'members'>;

const pageSize = 50;
const maxStores = 100;
const queryMs = 5_000;
const summary = { store: 1, event: 1, receivedAt: 1, forward: 1, bot: 1 } as const;

/**
 * Lists events of a store or of the stores of an account, the newest first. Without either, those of all stores that
 * wait to be forwarded, the next due first: an index over the time of all events would cost each insert.
 */
export async function listEvents(models: Models, filter: EventFilter, before?: number): Promise<EventPage> {
  const stores = await findStores(models, filter);
  const page = stores ? await newestEvents(models, stores, filter, before) : await waitingEvents(models);
  const ids = [...new Set(page.events.map(({ store }) => store))];
  const named = stores ?? (await models.stores.find({ _id: { $in: ids } }, { slug: 1 }).lean<StoreName[]>());
  return { ...page, stores: new Map(named.map((store) => [store._id, store])) };
}

/** Returns the stores that a filter names; undefined: it names none. */
async function findStores(models: Models, { store, account }: EventFilter): Promise<StoreName[] | undefined> {
  if (store === undefined && account === undefined) return undefined;
  const accounts = account === undefined ? undefined : await findAccountIds(models, account);
  const wanted = { ...(store && { slug: store }), ...(accounts && { account: { $in: accounts } }) };
  return models.stores.find(wanted, { slug: 1 }).limit(maxStores).lean<StoreName[]>();
}

async function newestEvents(
  { events }: Models,
  stores: readonly StoreName[],
  { state, event, ...range }: EventFilter,
  before: number | undefined,
): Promise<Omit<EventPage, 'stores'>> {
  const { from, to } = toDates(range);
  const end = before === undefined ? to : new Date(before);
  const found = await getDriver(events)
    .find(
      {
        store: { $in: stores.map(({ _id }) => _id) },
        ...((from || end) && { receivedAt: { ...(from && { $gte: from }), ...(end && { $lt: end }) } }),
        ...(state && { 'forward.state': state }),
        ...(event && { event }),
      },
      { projection: summary, sort: { receivedAt: -1 }, limit: pageSize + 1, maxTimeMS: queryMs },
    )
    .toArray();
  return toPage(found);
}

/** The next page begins before the time of the last event: those that arrived together are on one page. */
function toPage(found: ListedEvent[]): Omit<EventPage, 'stores'> {
  const first = found[pageSize]?.receivedAt.getTime();
  if (first === undefined) return { events: found };
  const earlier = found.filter(({ receivedAt }) => receivedAt.getTime() > first);
  const events = earlier.length > 0 ? earlier : found.slice(0, pageSize);
  return { events, next: events.at(-1)!.receivedAt.getTime() };
}

async function waitingEvents({ events }: Models): Promise<Omit<EventPage, 'stores'>> {
  const found = await getDriver(events)
    .find(
      { 'forward.nextAt': { $gt: new Date(0) } },
      { projection: summary, sort: { 'forward.nextAt': 1 }, limit: pageSize, maxTimeMS: queryMs },
    )
    .toArray();
  return { events: found };
}
