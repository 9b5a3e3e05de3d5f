import Joi from 'joi';
import { platformId } from '../../shared/catalog/platform-id.ts';
import { descriptorRules, type ProductDescriptor } from '../../shared/renders/product-descriptor.ts';
import { validate } from '../../shared/validation/validate.ts';
import { looksLikeBase64, missingPrefix } from '../http/body-scanner/base64-decoder.ts';

/** A validated product item; `images` still holds URLs, data URLs or placeholders of spilled data URLs. */
export interface ProductItem extends ProductDescriptor {
  images: string[];
  productUrl?: string;
  /** Of an earlier product result. */
  storeSlug?: string;
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

const imageSource = /^(https?:\/\/|data:)/i;

/** The paths of the images in a request: only there is a data URL an image, anywhere else it is text. */
export const imagePath = /^(?:sceneImage|products\[\d+\]\.images\[\d+\])$/;

/** A URL, a short data URL, or the placeholder of a data URL that the body scanner has spilled. */
const image = Joi.string()
  .custom((value: string, helpers) => {
    const { spilled } = helpers.prefs.context as SchemaContext;
    if (spilled.has(value)) return value;
    const source = value.trim();
    if (looksLikeBase64(source)) return helpers.error('image.prefix');
    if (!imageSource.test(source)) return helpers.error('image.source');
    return source.length > limits.url ? helpers.error('string.max', { limit: limits.url }) : source;
  })
  .messages({
    'image.prefix': `{#label} ${missingPrefix}`,
    'image.source': '{#label} must be an https URL or a data URL of a JPEG, PNG, WebP or AVIF image',
  });

interface SchemaContext {
  spilled: { has(placeholder: string): boolean };
}

// `null` counts as absent: many languages write absent fields so.
const product = Joi.object<ProductItem>({
  ...descriptorRules,
  images: Joi.array().items(image).max(limits.images).empty(null).default([]),
  // Feeds, ads and browsers send more than a strict URI: what cannot be parsed matches no store.
  productUrl: Joi.string().empty(['', null]),
  storeSlug: Joi.string().empty(['', null]),
  productId: platformId.empty(null),
  variantId: platformId.empty(null),
});

const request = Joi.object<VisualizeRequest>({
  sceneImage: image.empty(null).required(),
  products: Joi.array().items(product).min(1).max(limits.products).empty(null).required(),
  aspect: Joi.string().valid('auto').empty(null).default('auto'),
});

/**
 * Checks a parsed body against the specification's rules.
 * @throws ApiError INVALID_INPUT naming each wrong field and saying what to do.
 */
export function parseVisualizeRequest(body: unknown, spilled: SchemaContext['spilled']): VisualizeRequest {
  return validate(request, body, { context: { spilled } satisfies SchemaContext });
}
