import { colorOptionAt } from '../color-option.ts';
import type {
  CatalogAsset,
  CatalogListing,
  CatalogOffer,
  CatalogVariant,
  ProductDoc,
} from '../product-model.ts';

/** The fields of a product that shoppers see. */
export interface ListedProduct
  extends CatalogListing,
    CatalogOffer,
    Pick<ProductDoc, '_id' | 'productId' | 'handle' | 'title' | 'category' | 'tags' | 'createdAt'> {
  variants: CatalogVariant[];
  assets: Pick<CatalogAsset, 'image' | 'variantIds' | 'color' | 'average' | 'ground'>[];
}

/** As a projection. */
export const listedFields = {
  productId: 1,
  handle: 1,
  title: 1,
  category: 1,
  tags: 1,
  createdAt: 1,
  description: 1,
  url: 1,
  categoryPath: 1,
  currency: 1,
  options: 1,
  position: 1,
  publishedAt: 1,
  price: 1,
  compareAtPrice: 1,
  available: 1,
  variants: 1,
  'assets.image': 1,
  'assets.variantIds': 1,
  'assets.color': 1,
  'assets.average': 1,
  'assets.ground': 1,
} as const;

/** Lists the offers of a product: those of its variants, or its own if it has no variants. */
export function listOffers(product: ListedProduct): CatalogOffer[] {
  return product.variants.length > 0 ? product.variants : [product];
}

export function isAvailable(offer: CatalogOffer): boolean {
  return offer.available !== false;
}

/** Returns the variant that is meant when none is chosen: the first that can be bought. */
export function defaultVariant({ variants }: ListedProduct): CatalogVariant | undefined {
  return variants.find((variant) => isAvailable(variant)) ?? variants[0];
}

/** Lists the options as written, else the colors of an earlier import as the only one. */
export function listOptions(product: ListedProduct): NonNullable<CatalogListing['options']> {
  if (product.options) return product.options;
  const colors = new Set(product.variants.map(({ color }) => color ?? '').filter(Boolean));
  return colors.size === 0 ? [] : [{ name: 'Color', values: [...colors].map((value) => ({ value })) }];
}

export interface ListedColor {
  name: string;
  swatch: string | null;
}

/** Returns the variants of the meant one's color that can be bought. */
export function purchasableSizes(
  product: ListedProduct,
  meant: CatalogVariant | undefined,
): CatalogVariant[] {
  const at = colorOptionAt(listOptions(product).map(({ name }) => name));
  const toColor = ({ options, color }: CatalogVariant) => (at === undefined ? '' : (options?.[at] ?? color));
  return meant ? product.variants.filter((one) => isAvailable(one) && toColor(one) === toColor(meant)) : [];
}

/** Lists the colors of a product in the order of its options; none where no option is a color. */
export function listColors(product: ListedProduct): ListedColor[] {
  const options = listOptions(product);
  const at = colorOptionAt(options.map(({ name }) => name));
  const values = at === undefined ? [] : options[at]!.values;
  return values.map(({ value, swatch = null }) => ({ name: value, swatch }));
}
