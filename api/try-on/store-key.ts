import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { RenderCaller } from '../renders/render-order.ts';

/** Returns the key under which the renders of shoppers are kept: the store's account pays for them. */
export const storeKey = ({ slug, account }: Pick<StoreDoc, 'slug' | 'account'>): RenderCaller['key'] => ({
  _id: `store:${slug}`,
  account,
  mode: 'live',
});
