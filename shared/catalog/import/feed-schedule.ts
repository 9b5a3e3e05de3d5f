import { ApiError } from '../../errors.ts';
import type { CatalogFeed, StoreDoc, StoreModel } from '../../stores/store-model.ts';
import { dayMs, hourMs } from '../../time.ts';
import type { CatalogImportDoc } from './import-model.ts';
import { findImport, type OrderDependencies, orderUrlImport } from './order-import.ts';

const feedPeriods = { hour: hourMs, day: dayMs } as const;

type FeedStore = Pick<StoreDoc, '_id'>;

/**
 * Orders the import of an address, and has it imported again every hour or day if that is wanted; a store has one such
 * feed.
 * @throws ApiError INVALID_INPUT, CONFLICT as `orderUrlImport`
 */
export async function orderFeed(
  dependencies: FeedDependencies,
  { _id }: FeedStore,
  { every, ...options }: { from: string; currency?: string; every?: CatalogFeed['every'] | undefined },
): Promise<CatalogImportDoc> {
  const made = await orderUrlImport(dependencies, _id, options);
  if (every === undefined) return made;
  const nextAt = new Date(Date.now() + feedPeriods[every]);
  const feed = { ...options, every, lastImport: made._id, nextAt };
  await dependencies.stores.updateOne({ _id }, { $set: { feed } });
  return made;
}

/** Changes of the feed of a store. */
const feedChanges = {
  pause: () => ({ $unset: { 'feed.nextAt': 1 } }),
  resume: () => ({ $set: { 'feed.nextAt': new Date() }, $unset: { 'feed.problem': 1 } }),
  remove: () => ({ $unset: { feed: 1 } }),
} as const;

export type FeedChange = keyof typeof feedChanges;

/** @throws ApiError NOT_FOUND */
export async function changeFeed(stores: StoreModel, { _id }: FeedStore, change: FeedChange): Promise<void> {
  const { matchedCount } = await stores.updateOne({ _id, feed: { $exists: true } }, feedChanges[change]());
  if (matchedCount === 0) throw new ApiError('NOT_FOUND', 'The store has no scheduled import.');
}

interface FeedDependencies extends Pick<OrderDependencies, 'catalogImports' | 'outbound'> {
  stores: StoreModel;
}

const maxAtOnce = 20;

/** Orders the imports that are due. Any number of workers may do so at once: each import is ordered by one of them. */
export async function orderDueFeeds(dependencies: FeedDependencies, now = Date.now()): Promise<void> {
  const due = await dependencies.stores
    .find({ 'feed.nextAt': { $lte: new Date(now) } }, { feed: 1 })
    .sort({ 'feed.nextAt': 1 })
    .limit(maxAtOnce)
    .lean<(FeedStore & { feed: CatalogFeed & { nextAt: Date } })[]>();
  for (const { _id, feed } of due) await orderDueFeed(dependencies, { _id }, feed, now);
}

async function orderDueFeed(
  dependencies: FeedDependencies,
  { _id }: FeedStore,
  { from, currency, every, nextAt }: CatalogFeed & { nextAt: Date },
  now: number,
): Promise<void> {
  const { stores, catalogImports } = dependencies;
  // The same for each worker: the second one finds the import of the first.
  const id = `imp_${_id}_${nextAt.getTime()}`;
  const save = (change: object) => stores.updateOne({ _id, 'feed.nextAt': nextAt }, change);
  try {
    await orderUrlImport(dependencies, _id, { from, ...(currency ? { currency } : {}), id });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The operator no longer allows the address.
    if (error.code === 'INVALID_INPUT')
      return void (await save({ $set: { 'feed.problem': error.message }, $unset: { 'feed.nextAt': 1 } }));
    const isOrdered = await findImport(catalogImports, _id, id).then(
      () => true,
      () => false,
    );
    // Another import of the store is open: this one is next.
    if (!isOrdered) return;
  }
  const next = new Date(now + feedPeriods[every]);
  await save({ $set: { 'feed.nextAt': next, 'feed.lastImport': id } });
}
