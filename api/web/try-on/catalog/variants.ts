import type { ProductView, VariantView } from '../../../../shared/try-on/contract.ts';
import type { LookEntry } from '../state/app-state.ts';

/** One value for each option of a product, in their order. */
export type Choice = readonly string[];

/** Finds the variant with exactly these options. */
export function findVariant({ variants }: Pick<ProductView, 'variants'>, choice: Choice): VariantView | null {
  return variants.find(({ options }) => isSame(options, choice)) ?? null;
}

/** Returns the choice that a sheet opens with: the given variant's, else that of the product's default variant. */
export function firstChoice(product: ProductView, variantId: string | null): Choice {
  const wanted = variantId ?? product.variantId;
  const variant = product.variants.find((each) => each.variantId === wanted) ?? product.variants[0];
  return variant?.options ?? [];
}

/** Returns the choice of an item of a look; where its size is open, each option but the color has no value yet: ''. */
export function entryChoice(product: ProductView, { variantId, isSizeOpen = false }: LookEntry): Choice {
  const choice = firstChoice(product, variantId);
  return isSizeOpen ? choice.map((value, index) => (isOpenOption(product, index) ? '' : value)) : choice;
}

/** Returns true for an option other than the color that has several values. */
function isOpenOption({ options, colors }: ProductView, index: number): boolean {
  const values = options[index]?.values ?? [];
  const isColor = colors.length > 0 && values.every(({ value }) => colors.some(({ name }) => name === value));
  return values.length > 1 && !isColor;
}

/**
 * Returns the choice after one value was chosen. Where no variant has it together with the others, the others follow:
 * those of the first variant with this value, one that can be bought before one that is sold out.
 */
export function withValue(product: ProductView, choice: Choice, option: number, value: string): Choice {
  const wanted = choice.map((chosen, index) => (index === option ? value : chosen));
  if (wanted.includes('') || findVariant(product, wanted)) return wanted;
  const having = product.variants.filter(({ options }) => options[option] === value);
  return (having.find(({ available }) => available) ?? having[0])?.options ?? wanted;
}

/**
 * Returns true if a value is sold out: together with the other choices where such a variant exists, else in every
 * variant.
 */
export function isSoldOut(product: ProductView, choice: Choice, option: number, value: string): boolean {
  const wanted = choice.map((chosen, index) => (index === option ? value : chosen));
  const exact = findVariant(product, wanted);
  if (exact) return !exact.available;
  return !product.variants.some(({ options, available }) => options[option] === value && available);
}

/** Converts a product in a variant to an entry of the look; null: a product without variants. */
export function entryOfVariant(product: ProductView, variant: VariantView | null): LookEntry {
  const { productId, title, scene, category } = product;
  return {
    productId,
    variantId: variant?.variantId ?? null,
    variantTitle: variant && optionsText(variant),
    title,
    image: variant?.image ?? product.image,
    price: variant?.price ?? product.price,
    scene,
    category,
  };
}

/** `Blue / M`; null: a variant without options. */
export function optionsText({ options }: Pick<VariantView, 'options'>): string | null {
  return options.filter(Boolean).join(' / ') || null;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
