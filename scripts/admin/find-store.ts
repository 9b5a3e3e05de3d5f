import type { Database } from '../../shared/database/database.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { findStoreBySlug } from '../../shared/stores/stores.ts';
import { AdminError } from './output.ts';

/** Finds the store with that slug. @throws AdminError */
export async function findStore({ stores }: Pick<Database, 'stores'>, slug: string): Promise<StoreDoc> {
  const store = await findStoreBySlug(stores, slug);
  if (!store) throw new AdminError(`There is no store ${slug}; see store list.`);
  return store;
}
