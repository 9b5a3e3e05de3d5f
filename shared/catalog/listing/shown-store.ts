import type { StoreDoc } from '../../stores/store-model.ts';
import { getStorefront } from '../../stores/store-settings.ts';
import type { ShownStore } from './product-views.ts';

/** What a product's view needs of its store. */
export function shownStore(store: StoreDoc): ShownStore {
  return { slug: store.slug, storefront: getStorefront(store) };
}
