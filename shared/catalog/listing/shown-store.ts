import type { StoreDoc } from '../../stores/store-model.ts';
import { getSettings } from '../../stores/store-settings.ts';
import type { ShownStore } from './product-views.ts';

/** What a product's view needs of its store. Pages of products are on its storefront, else on its first host. */
export function shownStore(store: StoreDoc): ShownStore {
  const [host] = store.hosts;
  return {
    slug: store.slug,
    storefront: getSettings(store).storefrontUrl ?? (host ? `https://${host}` : null),
  };
}
