import { ApiError } from '../../shared/errors.ts';
import type { StoreDoc, StoreModel } from '../../shared/stores/store-model.ts';
import { findStoreBySlug } from '../../shared/stores/stores.ts';

/**
 * Finds the store with that slug, if it belongs to the account.
 * @throws ApiError NOT_FOUND for another account's store as for a missing one: slugs are public, their owners are not.
 */
export async function findOwnStore(stores: StoreModel, account: string, slug: string): Promise<StoreDoc> {
  const store = await findStoreBySlug(stores, slug);
  if (store?.account === account) return store;
  throw new ApiError('NOT_FOUND', 'Your account has no store with this slug.');
}
