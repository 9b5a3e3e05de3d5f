import type { ListedProduct } from '../../../shared/catalog/listing/listed-product.ts';
import {
  buildListingIndex,
  type ListingIndex,
  type ListingQuestion,
} from '../../../shared/catalog/listing/listing-index.ts';
import { productDocId } from '../../../shared/catalog/product-model.ts';

/** A product of the store `store_1`, priced in EUR. */
export function listed(productId: string, change: Partial<ListedProduct> = {}): ListedProduct {
  return {
    _id: productDocId('store_1', productId),
    productId,
    handle: productId,
    title: `Product ${productId}`,
    tags: [],
    variants: [],
    assets: [],
    createdAt: new Date('2026-01-01'),
    currency: 'EUR',
    price: 1000,
    ...change,
  };
}

/** An index of products in this order, which is the merchant's. */
export function indexOf(products: ListedProduct[], revision = 1): Promise<ListingIndex> {
  async function* each() {
    for (const [at, product] of products.entries()) yield { position: at + 1, ...product };
  }
  return buildListingIndex({ store: { slug: 'acme', storefront: null }, revision, products: each() });
}

/** All of a question. */
export const ask = (question: Partial<ListingQuestion> = {}): ListingQuestion => ({
  sort: 'featured',
  limit: 60,
  ...question,
});

export function getIds(index: ListingIndex, question: Partial<ListingQuestion> = {}): string[] {
  return index.page(ask(question)).products.map(({ productId }) => productId);
}
