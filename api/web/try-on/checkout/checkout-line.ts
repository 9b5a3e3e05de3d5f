import type { Money, ProductView, Thumbnail, VariantView } from '../../../../shared/try-on/contract.ts';
import { type Choice, entryChoice, findVariant, optionsText } from '../catalog/variants.ts';
import type { LookEntry } from '../state/app-state.ts';
import { lookKey } from '../state/look.ts';

/** An item of a look as it can be bought now. */
export interface CheckoutLine {
  /** Of the look's entry. */
  key: string;
  productId: string;
  variantId: string | null;
  title: string;
  variantTitle: string | null;
  image: Thumbnail | null;
  price: Money | null;
  /** The product's page in the shop. */
  url: string | null;
  /** `open`: the shopper has a size to choose; `gone`: the shop no longer has the product. */
  state: 'available' | 'open' | 'sold-out' | 'gone';
  /** The product as the shop has it now. */
  product: ProductView | null;
  /** One value for each of its options; '': none is chosen yet. */
  choice: Choice;
}

/** Returns the line of an entry, with what the shop says of the product now; null: it has no such product. */
export function checkoutLine(
  entry: LookEntry,
  product: ProductView | null,
  chosen: Choice | null = null,
): CheckoutLine {
  const { productId, variantId, title, variantTitle, image, price } = entry;
  const line = { key: lookKey(entry), productId, variantId, title, variantTitle, image, price };
  if (!product) return { ...line, url: null, state: 'gone', product: null, choice: [] };
  const { url, available } = product;
  const bought = boughtVariant(product, variantId);
  const choice = chosen ?? entryChoice(product, { ...entry, variantId: bought?.variantId ?? null });
  const now = { ...line, url, product, choice };
  if (!bought) return { ...now, variantId: null, state: available ? 'available' : 'sold-out' };
  const isMeant = choice.every((value, index) => value === bought.options[index]);
  const variant = isMeant ? bought : findVariant(product, choice);
  if (!variant) return { ...now, variantId: null, variantTitle: null, state: 'open' };
  return {
    ...now,
    variantId: variant.variantId,
    variantTitle: optionsText(variant),
    image: variant.image ?? image,
    price: variant.price ?? product.price,
    state: variant.available ? 'available' : 'sold-out',
  };
}

/** Returns the chosen variant; where none was chosen, or it is gone, the first that can be bought, else the first. */
function boughtVariant({ variants }: ProductView, chosen: string | null): VariantView | undefined {
  const same = variants.find(({ variantId }) => variantId === chosen);
  return same ?? variants.find(({ available }) => available) ?? variants[0];
}

export type Quantities = Readonly<Record<string, number>>;

/** Returns the items to hand over: the lines that can be bought, each once unless the shopper chose a quantity. */
export function boughtItems(lines: readonly CheckoutLine[], quantities: Quantities) {
  return lines
    .filter(({ state }) => state === 'available')
    .map(({ key, productId, variantId }) => ({ productId, variantId, quantity: quantities[key] ?? 1 }));
}

/** Of the lines that can be bought, or will be with a size; null where a price is missing or the currencies differ. */
export function boughtTotal(lines: readonly CheckoutLine[], quantities: Quantities): Money | null {
  const bought = lines.filter(({ state }) => state === 'available' || state === 'open');
  const currency = bought[0]?.price?.currency;
  if (!currency || bought.some(({ price }) => price?.currency !== currency)) return null;
  const amounts = bought.map(({ key, price }) => (price?.amount ?? 0) * (quantities[key] ?? 1));
  return { currency, amount: amounts.reduce((sum, amount) => sum + amount, 0) };
}
