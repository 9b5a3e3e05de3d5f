import type { LookItem, ProductCard } from '../../../../shared/try-on/contract.ts';
import type { Api } from '../api/client.ts';
import type { LookEntry } from '../state/app-state.ts';

/** Returns the entries of items that the catalog still has, in their order. */
export async function describeItems(api: Pick<Api, 'products'>, items: LookItem[]): Promise<LookEntry[]> {
  if (items.length === 0) return [];
  const list = items.map(({ productId, variantId }) => (variantId ? `${productId}:${variantId}` : productId));
  const { products } = await api.products({ items: list.join(','), limit: items.length });
  return items.flatMap((item) => {
    const card = products.find(
      ({ productId, handle, variantId }) =>
        [productId, handle].includes(item.productId) && (!item.variantId || variantId === item.variantId),
    );
    return card?.renderable ? [toEntry(card)] : [];
  });
}

/** Returns what a look keeps of a product that is added with its default variant. */
export function toEntry(card: ProductCard): LookEntry {
  const { productId, variantId, variantTitle, title, image, price } = card;
  return { productId, variantId, variantTitle, title, image, price };
}
