import Joi from 'joi';
import { colorOptionAt } from '../color-option.ts';
import type { CatalogOption } from '../product-model.ts';

/** An option may be its name alone, and a value its text alone. */
export type WrittenOption = string | { name: string; values: (string | CatalogOption['values'][number])[] };

interface WrittenVariant {
  color?: string;
  options: string[];
}

const optionLimits = { options: 6, values: 2048 } as const;

export function optionRules(label: Joi.StringSchema) {
  const swatch = Joi.string()
    .lowercase()
    .pattern(/^#[0-9a-f]{6}$/, 'a color such as #1f4e8c')
    .empty(['', null])
    .prefs({ convert: true });
  const value = Joi.alternatives(label, Joi.object({ value: label.required(), swatch })).match('any');
  const values = Joi.array().items(value).max(optionLimits.values).default([]);
  return {
    product: Joi.array()
      .items(Joi.alternatives(label, Joi.object({ name: label.required(), values })).match('any'))
      .max(optionLimits.options)
      .empty(null)
      .default([]),
    variant: Joi.array().items(label.empty().allow('')).max(optionLimits.options).empty(null).default([]),
  };
}

/** Returns the options with every value that a variant has: those that are listed first, in the order written. */
export function toOptions(written: WrittenOption[], variants: WrittenVariant[]): CatalogOption[] {
  return written.map((option, at) => {
    const { name, values } = typeof option === 'string' ? { name: option, values: [] } : option;
    const listed = values.map((value) => (typeof value === 'string' ? { value } : value));
    const swatches = new Map(listed.map(({ value, swatch }) => [value, swatch]));
    const used = new Set(variants.map(({ options }) => options[at]!).filter(Boolean));
    const order = [...listed.map(({ value }) => value).filter((value) => used.has(value)), ...used];
    return {
      name,
      values: [...new Set(order)].map((value) => {
        const swatch = swatches.get(value);
        return { value, ...(swatch ? { swatch } : {}) };
      }),
    };
  });
}

/** Finds the variant's color: the one written, else its value of the color option. */
export function findColor({ color, options }: WrittenVariant, product: CatalogOption[]): string | undefined {
  if (color) return color;
  const at = colorOptionAt(product.map(({ name }) => name));
  return at === undefined ? undefined : options[at];
}

/** Index of the first variant that does not name one value for each option; -1: all do. */
export function unlikeOptions(options: unknown[], variants: WrittenVariant[]): number {
  return variants.findIndex((variant) => variant.options.length !== options.length);
}
