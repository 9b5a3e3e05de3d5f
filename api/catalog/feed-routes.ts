import type { Audit } from '../../shared/audit/audit.ts';
import { changeFeed, type FeedChange } from '../../shared/catalog/import/feed-schedule.ts';
import { ApiError } from '../../shared/errors.ts';
import type { CatalogFeed, StoreDoc, StoreModel } from '../../shared/stores/store-model.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { flag, moment, namedObject, openText, optional, text } from '../openapi/schema.ts';
import { recordChange } from '../stores/record-change.ts';

export interface FeedDependencies {
  audit: Audit;
  stores: StoreModel;
}

type FeedCall = Parameters<typeof recordChange>[1];

interface FeedView extends Omit<CatalogFeed, 'nextAt'> {
  paused: boolean;
  nextAt?: Date;
}

const toFeedView = (feed: CatalogFeed): FeedView => ({ ...feed, paused: feed.nextAt === undefined });

const feedSchema = namedObject<FeedView>('CatalogFeed', 'The scheduled import of a store.', {
  from: text('Address of the feed.', { format: 'uri' }),
  currency: optional(text('Of prices that name none.')),
  every: openText('How often it is imported.', ['hour', 'day']),
  paused: flag('Whether it waits to be resumed.'),
  nextAt: optional(moment('When it is imported next; absent while it is paused.')),
  problem: optional(text('Why it was paused without the merchant.')),
  lastImport: optional(text('Id of its last import.')),
});

const base = '/api/stores/:slug/catalog/feed';
const common = { tag: 'Stores', access: 'key of the store', cache: 'no-store' } as const;
const responses = { 200: { description: 'The schedule.', content: json(feedSchema) } };
const noFeed = () => new ApiError('NOT_FOUND', 'The store has no scheduled import.');

const getFeed = defineRoute({
  ...common,
  id: 'getFeed',
  method: 'get',
  path: base,
  summary: 'Read the scheduled import of a store',
  description: '`POST …/catalog/imports` with `every` schedules one.',
  responses,
  handle: (_dependencies: FeedDependencies, { store }) => {
    if (!store.feed) throw noFeed();
    return toFeedView(store.feed);
  },
});

/** Changes the schedule of a store, and records it. @throws ApiError NOT_FOUND */
export async function applyFeedChange(
  dependencies: FeedDependencies,
  call: FeedCall,
  change: FeedChange,
): Promise<void> {
  await changeFeed(dependencies.stores, call.store, change);
  const feed = call.store.feed?.from;
  await recordChange(dependencies, call, { action: `catalog.feed.${change}`, before: { feed } });
}

const defineChange = (change: 'pause' | 'resume', summary: string) =>
  defineRoute({
    ...common,
    id: `${change}Feed`,
    method: 'post',
    path: `${base}/${change}`,
    summary,
    responses,
    handle: async (dependencies: FeedDependencies, call) => {
      await applyFeedChange(dependencies, call, change);
      const { feed } = (await dependencies.stores.findById(call.store._id).lean<StoreDoc>()) ?? {};
      if (!feed) throw noFeed();
      return toFeedView(feed);
    },
  });

const deleteFeed = defineRoute({
  ...common,
  id: 'removeFeed',
  method: 'delete',
  path: base,
  summary: 'Remove the scheduled import of a store',
  description: 'Products that were imported stay.',
  responses: { 204: { description: 'It is removed.' } },
  handle: (dependencies: FeedDependencies, call) => applyFeedChange(dependencies, call, 'remove'),
});

export const feedRoutes = [
  getFeed,
  defineChange('pause', 'Pause the scheduled import of a store'),
  defineChange('resume', 'Resume the scheduled import of a store, and import at once'),
  deleteFeed,
];
