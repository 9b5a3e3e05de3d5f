import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { demoCatalogFile } from '../platform/demo-catalog-mark.ts';

/** A product as the shop shows it. */
export interface ShopProduct {
  productId: string;
  handle: string;
  title: string;
  description: string;
  /** `['Furniture', 'Sofas']` */
  categories: string[];
  currency: string;
  /** Minor units. */
  price: number;
  compareAtPrice: number | undefined;
  options: { name: string; values: { value: string; swatch: string | undefined }[] }[];
  variants: ShopVariant[];
  pictures: ShopImage[];
  available: boolean;
}

export interface ShopVariant {
  variantId: string;
  options: string[];
  available: boolean;
  picture: string;
}

export interface ShopImage {
  file: string;
  color: string | undefined;
  /** Without a background of its own. */
  cutOut: boolean;
}

/** A row of examples/catalog/products.json, as far as the shop reads it. */
interface CatalogRow {
  productId: string;
  handle: string;
  title: string;
  description?: string;
  categoryPath: string;
  price: string;
  compareAtPrice?: string;
  currency: string;
  available?: boolean;
  options?: { name: string; values: (string | { value: string; swatch?: string })[] }[];
  images: (string | { url: string; color?: string })[];
  variants: { variantId: string; color?: string; options?: string[]; available?: boolean }[];
}

export const imageFolder = dirname(demoCatalogFile);

/** Photos of people and rooms beside the catalog. */
export const photoFolder = join(imageFolder, '../models');

/** Reads all products of the example catalog, in its order. */
export async function readProducts(): Promise<ShopProduct[]> {
  const { products } = JSON.parse(await readFile(demoCatalogFile, 'utf8')) as { products: CatalogRow[] };
  return Promise.all(products.map(shopProduct));
}

async function shopProduct(row: CatalogRow): Promise<ShopProduct> {
  const pictures = await Promise.all(row.images.map(shopImage));
  const variants = row.variants.map(({ variantId, color, options = [], available = true }) => ({
    variantId,
    options,
    available: available && row.available !== false,
    picture: (pictures.find((picture) => picture.color === color) ?? pictures[0]!).file,
  }));
  return {
    productId: row.productId,
    handle: row.handle,
    title: row.title,
    description: row.description ?? '',
    categories: row.categoryPath.split('>'),
    currency: row.currency,
    price: cents(row.price),
    compareAtPrice: row.compareAtPrice === undefined ? undefined : cents(row.compareAtPrice),
    options: (row.options ?? []).map(({ name, values }) => ({ name, values: values.map(shopValue) })),
    variants,
    pictures,
    available: variants.some(({ available }) => available),
  };
}

const cents = (price: string) => Math.round(Number(price) * 100);

const shopValue = (value: string | { value: string; swatch?: string }) =>
  typeof value === 'string' ? { value, swatch: undefined } : { swatch: undefined, ...value };

/** The flag for transparency in the header of an extended WebP file. */
const alphaFlag = { at: 20, bit: 0x10 };

async function shopImage(image: CatalogRow['images'][number]): Promise<ShopImage> {
  const { url: file, color } = typeof image === 'string' ? { url: image, color: undefined } : image;
  const bytes = await readFile(join(imageFolder, file));
  const extended = bytes.toString('latin1', 12, 16) === 'VP8X';
  return { file, color, cutOut: extended && (bytes[alphaFlag.at]! & alphaFlag.bit) !== 0 };
}

/** `€1,245.00` */
export function priceText(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);
}
