import { createBatcher } from '../../shared/batcher.ts';
import { driverOf } from '../../shared/database/driver.ts';
import { createExpiringCache } from '../../shared/expiring-cache.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import type { IntegrationState, StoreDoc, StoreModel } from '../../shared/stores/store-model.ts';

/** Where the events of a store go at the moment. */
export interface StoreDestination {
  slug: string;
  state: IntegrationState;
  revision: number;
  endpoint?: string;
  origin: string;
  writeKey?: string;
  failingSince?: Date;
}

export interface Destinations {
  /**
   * Null when the store does not exist any more.
   * @throws SecretUnreadable when no key opens its write key.
   */
  get(storeId: string): Promise<StoreDestination | null>;
  /** After a change that this worker made itself. */
  forget(storeId: string): void;
}

/** How long a change by the merchant may go unnoticed. */
const ttlMs = 2_000;
const most = 10_000;

/** Reads stores and opens write keys once in two seconds at most; the open key is only ever in memory. */
export function createDestinations(stores: StoreModel, secrets: SecretBox): Destinations {
  const read = createBatcher({
    run: async (ids: string[]) => {
      // Through the driver: a destination that hears from us every few seconds is read for every event.
      const found = await driverOf(stores)
        .find({ _id: { $in: ids } }, { projection: { slug: 1, integration: 1 } })
        .toArray();
      const byId = new Map(found.map((store) => [store._id, store]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    max: 100,
    waitMs: 0,
  });
  return createExpiringCache({
    load: async (id: string) => {
      const store = await read(id);
      return store && destinationOf(store, secrets);
    },
    ttlMs,
    max: most,
  });
}

function destinationOf(
  { _id, slug, integration }: Pick<StoreDoc, '_id' | 'slug' | 'integration'>,
  secrets: SecretBox,
): StoreDestination {
  const { state, revision, endpoint, writeKey, failingSince } = integration;
  return {
    slug,
    state,
    revision,
    origin: endpoint ? new URL(endpoint).origin : '',
    ...(endpoint ? { endpoint } : {}),
    ...(writeKey ? { writeKey: secrets.open(writeKey, _id) } : {}),
    ...(failingSince ? { failingSince } : {}),
  };
}
