import type { Request } from 'express';
import Joi from 'joi';
import { optionalPlatformId, platformId } from '../../shared/catalog/platform-id.ts';
import { invalidInput } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { maxLookItems, type RenderRequest } from '../../shared/try-on/contract.ts';
import { boundedArray } from '../../shared/validation/bounded-array.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import type { OrderIdentity } from '../renders/render-order.ts';

const lookItem = Joi.object({
  productId: platformId.required().description('Product id of the storefront platform.'),
  variantId: optionalPlatformId.default(null).description('Variant id; without it, any variant.'),
});

export const tryOnRequest = Joi.object<RenderRequest, true>({
  photo: Joi.object({
    kind: Joi.string()
      .valid('upload', 'model')
      .required()
      .description('`upload`: a photo of the visitor. `model`: one of the store.'),
    id: Joi.string().max(100).required().description('Id of the photo.'),
  })
    .required()
    .description('The photo to render into.'),
  items: boundedArray(maxLookItems).items(lookItem).min(1).required().description('The look.'),
  secondOf: Joi.string()
    .max(100)
    .description(
      'Id of a try-on of the same photo and items whose image the visitor has called not right: this is the free second attempt at it, as its `again` offers.',
    ),
}).description('A photo and the items of the look.');

export interface IncomingTryOn {
  request: RenderRequest;
  /** Of this visitor alone. */
  identity: OrderIdentity;
}

/**
 * Returns what a `POST /renders` asks for. The Idempotency-Key is required: with it, a second tap or a reload
 * receives the render that exists.
 * @throws ApiError INVALID_INPUT naming the field or the header.
 */
export function readTryOn(req: Request, visitor: string, request: RenderRequest): IncomingTryOn {
  const key = readIdempotencyKey(req);
  if (key === undefined) {
    throw invalidInput('Idempotency-Key', 'is required: send a new random one for each look.');
  }
  return {
    request,
    identity: { key: `try-on:${visitor}:${key}`, fingerprint: getFingerprint(request) },
  };
}

/** Returns the same text for requests of the same photo and items, as the same attempt at them. */
export function getFingerprint({ photo, items, secondOf }: RenderRequest): string {
  const look = items.map(({ productId, variantId }) => [productId, variantId]);
  return sha256Hex(JSON.stringify([photo.kind, photo.id, look, ...(secondOf ? [secondOf] : [])]));
}
