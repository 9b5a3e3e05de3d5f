import type { Request, Response } from 'express';
import { ApiError } from '../../shared/errors.ts';
import type { StoreDoc, StoreModel } from '../../shared/stores/store-model.ts';
import { findStoreBySlug } from '../../shared/stores/stores.ts';
import { keyOf } from './authenticate.ts';

/**
 * The store that the path names, if it belongs to the account of the API key.
 * @throws ApiError NOT_FOUND for another account's store as for a missing one: slugs are public, their owners are not.
 */
export async function ownStore(stores: StoreModel, req: Request, res: Response): Promise<StoreDoc> {
  const store = await findStoreBySlug(stores, String(req.params.slug));
  if (store?.account === keyOf(res).account) return store;
  throw new ApiError('NOT_FOUND', 'Your account has no store with this slug.');
}
