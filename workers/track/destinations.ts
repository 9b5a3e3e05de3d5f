import { createBatcher } from '../../shared/batcher.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import type { IntegrationState, StoreDoc, StoreModel } from '../../shared/stores/store-model.ts';

/** The current destination of a store's events. */
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
   * Returns the destination as it is saved at this moment. Null when the store no longer exists.
   * @throws SecretUnreadable when no key opens its write key.
   */
  get(storeId: string): Promise<StoreDestination | null>;
}

/**
 * Reads a store for every event, so that no event goes to an endpoint after its replacement was confirmed.
 * The events of one turn of the event loop share a query. An open write key is only ever in memory.
 */
export function createDestinations(stores: StoreModel, secrets: SecretBox): Destinations {
  const read = createBatcher({
    run: async (ids: string[]) => {
      const found = await getDriver(stores)
        .find({ _id: { $in: [...new Set(ids)] } }, { projection: { slug: 1, integration: 1 } })
        .toArray();
      const byId = new Map(found.map((store) => [store._id, store]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    max: 100,
    waitMs: 0,
  });
  return {
    async get(storeId) {
      const store = await read(storeId);
      return store && toDestination(store, secrets);
    },
  };
}

function toDestination(
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
