import type { CatalogAsset, CatalogDescriptor, ProductDoc } from './product-model.ts';

/** The fields of a product that a lookup needs. */
export interface KnownProduct
  extends CatalogDescriptor,
    Pick<ProductDoc, '_id' | 'store' | 'productId' | 'handle' | 'handleHistory' | 'updatedAt'> {
  variants: Pick<ProductDoc['variants'][number], 'variantId' | 'color'>[];
  assets: Pick<CatalogAsset, 'image' | 'variantIds' | 'color'>[];
}

/** The same fields as a projection. */
export const knownFields = {
  store: 1,
  productId: 1,
  handle: 1,
  handleHistory: 1,
  title: 1,
  category: 1,
  tags: 1,
  dimensions: 1,
  'variants.variantId': 1,
  'variants.color': 1,
  'assets.image': 1,
  'assets.variantIds': 1,
  'assets.color': 1,
  updatedAt: 1,
} as const;
