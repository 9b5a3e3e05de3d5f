import type { Request } from 'express';
import { ApiError } from '../../shared/errors.ts';
import type { StoreDirectory } from '../../shared/stores/store-directory.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { passesContextCheck, type ServiceHosts } from './context-check.ts';

export interface StoreContext {
  directory: StoreDirectory;
  service: ServiceHosts;
}

/**
 * Returns the store that a page speaks for, after the store context check (specification "Authentication" 5).
 * @throws ApiError STORE_CONTEXT, also for a store that does not exist, so that slugs cannot be guessed.
 */
export async function storeInContext(
  { directory, service }: StoreContext,
  req: Request,
  slug: string,
): Promise<StoreDoc> {
  const store = await directory.bySlug(slug);
  const origin = { host: req.host, origin: req.get('origin'), referer: req.get('referer') };
  if (store && passesContextCheck(origin, store, service)) return store;
  throw new ApiError(
    'STORE_CONTEXT',
    'Requests for this store are accepted from its registered hosts and from the service’s own pages only.',
  );
}
