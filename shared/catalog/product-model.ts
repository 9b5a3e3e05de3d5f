import { type Connection, type Model, Schema } from 'mongoose';
import { descriptorColumns, type ProductDescriptor } from '../renders/product-descriptor.ts';
import type { StoredImage } from '../renders/render-model.ts';
import { foldHandle } from './fold.ts';

/** Price and availability; prices are in minor units of the product's currency. */
export interface CatalogOffer {
  price?: number;
  /** The price before a reduction; always above `price`. */
  compareAtPrice?: number;
  /** Absent: the source did not say, and the product is taken to be available. */
  available?: boolean;
}

export interface CatalogVariant extends CatalogOffer {
  variantId: string;
  color?: string;
  /** One value for each of the product's options, in their order. */
  options?: string[];
}

export interface CatalogOption {
  name: string;
  values: { value: string; swatch?: string }[];
}

/** Fields for browsing; all of them are absent in products of earlier imports. */
export interface CatalogListing {
  /** Plain text. */
  description?: string;
  /** Absolute, or a path on the storefront. */
  url?: string;
  /** From the root; no part contains `>`. */
  categoryPath?: string[];
  /** ISO 4217; present where any price is. */
  currency?: string;
  options?: CatalogOption[];
  /** In the merchant's own order. */
  position?: number;
  publishedAt?: Date;
}

/** A reference image, kept under `catalog/{store}/{sha256 of what was fetched}`. */
export interface CatalogAsset {
  image: StoredImage;
  /** The URL it was fetched from. */
  source: string;
  /** The variants it shows; none: the product as a whole. */
  variantIds: string[];
  color?: string;
  /** Mean color on white, `#rrggbb`. */
  average?: string;
  /** Of a plain ground around what it shows, `#rrggbb`; absent: it has none, or is not measured. */
  ground?: string;
}

/** A product has its colors in its variants. */
export type CatalogDescriptor = Omit<ProductDescriptor, 'color'>;

/** A product of a catalog merchant with its variants and reference assets; its own offer counts without variants. */
export interface ProductDoc extends CatalogDescriptor, CatalogListing, CatalogOffer {
  /** See `productDocId`. */
  _id: string;
  /** Id of the store. */
  store: string;
  productId: string;
  handle: string;
  /** Former handles, newest first: shops redirect them, and old links remain in use. */
  handleHistory: string[];
  variants: CatalogVariant[];
  /** In the merchant's order. */
  assets: CatalogAsset[];
  /** Every key it is found by within its store, see `productKeys`. */
  keys: string[];
  /** Of the imported record; an equal record changes nothing. */
  digest: string;
  /** Assets that could not be fetched; the next import tries them again. */
  missingAssets: number;
  /** Counts writes, so that two imports at once do not undo each other's handle history. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

export const productKeyBuilders = {
  variant: (variantId: string) => `v:${variantId}`,
  product: (productId: string) => `p:${productId}`,
  handle: (handle: string) => `h:${foldHandle(handle)}`,
};

/** One multikey index over these serves every kind of match in one bounded scan. */
export function productKeys(
  product: Pick<ProductDoc, 'productId' | 'handle' | 'handleHistory'> & {
    variants: Pick<CatalogVariant, 'variantId'>[];
  },
): string[] {
  const handles = [product.handle, ...product.handleHistory];
  const keys = [
    productKeyBuilders.product(product.productId),
    ...handles.map(productKeyBuilders.handle),
    ...product.variants.map(({ variantId }) => productKeyBuilders.variant(variantId)),
  ];
  return [...new Set(keys)];
}

export function productDocId(store: string, productId: string): string {
  return `${store}/${productId}`;
}

/** Selects every product of a store, by the primary key: `0` is the character after `/`. */
export function productRange(store: string, after = ''): { _id: { $gt: string; $lt: string } } {
  return { _id: { $gt: productDocId(store, after), $lt: `${store}0` } };
}

const { color: _color, ...catalogColumns } = descriptorColumns;

const image = { blob: String, mime: String, width: Number, height: Number, bytes: Number };

const offer = { price: Number, compareAtPrice: Number, available: Boolean };

const schema = new Schema<ProductDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    productId: { type: String, required: true },
    handle: { type: String, required: true },
    handleHistory: [String],
    ...catalogColumns,
    description: String,
    url: String,
    categoryPath: { type: [String], default: undefined },
    currency: String,
    options: {
      type: [{ _id: false, name: String, values: [{ _id: false, value: String, swatch: String }] }],
      default: undefined,
    },
    position: Number,
    publishedAt: Date,
    ...offer,
    variants: [
      {
        _id: false,
        variantId: String,
        color: String,
        options: { type: [String], default: undefined },
        ...offer,
      },
    ],
    assets: [
      {
        _id: false,
        image: { type: image, _id: false, required: true },
        source: String,
        variantIds: [String],
        color: String,
        average: String,
        ground: String,
      },
    ],
    keys: [String],
    digest: { type: String, required: true },
    missingAssets: { type: Number, required: true },
    revision: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The lookup of a product item by its ids and handles, and `catalog remove`.
// Not unique: products swap handles, and a platform may move a variant, in whatever order they are imported.
schema.index({ store: 1, keys: 1 });
// The merchant's order, in which a listing is read into memory.
schema.index({ store: 1, position: 1, _id: 1 });
// Which of the images of the blob storage are in use (`deleteUnusedAssets`).
schema.index({ 'assets.image.blob': 1 });

export type ProductModel = Model<ProductDoc>;

export function productModel(connection: Connection): ProductModel {
  return connection.model<ProductDoc>('Product', schema, 'products');
}
