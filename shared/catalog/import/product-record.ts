import Joi from 'joi';
import { descriptorRules } from '../../renders/product-descriptor.ts';
import { check } from '../../validation/validate.ts';
import { categoryParts } from '../category-path.ts';
import { platformId } from '../platform-id.ts';
import type {
  CatalogDescriptor,
  CatalogListing,
  CatalogOffer,
  CatalogOption,
  CatalogVariant,
} from '../product-model.ts';
import { plainText } from './plain-text.ts';
import { type RecordImage, toImages } from './record-images.ts';
import { offerRules, toOffer, variantOffer, type WrittenOffer } from './record-offer.ts';
import { findColor, optionRules, toOptions, unlikeOptions, type WrittenOption } from './record-options.ts';

/** One product of an import, whatever format it came in. */
export interface ProductRecord extends CatalogDescriptor, CatalogListing, CatalogOffer {
  productId: string;
  handle: string;
  previousHandles: string[];
  variants: CatalogVariant[];
  images: RecordImage[];
}

/** A product that cannot be imported; `message` names the field. */
export class RecordRefused extends Error {
  override name = 'RecordRefused';
}

/** Shopify allows 2,048 variants and 250 images a product. */
export const recordLimits = {
  variants: 2048,
  images: 250,
  tags: 250,
  previousHandles: 50,
  title: 500,
  label: 255,
  handle: 255,
  url: 4096,
  description: 5000,
  categories: 8,
} as const;

type WrittenVariant = WrittenOffer & {
  variantId: string;
  color?: string;
  options: string[];
  images: string[];
};

/** As a merchant writes it: a variant may list its images, and an image may be a URL alone. */
interface WrittenRecord
  extends CatalogDescriptor,
    WrittenOffer,
    Omit<CatalogListing, 'options' | 'categoryPath'>,
    Pick<ProductRecord, 'productId' | 'handle' | 'previousHandles'> {
  categoryPath?: string;
  options: WrittenOption[];
  variants: WrittenVariant[];
  images: (string | RecordImage)[];
}

/** Values that the source declares for all its products; a product's own values take precedence. */
export interface RecordDefaults {
  currency?: string;
  position?: number;
}

/** Texts are trimmed and URLs completed before they are checked. */
const normalised = { convert: true };

/** Line breaks of a cell or a rich text are spaces: a title is one line. */
const text = (max: number) =>
  Joi.string().trim().replace(/\s+/g, ' ').max(max).empty(['', null]).prefs(normalised);

/** A long number as a spreadsheet saves it, its last digits lost: `7.00123E+12`. */
const rounded = /^\d(?:[.,]\d+)?E\+\d+$/i;

const importedId = platformId
  .custom((id: string, { error }) => (rounded.test(id) ? error('id.rounded') : id))
  .messages({
    'id.rounded':
      '{#label} was rounded by a spreadsheet ({#value}); have the column formatted as text, and export again',
  });

const handle = text(recordLimits.handle).pattern(/^[^/\\?#]+$/);

const url = Joi.string().trim().replace(/^\/\//, 'https://').max(recordLimits.url).prefs(normalised);

/** An image may also be a file beside the catalog's own: no part of its path begins with a dot. */
const image = url.pattern(
  /^(?:https?:\/\/|(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$)/i,
  'an http(s) URL, or a file beside the catalog',
);

/** Of the product's page; one on the storefront itself may be its path alone. */
const pageUrl = url.pattern(/^(?:https?:\/\/|\/(?!\/))/i, 'an http(s) URL');

const currency = Joi.string()
  .uppercase()
  .pattern(/^[A-Z]{3}$/, 'an ISO 4217 code')
  .prefs(normalised);

const optionRule = optionRules(text(recordLimits.label));

const list = (item: Joi.Schema, max: number) => Joi.array().items(item).max(max).empty(null).default([]);

const schema = Joi.object<WrittenRecord>({
  productId: importedId.required(),
  handle: handle.required(),
  previousHandles: list(handle, recordLimits.previousHandles),
  title: text(recordLimits.title),
  category: text(recordLimits.label),
  tags: list(text(recordLimits.label), recordLimits.tags),
  dimensions: descriptorRules.dimensions.prefs(normalised),
  description: Joi.string()
    .empty(['', null])
    .custom((html: string) => plainText(html, recordLimits.description)),
  url: pageUrl.empty(['', null]),
  categoryPath: text(recordLimits.label * recordLimits.categories),
  currency: currency.empty(['', null]),
  ...offerRules,
  position: Joi.number().integer().min(0).empty(null),
  publishedAt: Joi.date().iso().empty(['', null]).prefs(normalised),
  options: optionRule.product,
  variants: list(
    Joi.object({
      variantId: importedId.required(),
      color: text(recordLimits.label),
      ...offerRules,
      options: optionRule.variant,
      images: list(image, recordLimits.images),
    }),
    recordLimits.variants,
  ),
  images: list(
    Joi.alternatives(
      image,
      Joi.object({
        url: image.required(),
        variantIds: list(importedId, recordLimits.variants),
        color: text(recordLimits.label),
      }),
    ).match('any'),
    recordLimits.images,
  ),
});

/** Checks a product as it is written in the JSON format (docs/catalog.md). @throws RecordRefused */
export function readRecord(value: unknown, defaults: RecordDefaults = {}): ProductRecord {
  const { value: written, mistakes } = check(schema, value);
  if (mistakes) throw new RecordRefused(mistakes.message);
  const unlike = unlikeOptions(written.options, written.variants);
  if (unlike !== -1)
    throw new RecordRefused(`variants[${unlike}].options must have one value for each of the options`);
  const { productId, handle, previousHandles, title, category, tags, dimensions } = written;
  return {
    productId,
    handle,
    previousHandles,
    ...present({ title, category, dimensions }),
    tags: tags.filter(Boolean),
    ...listingAndVariants(written, defaults),
  };
}

type Listed = CatalogListing & CatalogOffer & Pick<ProductRecord, 'variants' | 'images'>;

/** @throws RecordRefused for a price beyond the safe integers */
function listingAndVariants(written: WrittenRecord, defaults: RecordDefaults): Listed {
  const { description, url: page, publishedAt } = written;
  const known = written.currency ?? defaults.currency;
  const options = toOptions(written.options, written.variants);
  const categoryPath = categoryParts(written.categoryPath);
  try {
    const variants = written.variants.map((variant) => readVariant(written, variant, options, known));
    const own = variants.length > 0 ? {} : toOffer(written, known);
    const isPriced = [own, ...variants].some(({ price }) => price !== undefined);
    return {
      ...present({ description, url: page, position: written.position ?? defaults.position, publishedAt }),
      ...(categoryPath.length > 0 ? { categoryPath } : {}),
      ...(isPriced ? present({ currency: known }) : {}),
      ...(options.length > 0 ? { options } : {}),
      ...own,
      variants,
      images: toImages(written.images, written.variants, variants).slice(0, recordLimits.images),
    };
  } catch (error) {
    if (error instanceof RangeError) throw new RecordRefused(`price ${error.message}`);
    throw error;
  }
}

function readVariant(
  product: WrittenRecord,
  variant: WrittenVariant,
  options: CatalogOption[],
  money: string | undefined,
): CatalogVariant {
  return {
    variantId: variant.variantId,
    ...present({ color: findColor(variant, options) }),
    ...(options.length > 0 ? { options: variant.options } : {}),
    ...toOffer(variantOffer(variant, product), money),
  };
}

/** Returns the fields that have a value. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
