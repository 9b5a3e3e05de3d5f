import type { Listing } from '../catalog/listing/listing.ts';
import type { StoreDoc } from '../stores/store-model.ts';
import type { FlowSource, FlowStepView, FlowView } from '../try-on/contract.ts';
import type { FlowDoc } from './flow-model.ts';

/** Enough to know: no step takes more than six items. */
const looked = 60;

/** Counts the products that can be tried on among the first 60 of a step's source. */
async function countSourceProducts(listing: Listing, store: StoreDoc, source: FlowSource): Promise<number> {
  const { products } =
    'products' in source
      ? await listing.items(store, source.products)
      : await listing.page(store, { ...source, sort: 'featured', limit: looked });
  return products.filter(({ renderable }) => renderable).length;
}

function countProducts(listing: Listing, store: StoreDoc, { steps }: FlowDoc): Promise<number[]> {
  return Promise.all(steps.map(({ source }) => countSourceProducts(listing, store, source)));
}

/**
 * Returns a flow as shoppers can walk it with the catalog as it is: steps without a product that can be tried on are
 * left out, and no step asks for more items than there are. Null where no step remains.
 */
export async function walkableFlow(
  listing: Listing,
  store: StoreDoc,
  flow: FlowDoc,
): Promise<FlowView | null> {
  const counts = await countProducts(listing, store, flow);
  const steps = flow.steps.flatMap((step, index) => stepWith(step, counts[index]!));
  return steps.length === 0 ? null : { id: flow.flowId, name: flow.name, steps };
}

function stepWith(step: FlowStepView, count: number): FlowStepView[] {
  return count === 0 ? [] : [{ ...step, minItems: Math.min(step.minItems, count) }];
}

/** Writes a sentence for each step that shoppers will not see as it is written, for the merchant who wrote it. */
export async function flowWarnings(listing: Listing, store: StoreDoc, flow: FlowDoc): Promise<string[]> {
  const counts = await countProducts(listing, store, flow);
  return flow.steps.flatMap(({ minItems }, index) => {
    const count = counts[index]!;
    const path = `steps[${index}]`;
    if (count === 0) {
      return [`${path}.source has no product that can be tried on; shoppers do not see the step.`];
    }
    const products = count === 1 ? '1 product' : `${count} products`;
    return count < minItems
      ? [`${path}.minItems is ${minItems}, and its source has ${products} that can be tried on.`]
      : [];
  });
}
