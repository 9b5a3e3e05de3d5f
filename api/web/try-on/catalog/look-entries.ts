import type { LookItem, ProductCard } from '../../../../shared/try-on/contract.ts';
import type { Api } from '../api/client.ts';
import type { LookEntry } from '../state/app-state.ts';
import { withEntry } from '../state/look.ts';

/** Returns the entries of items that the catalog still has, in their order. `isOpen`: whether its size is to be chosen. */
export async function describeItems(
  api: Pick<Api, 'products'>,
  items: LookItem[],
  isOpen: (item: LookItem) => boolean = ({ variantId }) => variantId === null,
): Promise<LookEntry[]> {
  if (items.length === 0) return [];
  const list = items.map(({ productId, variantId }) => (variantId ? `${productId}:${variantId}` : productId));
  const { products } = await api.products({ items: list.join(','), limit: items.length });
  const entries = items.flatMap((item) => {
    const card = products.find(
      ({ productId, handle, variantId }) =>
        [productId, handle].includes(item.productId) && (!item.variantId || variantId === item.variantId),
    );
    if (!card?.renderable) return [];
    return [{ ...toEntry(card), ...(card.hasSizes && isOpen(item) && { isSizeOpen: true }) }];
  });
  // A product's page may name one without its variant that the look has with it.
  return entries.reduce<LookEntry[]>((look, entry) => withEntry(look, entry, null), []);
}

/** Converts a product to an entry of the look, in its default variant. */
export function toEntry(card: ProductCard): LookEntry {
  const { productId, variantId, variantTitle, title, image, price, scene, category } = card;
  return { productId, variantId, variantTitle, title, image, price, scene, category };
}
