import { createBatcher } from '../../shared/batcher.ts';
import { driverOf } from '../../shared/database/driver.ts';
import { createExpiringCache } from '../../shared/expiring-cache.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import type { IntegrationState, StoreDoc, StoreModel } from '../../shared/stores/store-model.ts';

/** Where the events of a store go at present. */
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
   * Null when the store no longer exists.
   * @throws SecretUnreadable when no key opens its write key.
   */
  get(storeId: string): Promise<StoreDestination | null>;
  /** The next `get` reads the store again. */
  forget(storeId: string): void;
}

/** Maximum age of a cached destination. */
const ttlMs = 2_000;
const maxDestinations = 10_000;

/** Reads a store and opens its write key at most once in two seconds; the open key is kept in memory only. */
export function createDestinations(stores: StoreModel, secrets: SecretBox): Destinations {
  const read = createBatcher({
    run: async (ids: string[]) => {
      // Through the driver: a destination with an event every few seconds is read for each of them.
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
    max: maxDestinations,
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
