import Joi from 'joi';
import type { SchemaDefinitionProperty } from 'mongoose';

const dimensionUnits = ['cm', 'in'] as const;

/** Outer size of a product, any subset of the three sides. */
export interface Dimensions {
  width?: number;
  height?: number;
  depth?: number;
  unit: (typeof dimensionUnits)[number];
}

/** The description of a product in words, beside its images. */
export interface ProductDescriptor {
  title?: string;
  category?: string;
  color?: string;
  tags: string[];
  dimensions?: Dimensions;
}

type FieldName = keyof ProductDescriptor;

interface DescriptorField<T> {
  /** Of a request. */
  rule: Joi.Schema;
  /** In a MongoDB document. */
  column: SchemaDefinitionProperty;
  /** Name of the field in a prompt. */
  promptName: string;
  /** Its value in a prompt, one phrase for each part. */
  phrases(value: T): string[];
}

/** Largest side of a product in its own unit. Larger numbers are millimetres, or typing errors. */
const maxSide = 2000;

/** Characters, and items of `tags`; what is longer is cut. */
const descriptorLimits = { title: 500, label: 200, tags: 50 } as const;

/** Returns the first `max` characters, counted as code points so that no emoji is cut in half. */
function cut(value: string, max: number): string {
  const trimmed = value.trim();
  if (trimmed.length <= max) return trimmed;
  return [...trimmed.slice(0, 2 * max)].slice(0, max).join('').trimEnd();
}

/** A text is never refused for its form: only another type is. */
const text = (max: number, what: string) =>
  Joi.string()
    .allow('')
    .empty(null)
    .description(`${what}; the first ${max} characters are used.`)
    .custom((value: string) => cut(value, max));

const tags = Joi.array()
  .empty(null)
  .default([])
  .description(
    `Product tags; the first ${descriptorLimits.tags}, and ${descriptorLimits.label} characters of each, are used.`,
  )
  .custom(readTags)
  .messages({ 'tags.item': '{#label}[{#index}] must be a string' })
  .meta({ jsonSchema: { items: { type: ['string', 'null'] } } });

/** A list may have any length: its items cost joi more than the whole of this. */
function readTags(values: unknown[], { error }: Joi.CustomHelpers): string[] | Joi.ErrorReport {
  const index = values.findIndex((value) => value !== null && typeof value !== 'string');
  if (index !== -1) return error('tags.item', { index });
  const used: string[] = [];
  for (const value of values as (string | null)[]) {
    const tag = cut(value ?? '', descriptorLimits.label);
    if (tag !== '') used.push(tag);
    if (used.length === descriptorLimits.tags) break;
  }
  return used;
}

const side = (what: string) => Joi.number().positive().max(maxSide).empty(null).description(what);

const dimensions = Joi.object<Dimensions>({
  width: side('Outer width.'),
  height: side('Outer height.'),
  depth: side('Outer depth.'),
  unit: Joi.string()
    .valid(...dimensionUnits)
    .empty(null)
    .default('cm')
    .description('Unit of the sides.'),
})
  .empty(null)
  .description('True size of the product, any of its sides; sets the scale of the image.')
  .custom((value: Dimensions) => (toPhrases(value).length > 0 ? value : undefined));

function toPhrases({ width, height, depth, unit }: Dimensions): string[] {
  const sides = [
    [width, 'wide'],
    [height, 'high'],
    [depth, 'deep'],
  ] as const;
  return sides.flatMap(([length, direction]) => (length ? [`${length} ${unit} ${direction}`] : []));
}

const phrase = (value: string) => [value];

/**
 * The descriptive fields of a product, declared once. Request, Idempotency-Key fingerprint, documents, prompt, Cog
 * input and local renderer read this table, so that a new field is one property above and one row here.
 */
export const descriptorFields: { [F in FieldName]-?: DescriptorField<NonNullable<ProductDescriptor[F]>> } = {
  title: {
    rule: text(descriptorLimits.title, 'Product title'),
    column: String,
    promptName: 'title',
    phrases: phrase,
  },
  category: {
    rule: text(descriptorLimits.label, 'Product category, such as sofa'),
    column: String,
    promptName: 'category',
    phrases: phrase,
  },
  color: {
    rule: text(descriptorLimits.label, 'Name of the color'),
    column: String,
    promptName: 'color',
    phrases: phrase,
  },
  tags: {
    rule: tags,
    column: [String],
    promptName: 'tags',
    phrases: (tags) => tags,
  },
  dimensions: {
    rule: dimensions,
    column: { type: { width: Number, height: Number, depth: Number, unit: String }, _id: false },
    promptName: 'size',
    phrases: toPhrases,
  },
};

export const descriptorNames = Object.keys(descriptorFields) as FieldName[];

function eachField<T>(value: (field: DescriptorField<never>) => T): Record<FieldName, T> {
  const entries = descriptorNames.map((name) => [name, value(descriptorFields[name])]);
  return Object.fromEntries(entries) as Record<FieldName, T>;
}

export const descriptorRules = eachField(({ rule }) => rule);
export const descriptorColumns = eachField(({ column }) => column);

/** Returns the descriptor of `source` alone, without empty fields; what it leaves out comes from `fallback`. */
export function pickDescriptor(
  source: Partial<ProductDescriptor>,
  fallback: Partial<ProductDescriptor> = {},
): ProductDescriptor {
  const present = descriptorNames.flatMap((name) => {
    const value = filled(source[name]) ?? filled(fallback[name]);
    return value === undefined ? [] : [[name, value]];
  });
  return { tags: [], ...Object.fromEntries(present) };
}

function filled<T>(value: T | undefined): T | string[] | undefined {
  if (!Array.isArray(value)) return value || undefined;
  const items = value.filter(Boolean);
  return items.length > 0 ? items : undefined;
}

/** Builds the phrases of a prompt about one field; none if the field is absent. */
export function promptPhrases(descriptor: ProductDescriptor, name: FieldName): string[] {
  const field: DescriptorField<never> = descriptorFields[name];
  return descriptor[name] ? field.phrases(descriptor[name] as never) : [];
}
