import Joi from 'joi';
import { descriptorRules } from '../../renders/product-descriptor.ts';
import { check } from '../../validation/validate.ts';
import { platformId } from '../platform-id.ts';
import type { CatalogDescriptor, CatalogVariant } from '../product-model.ts';

export interface RecordImage {
  url: string;
  variantIds: string[];
  color?: string;
}

/** One product of an import, whatever format it came in. */
export interface ProductRecord extends CatalogDescriptor {
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

/** Shopify allows 2,048 variants and 250 pictures a product. */
export const recordLimits = {
  variants: 2048,
  images: 250,
  tags: 250,
  previousHandles: 50,
  title: 500,
  label: 255,
  handle: 255,
  url: 4096,
} as const;

/** As a merchant writes it: a variant may list its pictures, and a picture may be a URL alone. */
interface WrittenRecord extends Omit<ProductRecord, 'variants' | 'images'> {
  variants: (CatalogVariant & { images: string[] })[];
  images: (string | RecordImage)[];
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

const url = Joi.string()
  .trim()
  .replace(/^\/\//, 'https://')
  .max(recordLimits.url)
  .pattern(/^https?:\/\//i, 'an http(s) URL')
  .prefs(normalised);

const list = (item: Joi.Schema, max: number) => Joi.array().items(item).max(max).empty(null).default([]);

const schema = Joi.object<WrittenRecord>({
  productId: importedId.required(),
  handle: handle.required(),
  previousHandles: list(handle, recordLimits.previousHandles),
  title: text(recordLimits.title),
  category: text(recordLimits.label),
  tags: list(text(recordLimits.label), recordLimits.tags),
  dimensions: descriptorRules.dimensions.prefs(normalised),
  variants: list(
    Joi.object({
      variantId: importedId.required(),
      color: text(recordLimits.label),
      images: list(url, recordLimits.images),
    }),
    recordLimits.variants,
  ),
  images: list(
    Joi.alternatives(
      url,
      Joi.object({
        url: url.required(),
        variantIds: list(importedId, recordLimits.variants),
        color: text(recordLimits.label),
      }),
    ).match('any'),
    recordLimits.images,
  ),
});

/** Checks a product as it is written in the JSON format (docs/catalog.md). @throws RecordRefused */
export function readRecord(value: unknown): ProductRecord {
  const { value: written, mistakes } = check(schema, value);
  if (mistakes) throw new RecordRefused(mistakes.message);
  const { variants, images, tags, dimensions, ...rest } = written;
  return {
    ...rest,
    ...(dimensions ? { dimensions } : {}),
    tags: tags.filter(Boolean),
    variants: variants.map(({ variantId, color }) => ({ variantId, ...(color ? { color } : {}) })),
    images: picturesOf(written),
  };
}

/** Every picture once, in the order written, with all variants that list it and the colour they share. */
function picturesOf({ variants, images }: WrittenRecord): RecordImage[] {
  const byUrl = new Map<string, { variantIds: Set<string>; color?: string }>();
  const add = (source: string, variantIds: string[], color?: string) => {
    const known = byUrl.get(source) ?? { variantIds: new Set<string>() };
    for (const id of variantIds) known.variantIds.add(id);
    if (color) known.color ??= color;
    byUrl.set(source, known);
  };
  for (const image of images) {
    if (typeof image === 'string') add(image, []);
    else add(image.url, image.variantIds, image.color);
  }
  for (const variant of variants) for (const source of variant.images) add(source, [variant.variantId]);
  const colorOf = new Map(variants.map(({ variantId, color }) => [variantId, color]));
  return [...byUrl].slice(0, recordLimits.images).map(([source, { variantIds, color }]) => {
    const shared = color ?? sharedColor([...variantIds].map((id) => colorOf.get(id)));
    return { url: source, variantIds: [...variantIds], ...(shared ? { color: shared } : {}) };
  });
}

function sharedColor(colors: (string | undefined)[]): string | undefined {
  return new Set(colors).size === 1 ? colors[0] : undefined;
}
