import type { StoreDoc } from '../../stores/store-model.ts';
import { getStorefront } from '../../stores/store-settings.ts';
import type { ShownStore } from './product-views.ts';

/** Selects the fields that a product view needs of its store. */
export function shownStore(store: StoreDoc): ShownStore {
  return { slug: store.slug, storefront: getStorefront(store) };
}
