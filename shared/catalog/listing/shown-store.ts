import type { StoreDoc } from '../../stores/store-model.ts';
import { getSettings } from '../../stores/store-settings.ts';
import type { ShownStore } from './product-views.ts';

/** Selects the fields that a product view needs. Product pages are on the storefront, or else on the first host. */
export function shownStore(store: StoreDoc): ShownStore {
  const [host] = store.hosts;
  return {
    slug: store.slug,
    storefront: getSettings(store).storefrontUrl ?? (host ? `https://${host}` : null),
  };
}
