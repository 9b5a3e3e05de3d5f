import type { Catalog, MerchantProduct } from '../../shared/catalog/catalog.ts';
import { invalidInput } from '../../shared/errors.ts';
import type { RenderProduct, StoredImage } from '../../shared/renders/render-model.ts';
import type { ProductItem, VisualizeRequest } from './request-schema.ts';

/** By position in the request: the catalog product that an item is rendered from, or undefined. */
export type Merchants = (MerchantProduct | undefined)[];

/** Finds the items that a catalog has reference assets of; fidelity is `merchant` for no other (decisions "Catalog merchants"). */
export function findMerchants(catalog: Catalog, { products }: VisualizeRequest): Promise<Merchants> {
  return Promise.all(
    products.map(async (item) => {
      const found = await catalog.find(item);
      return found && found.assets.length > 0 ? found : undefined;
    }),
  );
}

/** Specification: without `images` a product needs a `productUrl` of a catalog merchant. */
export function assertRenderable({ products }: VisualizeRequest, merchants: Merchants): void {
  const bare = products.findIndex(({ images }, index) => images.length === 0 && !merchants[index]);
  if (bare < 0) return;
  throw invalidInput(
    `products[${bare}].images`,
    'is required: this product has no productUrl of a catalog merchant. Send 1 to 4 https image URLs.',
  );
}

export function genericProduct(item: ProductItem, images: StoredImage[]): RenderProduct {
  return { ...described(item), images, fidelity: 'generic' };
}

/** The catalog's own assets take the place of supplied images, its words only of what the request leaves out. */
export function merchantProduct(
  item: ProductItem,
  { product, variant, store, assets }: MerchantProduct,
): RenderProduct {
  const tags = item.tags.length > 0 ? item.tags : product.tags;
  const color = item.color || variant?.color;
  const words = described({ ...product, ...withoutEmpty(item), tags, ...(color ? { color } : {}) });
  return { ...words, images: assets, fidelity: 'merchant', storeSlug: store.slug };
}

function withoutEmpty({ title, category }: ProductItem): Pick<ProductItem, 'title' | 'category'> {
  return { ...(title ? { title } : {}), ...(category ? { category } : {}) };
}

function described({
  title,
  category,
  color,
  tags,
}: Pick<ProductItem, 'title' | 'category' | 'color' | 'tags'>): Pick<
  RenderProduct,
  'title' | 'category' | 'color' | 'tags'
> {
  return {
    ...(title ? { title } : {}),
    ...(category ? { category } : {}),
    ...(color ? { color } : {}),
    tags: tags.filter(Boolean),
  };
}
