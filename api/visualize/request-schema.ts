import Joi from 'joi';
import { matchablePlatformId } from '../../shared/catalog/platform-id.ts';
import { fileId } from '../../shared/files/file-model.ts';
import { descriptorRules, type ProductDescriptor } from '../../shared/renders/product-descriptor.ts';
import { boundedArray } from '../../shared/validation/bounded-array.ts';
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
    if (fileId.test(source)) return source;
    if (looksLikeBase64(source)) return helpers.error('image.prefix');
    if (!imageSource.test(source)) return helpers.error('image.source');
    return source.length > limits.url ? helpers.error('string.max', { limit: limits.url }) : source;
  })
  .messages({
    'image.prefix': `{#label} ${missingPrefix}`,
    'image.source':
      '{#label} must be an https URL or a data URL of a JPEG, PNG, WebP or AVIF image, or the id of an uploaded file',
  })
  .meta({ jsonSchema: { format: 'uri' } });

interface SchemaContext {
  spilled: { has(placeholder: string): boolean };
}

const isBlank = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '');

// `null` counts as absent: many languages write absent fields so.
export const productItem = Joi.object<ProductItem>({
  ...descriptorRules,
  // Feeds leave places of their lists empty.
  images: boundedArray(limits.images, isBlank)
    .items(image)
    .empty(null)
    .default([])
    .description(
      'Images of the product, as JPEG, PNG, WebP or AVIF: https URLs, ids of uploaded files (`POST /files`), or data URLs of at most 8 MiB each. Required unless `productUrl` belongs to a catalog merchant.',
    ),
  // Feeds, ads and browsers send more than a strict URI: what cannot be parsed matches no store.
  productUrl: Joi.string()
    .empty(['', null])
    .description(
      'URL of the product page. When it belongs to a catalog merchant, the product is rendered from the catalog’s images.',
    )
    .meta({ jsonSchema: { format: 'uri' } }),
  storeSlug: Joi.string()
    .empty(['', null])
    .description('`storeSlug` of an earlier product result: names the store where `productUrl` does not.'),
  productId: matchablePlatformId.description('Product id of the storefront platform.'),
  variantId: matchablePlatformId.description(
    'Variant id of the storefront platform; gives the best match in a catalog.',
  ),
});

export const visualizeRequest = Joi.object<VisualizeRequest>({
  sceneImage: image
    .empty(null)
    .required()
    .description(
      'Photo of the room, person or space, as JPEG, PNG, WebP or AVIF: an https URL, the id of an uploaded file (`POST /files`), or a data URL of at most 8 MiB. With a test key, a URL such as `https://simulate.test/model-error` chooses the outcome (`/docs/testing`).',
    ),
  products: boundedArray(limits.products)
    .items(productItem)
    .min(1)
    .empty(null)
    .required()
    .description('The products to render into the scene.'),
  aspect: Joi.string()
    .valid('auto')
    .empty(null)
    .default('auto')
    .description('Only `auto`: the image has the aspect of the scene.'),
});

/**
 * Checks a parsed body against the specification's rules.
 * @throws ApiError INVALID_INPUT naming each wrong field and saying what to do.
 */
export function parseVisualizeRequest(body: unknown, spilled: SchemaContext['spilled']): VisualizeRequest {
  return validate(visualizeRequest, body, { context: { spilled } satisfies SchemaContext });
}
