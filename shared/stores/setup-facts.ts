import type { Database } from '../database/database.ts';
import { listShopHosts } from './host-claims.ts';
import type { IntegrationState, StoreDoc, TagSighting } from './store-model.ts';
import { getSettings } from './store-settings.ts';

/** How far a store is from its first order. */
export interface SetupFacts {
  /** Of the shop, that serve. */
  hosts: readonly string[];
  hasProducts: boolean;
  tagSeen?: TagSighting;
  hasModelPhoto: boolean;
  hasCheckout: boolean;
  integration: IntegrationState;
  hasTryOn: boolean;
  hasOrder: boolean;
}

type SetupDatabase = Pick<Database, 'products' | 'modelPhotos' | 'kpiDays'>;

export async function readSetupFacts(
  { products, modelPhotos, kpiDays }: SetupDatabase,
  store: StoreDoc,
  serviceDomain: string,
): Promise<SetupFacts> {
  const { _id, tagSeen, integration } = store;
  const [product, photo, tryOn, order] = await Promise.all([
    products.exists({ store: _id }),
    modelPhotos.exists({ store: _id }),
    kpiDays.exists({ store: _id, 'counters.tryOnsCompleted': { $gt: 0 } }),
    kpiDays.exists({ store: _id, 'counters.orders': { $gt: 0 } }),
  ]);
  return {
    hosts: listShopHosts(store, serviceDomain),
    hasProducts: product !== null,
    ...(tagSeen && { tagSeen }),
    hasModelPhoto: photo !== null,
    hasCheckout: getSettings(store).checkout !== null,
    integration: integration.state,
    hasTryOn: tryOn !== null,
    hasOrder: order !== null,
  };
}
