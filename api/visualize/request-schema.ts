import Joi from 'joi';
import { readPlatformId } from '../../shared/catalog/platform-id.ts';
import { ApiError } from '../../shared/errors.ts';
import { descriptorRules, type ProductDescriptor } from '../../shared/renders/product-descriptor.ts';

/** A validated product item; `images` still holds URLs, data URLs or placeholders of spilled data URLs. */
export interface ProductItem extends ProductDescriptor {
  images: string[];
  productUrl?: string;
  productId?: string;
  variantId?: string;
}

/** The body of `POST /visualize` (specification "Render request"). */
export interface VisualizeRequest {
  sceneImage: string;
  products: ProductItem[];
  aspect: 'auto';
}

/** Limits of the specification; those of the descriptive fields are with their rules. */
const limits = { products: 6, images: 4, url: 8192 } as const;

/** Platform ids: strings; a number is read as a string, and a Shopify gid as its number. */
const platformId = Joi.any().custom((value: unknown) => {
  const id = readPlatformId(value);
  if (id === undefined) throw new Error('id');
  return id;
});

const imageSource = /^(https?:\/\/|data:)/i;

/** A URL, a short data URL, or the placeholder of a data URL that the body scanner has spilled. */
const image = Joi.string()
  .max(limits.url)
  .custom((value: string, helpers) => {
    const { spilled } = helpers.prefs.context as SchemaContext;
    return spilled.has(value) || imageSource.test(value) ? value : helpers.error('image.source');
  });

interface SchemaContext {
  spilled: { has(placeholder: string): boolean };
}

const product = Joi.object<ProductItem>({
  ...descriptorRules,
  images: Joi.array().items(image).max(limits.images).default([]),
  productUrl: Joi.string()
    .max(limits.url)
    .uri({ scheme: ['https', 'http'] }),
  productId: platformId,
  variantId: platformId,
});

const request = Joi.object<VisualizeRequest>({
  sceneImage: image.required(),
  products: Joi.array().items(product).min(1).max(limits.products).required(),
  aspect: Joi.string().valid('auto').default('auto'),
})
  .required()
  .prefs({
    abortEarly: true,
    convert: false,
    errors: { label: 'path', wrap: { label: false, array: false } },
  });

/** What each broken rule asks of the caller, by joi's code; the field's path goes before it. */
const advice: Record<string, (context: Joi.Context) => string> = {
  'any.required': () => 'is required',
  'any.only': (c) => `must be ${(c.valids as unknown[]).map((v) => `"${v}"`).join(' or ')}`,
  'any.custom': () => 'must be a platform id: a string, a whole number or a gid:// URL',
  'array.base': () => 'must be an array',
  'array.includesRequiredUnknowns': () => 'must not be empty',
  'array.max': (c) => `has too many items: at most ${c.limit} are allowed`,
  'array.min': (c) => `must have at least ${c.limit} item`,
  'number.base': () => 'must be a number',
  'number.infinity': () => 'must be a finite number',
  'number.max': (c) => `is too large: at most ${c.limit}`,
  'number.positive': () => 'must be greater than 0',
  'number.unsafe': () => 'is too large',
  'object.base': () => 'must be a JSON object',
  'object.unknown': () => 'is not a known field; remove it',
  'string.base': () => 'must be a string',
  'string.empty': () => 'must not be empty',
  'string.max': (c) => `is too long: at most ${c.limit} characters`,
  'image.source': () => 'must be an https URL or a data URL of a JPEG, PNG or WebP image',
  'string.uriCustomScheme': () => 'must be an http(s) URL',
};

function fieldName(path: (string | number)[]): string {
  return path.reduce<string>(
    (name, part) => (typeof part === 'number' ? `${name}[${part}]` : name ? `${name}.${part}` : part),
    '',
  );
}

/**
 * Checks a parsed body against the specification's rules.
 * @throws ApiError INVALID_INPUT naming the field and saying what to do.
 */
export function parseVisualizeRequest(body: unknown, spilled: SchemaContext['spilled']): VisualizeRequest {
  const { value, error } = request.validate(body, { context: { spilled } satisfies SchemaContext });
  const detail = error?.details[0];
  if (!detail) return value as VisualizeRequest;
  const field = fieldName(detail.path) || 'The body';
  const problem = advice[detail.type]?.(detail.context ?? {}) ?? 'is not valid';
  throw new ApiError('INVALID_INPUT', `${field} ${problem}.`, { field });
}
