import { foldColor } from '../../../shared/catalog/fold.ts';
import type { Listing } from '../../../shared/catalog/listing/listing.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { Facets, ProductCard } from '../../../shared/try-on/contract.ts';
import type { FlowDraft } from './flow-draft.ts';

/** A product, or a variant of it, as its flow names it; without a card, the catalog no longer has it. */
export interface ChosenProduct {
  id: string;
  card?: ProductCard;
}

/** Products and categories to fill a step with. */
export interface StepChoices {
  categories: Facets['categories'];
  chosen: readonly ChosenProduct[];
  /** Those that were searched for; absent: nothing was. */
  found?: readonly ChosenProduct[];
}

const maxFound = 8;
/** Of one product. */
const maxVariants = 6;

/** Reads for each step the products that it names, and those that its words find. */
export function readChoices(listing: Listing, store: StoreDoc, { steps }: FlowDraft): Promise<StepChoices[]> {
  return Promise.all(
    steps.map(async ({ products, search }) => {
      const question = { sort: 'featured' as const, limit: maxFound, ...(search && { q: search }) };
      const [{ facets, products: cards }, chosen] = await Promise.all([
        listing.page(store, question),
        findChosen(listing, store, products),
      ]);
      const found =
        search && (await Promise.all(cards.map((card) => withVariants(listing, store, card, search))));
      return { categories: facets.categories, chosen, ...(found && { found: found.flat() }) };
    }),
  );
}

/** Returns a product and its variants: those whose options have one of the words, or the first ones. */
async function withVariants(
  listing: Listing,
  store: StoreDoc,
  card: ProductCard,
  search: string,
): Promise<ChosenProduct[]> {
  const { productId: id } = card;
  const { variants = [] } = (await listing.product(store, id)) ?? {};
  if (variants.length < 2) return [{ id, card }];
  const words = foldColor(search).split(' ');
  const fitting = variants.filter(({ options }) =>
    options.some((option) => words.some((word) => foldColor(option).includes(word))),
  );
  const shown = (fitting.length > 0 ? fitting : variants).slice(0, maxVariants);
  const ids = shown.map(({ variantId }) => `${id}:${variantId}`);
  return [{ id, card }, ...(await findChosen(listing, store, ids))];
}

/** Finds the product of each text: a product's id, its variant's, or a handle. */
async function findChosen(
  listing: Listing,
  store: StoreDoc,
  texts: readonly string[],
): Promise<ChosenProduct[]> {
  if (texts.length === 0) return [];
  const { products } = await listing.items(store, [...texts]);
  const byText = new Map(products.flatMap((card) => listNames(card).map((name) => [name, card] as const)));
  return Promise.all(
    texts.map(async (id) => {
      // By a handle of before.
      const card = byText.get(id) ?? (await listing.items(store, [id])).products[0];
      return card ? { id, card } : { id };
    }),
  );
}

const listNames = ({ productId, variantId, handle }: ProductCard): string[] => [
  handle,
  `${productId}:${variantId}`,
  productId,
];
