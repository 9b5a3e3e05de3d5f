import { flowRange } from '../flows/flow-model.ts';
import type { StoreDoc } from '../stores/store-model.ts';
import type { Database } from './database.ts';

type StoreCollections = Pick<
  Database,
  | 'stores'
  | 'products'
  | 'catalogImports'
  | 'events'
  | 'deliveries'
  | 'kpiDays'
  | 'feedback'
  | 'orders'
  | 'orderDeliveries'
  | 'photos'
  | 'modelPhotos'
  | 'sharedLooks'
  | 'visitorLinks'
  | 'flows'
>;

/**
 * Deletes a store and all of its documents; the caller deletes its images afterwards. The store's own
 * document goes last, so that an interrupted deletion can be retried; then what requests in progress
 * have written meanwhile.
 */
export async function deleteStore(database: StoreCollections, store: StoreDoc): Promise<void> {
  await deleteContents(database, store._id);
  await database.stores.deleteOne({ _id: store._id });
  await deleteContents(database, store._id);
}

async function deleteContents(database: StoreCollections, store: string): Promise<void> {
  const { products, catalogImports, events, deliveries, kpiDays, feedback, orders, orderDeliveries } =
    database;
  const { photos, modelPhotos, sharedLooks, visitorLinks, flows } = database;
  await Promise.all([
    products.deleteMany({ store }),
    catalogImports.deleteMany({ store }),
    events.deleteMany({ store }),
    kpiDays.deleteMany({ store }),
    feedback.deleteMany({ store }),
    orders.deleteMany({ store }),
    photos.deleteMany({ store }),
    modelPhotos.deleteMany({ store }),
    sharedLooks.deleteMany({ store }),
    visitorLinks.deleteMany({ store }),
    flows.deleteMany(flowRange(store)),
    // Without an index on the store: the ids begin with it, and `/` follows `.`.
    orderDeliveries.deleteMany({ _id: { $gte: `${store}.`, $lt: `${store}/` } }),
    deliveries.deleteOne({ _id: store }),
  ]);
}
