import Joi from 'joi';

/** `gid://shopify/ProductVariant/123`, with or without parameters behind it, and nothing else. */
const gid = /^gid:\/\/[\w-]+\/[\w-]+\/(\d+)(?:[?#].*)?$/;

const maxPlatformIdLength = 200;

/**
 * Reads a storefront-platform id as it is saved and compared: a number becomes a string, spaces around it are
 * removed, and an exactly formed Shopify gid becomes its number. Undefined for what is not an id.
 * Catalog, events and orders are joined by these ids, so all of them read ids here.
 */
export function readPlatformId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
  if (typeof value !== 'string' || value.length > maxPlatformIdLength) return undefined;
  const id = value.trim();
  return gid.exec(id)?.[1] ?? (id || undefined);
}

const idRule = Joi.any()
  .custom((value: unknown, { error }) => readPlatformId(value) ?? error('platformId.base'))
  .messages({
    'platformId.base': `{#label} must be a platform id: a string of at most ${maxPlatformIdLength} characters, a whole number or a gid:// URL`,
  });

const idSchema = { type: ['string', 'integer'], minLength: 1, minimum: 0 };

/** The same as a joi rule; its value is the id. */
export const platformId = idRule.meta({ jsonSchema: { ...idSchema, maxLength: maxPlatformIdLength } });

const absent = (pattern: RegExp) => Joi.string().allow('', null).pattern(pattern);

/** One that feeds and templates write blank where there is none; it counts as absent. */
export const optionalPlatformId = platformId.empty(absent(/^\s*$/));

/** One that only has to match a catalog: what is too long for that counts as absent as well. */
export const matchablePlatformId = idRule
  .empty(absent(new RegExp(`^\\s*$|^[^]{${maxPlatformIdLength + 1}}`)))
  .meta({ jsonSchema: idSchema });
